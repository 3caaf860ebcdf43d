#include <stdlib.h>
#include <unistd.h>

#include "common/bytes/fixed.h"
#include "tests/unit/test.h"
#include "tools/csv2xlsx/book.h"
#include "tools/csv2xlsx/cell_value.h"
#include "tools/csv2xlsx/cells.h"
#include "tools/csv2xlsx/splice.h"

enum { NO_NUMBER = -2 };

static int
decimals_of(const char *text)
{
	struct number x;

	return cell_value_number(COLUMN_OTHER, span_of(text), &x) ? x.decimals
								  : NO_NUMBER;
}

/* How the workbook has it. */
static bool
is_stored(const char *text, const char *want)
{
	struct number x;

	return cell_value_number(COLUMN_OTHER, span_of(text), &x) &&
	    span_is((struct span){x.stored, x.stored_n}, want);
}

static void
test_stored(void)
{
	CHECK(is_stored("8.008", "8.008"));
	CHECK(is_stored("8.000", "8"));
	CHECK(is_stored("-0.500", "-0.5"));
	CHECK(is_stored("100", "100"));
	CHECK(is_stored("0.000", "0"));
	CHECK(is_stored("1.5e+03", "1500"));
}

static void
test_numbers(void)
{
	struct number x;

	CHECK_INT(decimals_of("0"), 0);
	CHECK(!cell_value_number(COLUMN_ID, span_of("7"), &x));
	CHECK(!cell_value_number(COLUMN_TEXT, span_of("7"), &x));
	CHECK(cell_value_number(COLUMN_TIME, span_of("7.000"), &x));
	CHECK_INT(decimals_of("-12"), 0);
	CHECK_INT(decimals_of("0.10"), 2);
	CHECK_INT(decimals_of("0.000000000000000000012"), 21);
	CHECK_INT(decimals_of("123456789012.345"), 3);
	CHECK_INT(decimals_of("9007199254740992"), 0);
	CHECK_INT(decimals_of("9007199254740993"), NO_NUMBER);
	CHECK_INT(decimals_of("0.1234567890123456789"), NO_NUMBER);
	CHECK_INT(decimals_of("1e-05"), CELL_VALUE_EXPONENT);
	CHECK_INT(decimals_of("1.25e+300"), CELL_VALUE_EXPONENT);
	CHECK_INT(decimals_of("1e+400"), NO_NUMBER);
	CHECK_INT(decimals_of("1e5"), NO_NUMBER);
	CHECK_INT(decimals_of(""), NO_NUMBER);
	CHECK_INT(decimals_of("-"), NO_NUMBER);
	CHECK_INT(decimals_of("--1"), NO_NUMBER);
	CHECK_INT(decimals_of("00"), NO_NUMBER);
	CHECK_INT(decimals_of("-01.5"), NO_NUMBER);
	CHECK_INT(decimals_of("1."), NO_NUMBER);
	CHECK_INT(decimals_of(".1"), NO_NUMBER);
	CHECK_INT(decimals_of("1.2.3"), NO_NUMBER);
	CHECK_INT(decimals_of("1e"), NO_NUMBER);
	CHECK_INT(decimals_of("e1"), NO_NUMBER);
	CHECK_INT(decimals_of("nan"), NO_NUMBER);
	CHECK_INT(decimals_of("11111111111111111111111111111111111111111111"),
	    NO_NUMBER);
}

/* A text taken for a number is as strtod reads it, to the last bit. */
static void
test_exactness(void)
{
	uint64_t state = 1;
	int wrong = 0, numbers = 0;

	for (int i = 0; i < 200000; i++) {
		struct number x;
		char text[64];
		int places;

		state = state * 6364136223846793005u + 1442695040888963407u;
		places = (int)(state >> 60);
		snprintf(text, sizeof text, "%.*f", places,
		    (double)(int64_t)state /
			(double)(1u << (state >> 40 & 31)));
		if (!cell_value_number(COLUMN_OTHER, span_of(text), &x))
			continue;
		numbers++;
		wrong += x.v != strtod(text, NULL) || x.decimals != places;
		x.stored[x.stored_n] = '\0';
		wrong += strtod(x.stored, NULL) != x.v;
	}
	CHECK_INT(wrong, 0);
	CHECK(numbers > 1000);
}

