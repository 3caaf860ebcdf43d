/*
 * The reader, the writer, and what comes back from one through the other.
 */
#include <math.h>
#include <stdlib.h>

#include "common/bytes/utf8.h"
#include "common/input/lines.h"
#include "common/table/tsv.h"
#include "tests/unit/files.h"
#include "tests/unit/test.h"

static struct tsv *
open_text(const char *text)
{
	struct tsv *t;

	make_text_file(0, text);
	t = tsv_open(both, 1);
	if (!t)
		abort();
	return t;
}

static void
close_text(struct tsv *t)
{
	tsv_close(t);
	forget_files(1);
}

/* Reads to the end; returns 0, or -1 for an error. */
static int
read_all(struct tsv *t)
{
	int got;

	if (tsv_header(t))
		return -1;
	while ((got = tsv_next(t)) > 0)
		;
	return got;
}

/* Does reading the text fail with that message behind the file's name? */
static int
fails_with(const char *text, const char *message)
{
	struct tsv *t = open_text(text);
	int failed = read_all(t) == -1;
	const char *error = failed ? tsv_error(t) : "no error";
	size_t skip = failed ? strlen(paths[0]) : 0;
	int right = failed && strcmp(error + skip, message) == 0;

	if (!right)
		printf("# %s\n", error);
	close_text(t);
	return right;
}

static void
test_reading(void)
{
	struct tsv *t = open_text("a\tb\tc\n1\t\tx\\ty\n\t\t\n");

	CHECK_INT(tsv_header(t), 0);
	CHECK_INT(tsv_columns(t), 3);
	CHECK(span_is(tsv_name(t, 1), "b"));
	CHECK_INT(tsv_next(t), 1);
	CHECK_INT(tsv_line_number(t), 2);
	CHECK(strcmp(tsv_file(t), paths[0]) == 0);
	CHECK(span_is(tsv_line(t), "1\t\tx\\ty"));
	CHECK(span_is(tsv_field(t, 0), "1"));
	CHECK(span_is(tsv_field(t, 1), ""));
	CHECK(span_is(tsv_field(t, 2), "x\\ty"));
	CHECK_INT(tsv_next(t), 1);
	CHECK(span_is(tsv_field(t, 2), ""));
	CHECK_INT(tsv_next(t), 0);
	CHECK_INT(tsv_next(t), 0);
	CHECK(tsv_error(t) == NULL);
	close_text(t);
}

static void
test_columns(void)
{
	struct tsv *t = open_text("a\tb\ta\t\n");

	CHECK_INT(tsv_header(t), 0);
	CHECK_INT(tsv_find(t, "b"), 1);
	CHECK_INT(tsv_find(t, ""), 3);
	CHECK_INT(tsv_find(t, "A"), TSV_MISSING);
	CHECK_INT(tsv_find(t, "a"), TSV_DOUBLED);
	CHECK_INT(tsv_next(t), 0);
	close_text(t);
}

static void
test_numbers(void)
{
	struct tsv *t = open_text("us\tn\n1.5\t-3\n\t\nx\t1.5\n");
	int64_t v = 42;

	CHECK_INT(tsv_header(t), 0);
	CHECK_INT(tsv_next(t), 1);
	CHECK_INT(tsv_us(t, 0, &v), 1);
	CHECK_INT(v, 1500);
	CHECK_INT(tsv_int(t, 1, &v), 1);
	CHECK_INT(v, -3);
	CHECK_INT(tsv_next(t), 1);
	CHECK_INT(tsv_us(t, 0, &v), 0);
	CHECK_INT(tsv_int(t, 1, &v), 0);
	CHECK_INT(tsv_next(t), 1);
	CHECK_INT(tsv_us(t, 0, &v), -1);
	CHECK(strstr(tsv_error(t), ":4: us is not a time: x") != NULL);
	CHECK_INT(tsv_int(t, 1, &v), -1);
	CHECK(strstr(tsv_error(t), ":4: n is not a whole number: 1.5"));
	close_text(t);
}

static void
test_errors(void)
{
	const char *cut = ": the last line has no line feed: it was cut off";
	char message[100];

	CHECK(fails_with("",
	    ": no header: empty input; the program that "
	    "should have written it failed"));
	CHECK(fails_with("a\tb\n1\n", ":2: 1 field, but the header has 2"));
	CHECK(fails_with("a\n1\n1\t2\n", ":3: 2 fields, but the header has 1"));
	CHECK(fails_with("a\tb\n\n", ":2: 1 field, but the header has 2"));
	CHECK(fails_with("a\r\n",
	    ":1: lines end in CR LF: tr -d '\\r' removes the carriage "
	    "returns"));
	CHECK(fails_with("a,b\r\n",
	    ":1: this looks like CSV; csv2tsv converts it, "
	    "and trace-extract reads that of rocprofv3"));
	snprintf(message, sizeof message, ":1%s", cut);
	CHECK(fails_with("a\tb", message));
	snprintf(message, sizeof message, ":3%s", cut);
	CHECK(fails_with("a\n1\n2", message));
}

