/*
 * The reader of CSV, against records written by a writer of the test's own that
 * quotes at random.
 */
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/table/csv.h"
#include "tests/unit/files.h"
#include "tests/unit/test.h"

static struct tsv *
open_file(void)
{
	struct tsv *r = csvr_open(both, 1);

	if (!r)
		abort();
	return r;
}

/* Reads to the end; returns 0, or -1 for an error. */
static int
read_all(struct tsv *r)
{
	int got;

	if (tsv_header(r))
		return -1;
	while ((got = tsv_next(r)) > 0)
		;
	return got;
}

/* Does reading the text fail with that message behind the file's name? */
static int
fails_with(const char *text, const char *message)
{
	const char *error = "no error";
	struct tsv *r;
	int right = 0;

	make_text_file(0, text);
	r = open_file();
	if (read_all(r) == -1) {
		error = tsv_error(r);
		right = strcmp(error + strlen(paths[0]), message) == 0;
	}
	if (!right)
		printf("# %s\n", error);
	tsv_close(r);
	forget_files(1);
	return right;
}

static void
test_reading(void)
{
	static const char text[] = "\xEF\xBB\xBF"
				   "a,\"b\nc\"\r\n"
				   "1, 2 \n\n"
				   "\"x\r\ny\",\"\"\"\"\r\n"
				   "\"a\0b\",\xFF";
	struct tsv *r;

	make_file(0, text, sizeof text - 1);
	r = open_file();
	CHECK_INT(tsv_header(r), 0);
	CHECK_INT(tsv_columns(r), 2);
	CHECK(span_is(tsv_name(r, 0), "a"));
	CHECK(span_is(tsv_name(r, 1), "b\nc"));
	CHECK_INT(tsv_next(r), 1);
	CHECK_INT(tsv_line_number(r), 3);
	CHECK(strcmp(tsv_file(r), paths[0]) == 0);
	CHECK(span_is(tsv_field(r, 1), " 2 "));
	CHECK_INT(tsv_next(r), 1);
	CHECK_INT(tsv_line_number(r), 5);
	CHECK(span_is(tsv_field(r, 0), "x\r\ny"));
	CHECK(span_is(tsv_field(r, 1), "\""));
	CHECK_INT(tsv_next(r), 1);
	CHECK_INT(tsv_line_number(r), 7);
	CHECK(span_equal(tsv_field(r, 0), (struct span){"a\0b", 3}));
	CHECK(span_is(tsv_field(r, 1), "\xFF"));
	CHECK_INT(tsv_next(r), 0);
	CHECK_INT(tsv_next(r), 0);
	CHECK(tsv_error(r) == NULL);
	tsv_close(r);
	forget_files(1);
}

static void
test_errors(void)
{
	CHECK(fails_with("",
	    ": no header: empty input; the program that "
	    "should have written it failed"));
	CHECK(fails_with("\n", ": no header: the first line is empty"));
	CHECK(fails_with(
	    "\xEF\xBB\xBF\r\n", ": no header: the first line is empty"));
	CHECK(fails_with("a,b\n1\n", ":2: 1 field, but the header has 2"));
	CHECK(fails_with(
	    "a\n\"1\"\n\"1\n\",2\n", ":3: 2 fields, but the header has 1"));
	CHECK(fails_with("a\n1\"\n",
	    ":2: a quote inside an unquoted field, or one "
	    "not doubled inside a quoted field"));
	CHECK(fails_with("a\n1\n\"2\n3\n",
	    ":3: the record that begins here has an unclosed quote"));
	CHECK(fails_with("a\n1\r2\n",
	    ":2: a carriage return outside quotes that does not end the line"));
	CHECK(fails_with("a\n\"1\"\r\r\n",
	    ":2: a carriage return outside quotes that does not end the line"));
}

static void
test_several_files(void)
{
	struct tsv *r;

	make_text_file(0, "a,b\n1,2");
	make_text_file(1, "\xEF\xBB\xBF\"a\",b\r\n3,4\r\n");
	r = csvr_open(both, 2);
	CHECK_INT(tsv_header(r), 0);
	CHECK_INT(tsv_next(r), 1);
	CHECK_INT(tsv_next(r), 1);
	CHECK(span_is(tsv_field(r, 0), "3"));
	CHECK_INT(tsv_line_number(r), 2);
	CHECK_INT(tsv_next(r), 0);
	tsv_close(r);
	forget_files(2);
	make_text_file(0, "a,b\n");
	make_text_file(1, "a\n");
	r = csvr_open(both, 2);
	CHECK_INT(read_all(r), -1);
	CHECK(strstr(tsv_error(r),
		  ":1: the header differs from that of the "
		  "previous file") != NULL);
	tsv_close(r);
	forget_files(2);
}

