/*
 * Any bytes as a field of a table: the cell has no line end, no bare bar, and
 * no bytes that are no UTF-8; shortened, it is no longer than asked for.
 */
#include <stdint.h>

#include "common/bytes/utf8.h"
#include "tests/fuzz/bytes.h"
#include "tools/tsv2md/markdown.h"

static void
check(struct span s)
{
	for (size_t i = 0, n; i < s.n; i += n) {
		n = utf8_length((struct span){s.p + i, s.n - i});
		require(n > 0 && s.p[i] != '\n' && s.p[i] != '|');
		if (s.p[i] == '\\') {
			require(i + 1 < s.n);
			n = 2;
		}
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	struct span field = {(const char *)p, n};
	struct buf b = {0};

	markdown_cell(&b, field, 0);
	check(buf_span(&b));
	b.n = 0;
	markdown_cell(&b, field, 9);
	check(buf_span(&b));
	require(b.n <= 9 * 4);
	buf_free(&b);
	return 0;
}