/*
 * Of 16 digits, as times of traces have: those that printf finds again in the
 * nearest double are numbers, the others are not; doubles of 3 decimals are
 * dense enough up to 2^43.
 */
static void
test_sixteen_digits(void)
{
	uint64_t state = 1;
	int wrong = 0, numbers = 0;

	for (int i = 0; i < 100000; i++) {
		struct number x;
		char digits[32], text[64], again[64];
		int places = i % 16;

		state = state * 6364136223846793005u + 1442695040888963407u;
		snprintf(digits, sizeof digits, "%llu",
		    (unsigned long long)(state % 9000000000000000u +
			1000000000000000u));
		snprintf(text, sizeof text, "%.*s%s%s", 16 - places, digits,
		    places ? "." : "", digits + 16 - places);
		snprintf(again, sizeof again, "%.16G", strtod(text, NULL));
		snprintf(
		    again, sizeof again, "%.*f", places, strtod(again, NULL));
		wrong += cell_value_number(COLUMN_OTHER, span_of(text), &x) !=
		    (strcmp(text, again) == 0);
		numbers += strcmp(text, again) == 0;
	}
	CHECK_INT(wrong, 0);
	CHECK(numbers > 10000 && numbers < 100000);
	CHECK(is_stored("6520488000264.045", "6520488000264.045"));
	CHECK(is_stored("-6520488000264.040", "-6520488000264.04"));
	CHECK_INT(decimals_of("8796093022208.001"), NO_NUMBER);
}

static void
test_plain(void)
{
	static const char *const odd[] = {" a", "a ", "a&b", "<", "a>", "a\tb",
	    "\r", "_x0041_", "a_x", "gr\xc3\xbc\xc3\x9f", "0123456789abcdefg_x",
	    "0123456789abcdef0123456789abcdef<",
	    "0123456789abcde_x123456789abcdef", "0123456789abcdef "};

	CHECK(cell_value_is_plain(span_of("")));
	CHECK(cell_value_is_plain(span_of("x")));
	CHECK(cell_value_is_plain(span_of("aten::add_ [2, 3] ~")));
	CHECK(cell_value_is_plain(span_of("0123456789abcdef_")));
	CHECK(cell_value_is_plain(span_of("Cijk_Alik_Bljk_BBS_BH_MT256x256")));
	for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
		CHECK(!cell_value_is_plain(span_of(odd[i])));
}

static int
becomes(const char *from, const char *to)
{
	struct buf b = {0};
	int same;

	cell_value_text(&b, span_of(from));
	same = strcmp(b.p, to) == 0;
	buf_free(&b);
	return same;
}

static void
test_text(void)
{
	CHECK(becomes("", ""));
	CHECK(becomes("a\tb\nc\r", "a\tb\nc\r"));
	CHECK(becomes("a\x01\x1B", "a\xEF\xBF\xBD\xEF\xBF\xBD"));
	CHECK(becomes("\xC3\xA9\xC3", "\xC3\xA9\xEF\xBF\xBD"));
	CHECK(becomes("\xEF\xBF\xBE", "\xEF\xBF\xBD"));
	CHECK(becomes("_x0041_", "_x005F_x0041_"));
	CHECK(becomes("__xFFff__", "__x005F_xFFff__"));
	CHECK(becomes("_x004_ _y0041_ _x00g1_", "_x004_ _y0041_ _x00g1_"));
	CHECK_INT(cell_value_units(span_of("a\xC3\xA9\xE2\x82\xAC")), 3);
	CHECK_INT(cell_value_units(span_of("\xF0\x9F\x98\x80")), 2);
}

static int
named(struct sheet_names *names, const char *wanted, const char *got)
{
	const char *name = sheet_names_add(names, wanted);

	return name && strcmp(name, got) == 0;
}