static void
test_several_files(void)
{
	struct tsv *t;

	make_text_file(0, "a\tb\n1\t2\n");
	make_text_file(1, "a\tb\n3\t4\n");
	t = tsv_open(both, 2);
	CHECK_INT(tsv_header(t), 0);
	CHECK_INT(tsv_next(t), 1);
	CHECK_INT(tsv_next(t), 1);
	CHECK(span_is(tsv_field(t, 0), "3"));
	CHECK(strcmp(tsv_file(t), paths[1]) == 0);
	CHECK_INT(tsv_line_number(t), 2);
	CHECK_INT(tsv_next(t), 0);
	tsv_close(t);
	forget_files(2);
	make_text_file(0, "a\tb\n");
	make_text_file(1, "b\ta\n");
	t = tsv_open(both, 2);
	CHECK_INT(read_all(t), -1);
	CHECK(strstr(tsv_error(t),
	    ":1: the header differs from that of the previous file"));
	tsv_close(t);
	forget_files(2);
}

/* Lines of all lengths around those of buffers come whole. */
static void
test_line_lengths(void)
{
	static const size_t lengths[] = {
	    0, 1, 4095, 65536, 262142, 262143, 262144, 262145, 524287, 2000000};
	enum { LENGTHS = sizeof lengths / sizeof *lengths };
	struct buf text = {0};
	struct tsv *t;
	int right = 0;

	buf_add(&text, "a\n", 2);
	for (size_t i = 0; i < LENGTHS; i++) {
		buf_reserve(&text, lengths[i] + 1);
		memset(text.p + text.n, 'a' + (int)i, lengths[i]);
		text.n += lengths[i];
		text.p[text.n++] = '\n';
	}
	make_file(0, text.p, text.n);
	t = tsv_open(both, 1);
	CHECK_INT(tsv_header(t), 0);
	for (size_t i = 0; i < LENGTHS && tsv_next(t) == 1; i++) {
		struct span f = tsv_field(t, 0);

		right += f.n == lengths[i] &&
		    (f.n == 0 ||
			(f.p[0] == 'a' + (int)i &&
			    memcmp(f.p, f.p + 1, f.n - 1) == 0));
	}
	CHECK_INT(right, LENGTHS);
	CHECK_INT(tsv_next(t), 0);
	tsv_close(t);
	forget_files(1);
	buf_free(&text);
}

/* Every place of one and of two separators in a line; more than asked for. */
static void
test_split(void)
{
	int right = 0, all = 0;

	for (size_t n = 1; n < 140; n++) /* two blocks of 64 and more */
		for (size_t a = 0; a < n; a++)
			for (size_t b = a; b < n; b++) {
				char line[140];
				struct span f[3];
				size_t want = a == b ? 2 : 3;

				memset(line, 'x', n);
				line[a] = line[b] = '\t';
				right += lines_split((struct span){line, n},
					     '\t', f, 3) == want &&
				    f[0].n == a &&
				    f[1].n == (a == b ? n : b) - a - 1 &&
				    (a == b || f[2].n == n - b - 1);
				all++;
			}
	CHECK_INT(right, all);
	CHECK_INT(lines_split(span_of("\t\t\t"), '\t', NULL, 0), 4);
	CHECK_INT(lines_split(span_of(""), ',', NULL, 0), 1);
}

static void
test_unescape(void)
{
	struct buf b = {0};

	tsv_unescape(&b, span_of("a\\tb\\nc\\rd\\\\"));
	CHECK(span_is(buf_span(&b), "a\tb\nc\rd\\"));
	b.n = 0;
	tsv_unescape(&b, span_of("\\x\\"));
	CHECK(span_is(buf_span(&b), "\\x\\"));
	b.n = 0;
	tsv_unescape(&b, (struct span){NULL, 0});
	CHECK_INT(b.n, 0);
	buf_free(&b);
}

/* A writer into paths[0]. */
static struct tsvw *
open_writer(void)
{
	struct tsvw *w = malloc(sizeof *w);
	int fd;

	strcpy(paths[0], "/tmp/test_tsv.XXXXXX");
	fd = mkstemp(paths[0]);
	if (!w || fd < 0)
		abort();
	tsvw_init(w, fd);
	return w;
}

static void
close_writer(struct tsvw *w)
{
	CHECK_INT(tsvw_flush(w), 0);
	close(w->fd);
	free(w);
}

/* Did the writer write this? */
static int
wrote(const char *want)
{
	char got[1000];
	FILE *f = fopen(paths[0], "rb");
	size_t n = f ? fread(got, 1, sizeof got, f) : 0;

	if (f)
		fclose(f);
	forget_files(1);
	if (n != strlen(want) || memcmp(got, want, n) != 0)
		printf("# %.*s\n", (int)n, got);
	return n == strlen(want) && memcmp(got, want, n) == 0;
}

