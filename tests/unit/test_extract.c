/* trace-extract: selection, columns, rank, the progress line. */
#include <stdlib.h>

#include "common/meaning/spelling.h"
#include "tests/unit/test.h"
#include "tools/trace-extract/progress.h"
#include "tools/trace-extract/stream_rows.h"

static int
has(const struct selection *s, const char *cat, const char *ph)
{
	struct raw_event e = {.cat = span_of(cat), .ph = span_of(ph)};
	atomic_ullong found = 0;

	e.group = event_category_group(e.cat, e.ph);
	return select_has(s, &e, &found);
}

static void
test_selection(void)
{
	struct selection kernels = {0}, gpu = {0}, host = {0}, many = {0};
	struct skim_words words = {0};
	struct category_map map = {0};

	CHECK_INT(select_add(&kernels, "Kernel", true), 0);
	CHECK(has(&kernels, "kernel", "X"));
	CHECK(!has(&kernels, "gpu_memcpy", "X"));
	CHECK_INT(select_add(&gpu, "gpu,python_function", true), 0);
	CHECK(has(&gpu, "gpu_memset", "X"));
	CHECK(has(&gpu, "python_function", "X"));
	CHECK(!has(&gpu, "cpu_op", "X"));
	CHECK_INT(select_add(&host, "host", true), 0);
	CHECK(has(&host, "xpu_runtime", "X"));
	CHECK(has(&host, "", "M"));
	CHECK(!has(&host, "", "i"));
	CHECK_INT(select_add(&many, "", true), -1);
	CHECK_INT(select_add(&many, "a,,b", true), -1);

	select_words(&kernels, &map, &words);
	CHECK(!words.all);
	CHECK_INT(words.n, 3); /* its old name, and that of rocprofv3 */
	words = (struct skim_words){0};
	select_words(&host, &map, &words);
	CHECK(words.all);
	words = (struct skim_words){0};
	select_add(&many, "alpha,beta,gamma,delta", true);
	select_words(&many, &map, &words);
	CHECK(words.all); /* four initials are too many */
	words = (struct skim_words){0};
	CHECK_INT(category_map_add(&map, span_of("name:* Exec=kernel")), 0);
	select_words(&kernels, &map, &words);
	CHECK(words.all); /* any event may have such a name */
}

static const char *
category_by(const char *rule, const char *name, const char *cat)
{
	struct raw_event e = {
	    .name = span_of(name), .cat = span_of(cat), .ph = span_of("X")};
	struct category_map map = {0};

	if (category_map_add(&map, span_of(rule)))
		return "no rule";
	category_map_event(&map, &e);
	return e.cat.p;
}

static void
test_names(void)
{
	CHECK(!strcmp(category_by("name:*b=c", "ab", ""), "c"));
	CHECK(!strcmp(category_by("name:*b=c", "abb", ""), "c"));
	CHECK(!strcmp(category_by("name:*b=c", "abc", ""), ""));
	CHECK(!strcmp(category_by("name:b*=c", "ab", ""), ""));
	CHECK(!strcmp(category_by("name:b*=c", "b", ""), "c"));
	CHECK(!strcmp(category_by("name:*b*=c", "abc", ""), "c"));
	CHECK(!strcmp(category_by("name:*=c", "", ""), "c"));
	CHECK(!strcmp(category_by("name:ab=c", "ab", ""), "c"));
	CHECK(!strcmp(category_by("name:ab=c", "abb", ""), ""));
	CHECK(!strcmp(category_by("name:a=b=c", "a=b", ""), "c"));
	CHECK(!strcmp(category_by("name:ab=c", "ab", "d"), "d"));
	CHECK(!strcmp(category_by("name:a*b=c", "ab", ""), "no rule"));
	CHECK(!strcmp(category_by("name:=c", "", ""), "no rule"));
	CHECK(!strcmp(category_by("name:a=", "", ""), "no rule"));
}

static void
test_spelling(void)
{
	CHECK_INT(spelling_distance(span_of("hots"), span_of("host")), 1);
	CHECK_INT(spelling_distance(span_of("cpuop"), span_of("cpu_op")), 1);
	CHECK_INT(spelling_distance(span_of("kitten"), span_of("sitting")), 3);
	CHECK_INT(spelling_distance(span_of(""), span_of("abc")), 3);
	CHECK_INT(spelling_distance(span_of("abc"), span_of("")), 3);
	CHECK_INT(spelling_distance(span_of("same"), span_of("same")), 0);
	CHECK(spelling_is(span_of("kernl"), span_of("kernel")));
	CHECK(!spelling_is(span_of("gpu"), span_of("host")));
}

static void
test_columns(void)
{
	struct columns c = {0};

	CHECK(!columns_add(&c, "Input Dims"));
	CHECK(!columns_add(&c, "a=b=c"));
	CHECK(span_is(c.name[0], "input_dims"));
	CHECK(span_is(c.key[1], "a=b") && span_is(c.name[1], "c"));
	CHECK(columns_add(&c, "input-dims") != NULL);
	CHECK(columns_add(&c, "x=ts_us") != NULL);
	CHECK(columns_add(&c, "x=") != NULL);
	CHECK(columns_add(&c, "()") != NULL);
	buf_free(&c.names);
}

static void
test_rank(void)
{
	struct rank_rule fixed = {0}, name = {0}, wrong = {0}, pid = {0};

	CHECK(!rank_rule_parse(&fixed, "12"));
	CHECK(span_is(rank_by_rule(&fixed, "x"), "12"));
	CHECK(!rank_rule_parse(&name, "rank([0-9]+)"));
	CHECK(span_is(rank_by_rule(&name, "a/rank07.json"), "07"));
	CHECK_INT(rank_by_rule(&name, "a/b.json").n, 0);
	CHECK(!rank_rule_parse(&pid, "pid") && pid.by_pid);
	CHECK(rank_rule_parse(&wrong, "rank[0-9]+") != NULL);
	regfree(&wrong.pattern);
	CHECK(rank_rule_parse(&wrong, "(") != NULL);
	regfree(&name.pattern);
}

static void
check_line(int64_t bytes, int64_t of, double seconds, const char *want)
{
	char line[200];

	progress_line(line, sizeof line, "x\ty", bytes, of, seconds);
	CHECK(strcmp(line, want) == 0);
}

static void
test_progress(void)
{
	check_line(512000000, 1024000000, 2,
	    "x?y: 512 MB of 1.0 GB, 256 MB/s, 2 s left");
	check_line(2500, 0, 1, "x?y: 2.5 kB, 2.5 kB/s");
	check_line(0, 100, 1, "x?y: 0 B, 0 B/s");
	check_line(100, 100, 0, "x?y: 100 B, 0 B/s");
}

int
main(void)
{
	test_selection();
	test_names();
	test_spelling();
	test_columns();
	test_rank();
	test_progress();
	return test_done();
}