static void
test_names(void)
{
	struct sheet_names names = {0};
	char *base = sheet_names_of_file("a/b.c.tsv.gz");

	CHECK(named(&names, "a", "a"));
	CHECK(named(&names, "A", "A (2)"));
	CHECK(named(&names, "a", "a (3)"));
	CHECK(named(&names, "a (2)", "a (2) (2)"));
	CHECK(named(&names, "", "Sheet"));
	CHECK(named(&names, "HISTORY", "HISTORY (2)"));
	CHECK(named(&names, "[x]\\y\n\xFF", "_x__y__"));
	CHECK(named(&names, "'", "_"));
	CHECK(named(&names, "123456789012345678901234567890'x",
	    "123456789012345678901234567890_"));
	CHECK(named(&names, "123456789012345678901234567890_",
	    "123456789012345678901234567 (2)"));
	CHECK(named(&names, "12345678901234567890123456789\xF0\x9F\x98\x80",
	    "12345678901234567890123456789\xF0\x9F\x98\x80"));
	CHECK(named(&names, "x2345678901234567890123456789y\xF0\x9F\x98\x80",
	    "x2345678901234567890123456789y"));
	sheet_names_free(&names);
	CHECK(base && strcmp(base, "b.c") == 0);
	free(base);
}

/* Have three values of such a column this total? */
static bool
totals(const char *name, const char *a, const char *b, const char *c,
    const char *total)
{
	struct column_stats t = {.about = column_of(span_of(name))};
	char out[FIXED_MAX];

	CHECK_INT(column_stats_add(&t, span_of(a)), 0);
	CHECK_INT(column_stats_add(&t, span_of(b)), 0);
	CHECK_INT(column_stats_add(&t, span_of(c)), 0);
	return span_is((struct span){out, column_stats_total(&t, out)}, total);
}

static void
test_tally(void)
{
	struct column_stats t = {.about = column_of(span_of("dur_us"))};
	char out[FIXED_MAX];

	CHECK_INT(column_stats_add(&t, span_of("0.100")), 0);
	CHECK_INT(column_stats_add(&t, span_of("9007199254740993.200")), 0);
	CHECK_INT(column_stats_total(&t, out), 20);
	CHECK(memcmp(out, "9007199254740993.300", 20) == 0);
	CHECK_INT(column_stats_add(&t, span_of("9007199254740993.200")), -1);
	CHECK_INT(column_stats_add(&t, span_of("NEW")), 0);
	CHECK(!t.about.sums);
	CHECK(totals("dur_ms", "0.0004", "0.0004", "0.0004", "0.001"));
	CHECK(totals("dur_us", "1.0005", "2.0005", "-0.1", "2.901"));
	CHECK(totals("dur_us", "-1.0005", "-2e0", "1e-9", "-3.000"));
	CHECK(totals(
	    "dur_us", "9e15", "0.0005", "0.0004", "9000000000000000.001"));
	t = (struct column_stats){.about = column_of(span_of("ratio"))};
	CHECK(column_stats_middle(&t) == 1 && column_stats_farthest(&t) == 0);
	column_stats_change(&t, 0.75);
	CHECK(column_stats_farthest(&t) == 0.25);
	column_stats_change(&t, 30);
	CHECK(column_stats_farthest(&t) == 1);
	t = (struct column_stats){.about = column_of(span_of("delta_us"))};
	column_stats_change(&t, -300);
	CHECK(column_stats_middle(&t) == 0 && column_stats_farthest(&t) == 300);
}

/* Is the workbook still taken for whole with n bytes of it? */
static int
is_whole(const char *bytes, size_t n)
{
	const struct row_xml_data none = {0};
	FILE *f = n ? fmemopen((void *)(uintptr_t)bytes, n, "rb") : tmpfile();
	FILE *rows = tmpfile(), *out = tmpfile();
	enum splice status = splice(f, rows, &none, 1, out);

	fclose(f);
	fclose(rows);
	fclose(out);
	return status == SPLICE_DONE;
}

/* Little-endian. */
static int64_t
number_at(const char *p, int bytes)
{
	uint64_t v = 0;

	while (bytes--)
		v = v << 8 | (unsigned char)p[bytes];
	return (int64_t)v;
}