static uint64_t
next(uint64_t *seed)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 7;
	*seed ^= *seed << 17;
	return *seed;
}

static void
put(struct buf *b, const char *p, size_t n)
{
	buf_add(b, p, n);
}

/* A field of up to `most` bytes, rich in those that mean something. */
static void
make_field(struct buf *b, size_t most, uint64_t *seed)
{
	b->n = 0;
	for (size_t n = next(seed) % (most + 1); n > 0; n--) {
		char c = (char)next(seed);

		put(b, next(seed) % 2 ? &c : &"\",\r\n \t\xEF"[next(seed) % 7],
		    1);
	}
}

/* Writes it as CSV, with quotes where they must be or by chance. */
static void
put_csv(struct buf *out, struct span s, int alone, uint64_t *seed)
{
	int quote = (alone && s.n == 0) || next(seed) % 4 == 0;

	for (size_t i = 0; i < s.n; i++)
		if (memchr("\",\r\n\xEF", s.p[i], 5))
			quote = 1;
	if (quote)
		put(out, "\"", 1);
	for (size_t i = 0; i < s.n; i++) {
		put(out, s.p + i, 1);
		if (s.p[i] == '"')
			put(out, "\"", 1);
	}
	if (quote)
		put(out, "\"", 1);
}

struct shape {
	int columns, records;
	size_t most; /* bytes of a field */
};

/* The fields come from the seed alone, so that they can be made again. */
static void
write_table(struct buf *out, const struct shape *t, uint64_t seed)
{
	uint64_t taste = seed ^ 0x5555; /* for quotes and line ends */
	struct buf field = {0};

	for (int i = 0; i <= t->records; i++) {
		for (int j = 0; j < t->columns; j++) {
			make_field(&field, t->most, &seed);
			put(out, ",", j > 0);
			put_csv(out, buf_span(&field), t->columns == 1, &taste);
		}
		put(out, "\r", next(&taste) % 2);
		put(out, "\n", 1);
	}
	buf_free(&field);
}

/* How many fields of the table are as they were written. */
static int
read_table(struct tsv *r, const struct shape *t, uint64_t seed)
{
	struct buf field = {0};
	int right = 0;

	if (tsv_header(r) || tsv_columns(r) != t->columns)
		return -1;
	for (int i = 0; i <= t->records; i++) {
		if (i && tsv_next(r) != 1)
			break;
		for (int j = 0; j < t->columns; j++) {
			make_field(&field, t->most, &seed);
			right += span_equal(buf_span(&field),
			    i ? tsv_field(r, j) : tsv_name(r, j));
		}
	}
	buf_free(&field);
	return right;
}

static void
test_any_table(struct shape t, uint64_t seed)
{
	struct buf text = {0};
	struct tsv *r;

	write_table(&text, &t, seed);
	make_file(0, text.p, text.n);
	r = open_file();
	CHECK_INT(read_table(r, &t, seed), (t.records + 1) * t.columns);
	CHECK_INT(tsv_next(r), 0);
	tsv_close(r);
	forget_files(1);
	buf_free(&text);
}

/* Behind any record that cannot be read, the next line is read as ever. */
static void
test_resuming(void)
{
	static const char *const broken[] = {"1", "1,2,3", "\"1\"2,3", "1,\r2",
	    "\"1,\"2", "\"1,2\n\"1,2", "1\"\",2"};

	for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
		char text[80];
		struct tsv *r;

		snprintf(text, sizeof text, "a,b\n%s\n\"x\ny\",z\n", broken[i]);
		make_text_file(0, text);
		r = open_file();
		CHECK_INT(tsv_header(r), 0);
		CHECK_INT(tsv_next(r), -1);
		CHECK_INT(tsv_resume(r), 0);
		CHECK(!tsv_error(r));
		CHECK_INT(tsv_next(r), 1);
		CHECK(span_is(tsv_field(r, 0), "x\ny"));
		CHECK(span_is(tsv_field(r, 1), "z"));
		CHECK_INT(tsv_next(r), 0);
		tsv_close(r);
		forget_files(1);
	}
	make_text_file(0, "");
	forget_files(1);
	struct tsv *r = open_file(); /* a file that is gone */

	CHECK_INT(tsv_header(r), -1);
	CHECK_INT(tsv_resume(r), -1);
	tsv_close(r);
}

int
main(void)
{
	test_reading();
	test_errors();
	test_resuming();
	test_several_files();
	test_any_table((struct shape){1, 3000, 6}, 1);
	test_any_table((struct shape){2, 3000, 3}, 2);
	test_any_table((struct shape){7, 3000, 12}, 3);
	test_any_table((struct shape){300, 30, 40}, 4);
	test_any_table((struct shape){3, 10, 400000}, 5);
	return test_done();
}
