#include <stdlib.h>

#include "tests/unit/test.h"
#include "tools/tsv2md/markdown.h"

static void
check(const char *field, size_t width, const char *want)
{
	struct buf b = {0};

	markdown_cell(&b, span_of(field), width);
	test_point(span_is(buf_span(&b), want), want, __FILE__, __LINE__);
	if (!span_is(buf_span(&b), want))
		printf("# got %.*s\n", (int)b.n, b.p);
	buf_free(&b);
}

static void
test_marks(void)
{
	check("", 0, "");
	check("a|b", 0, "a\\|b");
	check("f<float, (lambda)#1>&", 0, "f\\<float, (lambda)#1\\>\\&");
	check("*a* `b` [c] ~d~ $e$", 0,
	    "\\*a\\* \\`b\\` \\[c\\] \\~d\\~ \\$e\\$");
	check("a_b_c", 0, "a_b_c");
	check("_a__b_ _", 0, "\\_a\\_\\_b\\_ \\_");
	check("\xC3\xA4_b", 0, "\xC3\xA4_b");
}

static void
test_escapes(void)
{
	check("a\\nb\\tc\\rd", 0, "a<br>b c d");
	check("C:\\\\dir\\\\|", 0, "C:\\\\dir\\\\\\|");
	check("\\", 0, "\\\\");
	check("a\\zb\\|\\\xC3\xA4", 0, "a\\\\zb\\\\\\|\\\\\xC3\xA4");
	check("\x01\xFFz", 0, " \xEF\xBF\xBDz");
}

static void
test_width(void)
{
	check("abcdefgh", 8, "abcdefgh");
	check("abcdefghi", 8, "abcd\xE2\x80\xA6ghi");
	check("\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4|", 4,
	    "\xC3\xA4\xC3\xA4\xE2\x80\xA6\\|");
	check(
	    "\\n\\n\\n\\n\\n\\n\\n\\n", 8, "<br><br><br><br><br><br><br><br>");
}

int
main(void)
{
	test_marks();
	test_escapes();
	test_width();
	return test_done();
}