static void
test_writing(void)
{
	struct tsvw *w = open_writer();

	tsvw_text(w, span_of("a\tb\\"));
	tsvw_field(w, span_of("a\\tb"));
	tsvw_empty(w);
	tsvw_int(w, INT64_MIN);
	tsvw_us(w, -1500);
	CHECK_INT(tsvw_end(w), 0);
	tsvw_real(w, 2.0 / 3, 3);
	tsvw_real(w, NAN, 3);
	tsvw_real(w, -INFINITY, 3);
	tsvw_real(w, -0.25, 0);
	tsvw_text(w, (struct span){NULL, 0});
	CHECK_INT(tsvw_end(w), 0);
	CHECK_INT(tsvw_end(w), 0);
	close_writer(w);
	CHECK(wrote("a\\tb\\\\\ta\\tb\t\t-9223372036854775808\t-1.500\n"
		    "0.667\t\t\t-0\t\n\n"));
}

static void
test_what_is_replaced(void)
{
	struct tsvw *w = open_writer();

	tsvw_text(w, (struct span){"\0\x1F\x7F", 3});
	tsvw_text(w, span_of("\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80"));
	tsvw_text(w, span_of("\xFFx\xC3"));
	tsvw_text(w, span_of("\r\n"));
	tsvw_text(w, span_of("\xC2\x80\xC2\x9F\xC2\xA0"));
	CHECK_INT(tsvw_end(w), 0);
	close_writer(w);
	CHECK(wrote(UTF8_REPLACEMENT UTF8_REPLACEMENT UTF8_REPLACEMENT
	    "\t\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80\t" UTF8_REPLACEMENT
	    "x" UTF8_REPLACEMENT "\t\\r\\n\t" UTF8_REPLACEMENT UTF8_REPLACEMENT
	    "\xC2\xA0\n"));
}

static void
test_write_errors(void)
{
	struct tsvw *w = open_writer();

	close(w->fd);
	tsvw_text(w, span_of("x"));
	CHECK_INT(tsvw_end(w), 0);
	CHECK_INT(tsvw_flush(w), -1);
	CHECK(w->error != 0);
	tsvw_text(w, span_of("x"));
	CHECK_INT(tsvw_end(w), -1);
	CHECK_INT(tsvw_flush(w), -1);
	free(w);
	forget_files(1);
}

static uint64_t
next(uint64_t *seed)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 7;
	*seed ^= *seed << 17;
	return *seed;
}

/* A text of up to `most` characters that TSV can hold, rich in odd ones. */
static void
make_text(struct buf *b, size_t most, uint64_t *seed)
{
	static const uint32_t odd[] = {'\t', '\n', '\r', '\\', '"', ',', ' ',
	    't', 'n', 0xA0, 0xBF, 0xFEFF, 0x20AC, 0x1F600};

	b->n = 0;
	for (size_t n = next(seed) % (most + 1); n > 0; n--) {
		uint32_t c = next(seed) % 2 ? 0x20 + next(seed) % 0x5F
					    : odd[next(seed) % 14];

		buf_reserve(b, UTF8_MAX);
		b->n += utf8_encode(b->p + b->n, c);
	}
}

/*
 * Texts of one and of many characters come back; the last longer than buffers.
 */
static void
test_round_trips(void)
{
	enum { RECORDS = 2000, LONG = 300000 };
	struct tsvw *w = open_writer();
	struct buf text = {0}, back = {0};
	uint64_t seed = 7;
	struct tsv *t;
	int right = 0;

	for (int i = 0; i <= RECORDS; i++) {
		make_text(&text, i < RECORDS ? 20 : LONG, &seed);
		tsvw_text(w, buf_span(&text));
		if (tsvw_end(w))
			abort();
	}
	close_writer(w);
	seed = 7;
	make_text(&text, 20, &seed);
	t = tsv_open(both, 1);
	CHECK_INT(tsv_header(t), 0);
	tsv_unescape(&back, tsv_name(t, 0));
	right += span_equal(buf_span(&text), buf_span(&back));
	for (int i = 1; i <= RECORDS && tsv_next(t) == 1; i++) {
		make_text(&text, i < RECORDS ? 20 : LONG, &seed);
		back.n = 0;
		tsv_unescape(&back, tsv_field(t, 0));
		right += span_equal(buf_span(&text), buf_span(&back));
	}
	CHECK_INT(right, RECORDS + 1);
	CHECK_INT(tsv_next(t), 0);
	close_text(t);
	buf_free(&text);
	buf_free(&back);
}

int
main(void)
{
	test_reading();
	test_columns();
	test_numbers();
	test_errors();
	test_several_files();
	test_line_lengths();
	test_split();
	test_unescape();
	test_writing();
	test_what_is_replaced();
	test_write_errors();
	test_round_trips();
	return test_done();
}