/* A workbook with a sheet of no rows in the file at the path. */
static void
make_frame(const char *path)
{
	struct outfile *out = outfile_open(path);
	lxw_worksheet *sheet;
	struct book book;

	CHECK(out != NULL);
	book_open(&book, out, 1, 6);
	sheet = book_add_sheet(&book, "x");
	CHECK(sheet != NULL);
	sheet->dim_rowmin = sheet->dim_rowmax = 0;
	sheet->dim_colmin = sheet->dim_colmax = 0;
	book_close(&book);
	CHECK_INT(outfile_commit(out), 0);
}

static void
test_whole(void)
{
	char path[] = "/tmp/test_csv2xlsx.XXXXXX";
	char bytes[20000];
	int fd = mkstemp(path), wrong = 0;
	size_t n, members;
	FILE *f;

	make_frame(path);
	close(fd);
	f = fopen(path, "rb");
	n = fread(bytes, 1, sizeof bytes, f);
	fclose(f);
	CHECK(n > 1000 && n < sizeof bytes);
	CHECK(is_whole(bytes, n));
	members =
	    (size_t)number_at(bytes + n - 6, 4); /* before the directory */
	for (size_t cut = 0; cut <= members; cut += 7)
		wrong += is_whole(bytes, cut);
	CHECK_INT(wrong, 0);
	for (size_t i = 30; i < n / 2; i += 3) { /* inside the members */
		bytes[i] ^= 0x10;
		wrong += is_whole(bytes, n);
		bytes[i] ^= 0x10;
	}
	CHECK(wrong < 60); /* dates, versions and sizes are not looked at */
	unlink(path);
}

/* Is this the extra field of a sheet whose XML has more than these bytes? */
static bool
is_large(const char *extra, int64_t bytes)
{
	return number_at(extra, 2) == 1 && number_at(extra + 4, 8) > bytes;
}

/* Where the name stands at or behind `from`, in a header of that signature. */
static const char *
find_header(const char *from, const char *end, const char *name, int64_t what,
    int header)
{
	for (size_t n = strlen(name); from + n + 28 <= end; from++)
		if (memcmp(from, name, n) == 0 &&
		    number_at(from - header, 4) == what)
			return from;
	return NULL;
}

static void
check_headers(const char *bytes, size_t n, int64_t size)
{
	const char *end = bytes + n, *name = "xl/worksheets/sheet1.xml";
	const char *local = find_header(bytes + 46, end, name, 0x04034b50, 30);
	const char *central =
	    find_header(bytes + 46, end, name, 0x02014b50, 46);
	size_t length = strlen(name);

	CHECK(local && central);
	if (!local || !central)
		return;
	CHECK(number_at(local - 12, 4) == UINT32_MAX);
	CHECK(number_at(local - 8, 4) == UINT32_MAX);
	CHECK(is_large(local + length, size));
	CHECK(is_large(central + length, size));
	CHECK(number_at(central + length + 20, 8) == local - 30 - bytes);
}

/*
 * Sizes from 4 GiB on stand in the extra fields of Zip64, which follow the name
 * in both headers; those in the headers are all ones.
 */
static void
test_large(void)
{
	const struct row_xml_data data = {
	    .packed = 4, .size = INT64_C(5) << 30};
	char path[] = "/tmp/test_csv2xlsx.XXXXXX", bytes[20000];
	FILE *frame, *rows = tmpfile(), *out = tmpfile();
	int fd = mkstemp(path);
	size_t n;

	make_frame(path);
	frame = fopen(path, "rb");
	CHECK(fputs("rows", rows) >= 0 && fflush(rows) == 0);
	CHECK_INT(splice(frame, rows, &data, 1, out), SPLICE_DONE);
	rewind(out);
	n = fread(bytes, 1, sizeof bytes, out);
	CHECK(n > 1000 && n < sizeof bytes);
	check_headers(bytes, n, data.size);
	fclose(frame);
	fclose(rows);
	fclose(out);
	close(fd);
	unlink(path);
}

int
main(void)
{
	test_stored();
	test_numbers();
	test_exactness();
	test_sixteen_digits();
	test_plain();
	test_text();
	test_names();
	test_tally();
	test_whole();
	test_large();
	return test_done();
}
