/*
 * Some tables, merged: what comes out is in order, and is what went in. Any
 * bytes as a table: merged or refused, never out of order.
 */
#define _GNU_SOURCE /* memfd_create */
#include "common/bytes/fixed.h"
#include "tests/fuzz/bytes.h"
#include "tests/fuzz/table.h"
#include "tools/trace-merge/merge.h"

enum { TABLES = 4, ROWS = 40 };

#define HEADER "ts_us\tdur_us\tname\n"

/* Lines written or read: their number, and a sum over their bytes. */
struct content {
	size_t lines;
	uint64_t sum;
};

static void
add_line(struct content *c, struct span line)
{
	uint64_t hash = 14695981039346656037u; /* FNV-1a */

	for (size_t i = 0; i < line.n; i++)
		hash = (hash ^ (unsigned char)line.p[i]) * 1099511628211u;
	c->lines++;
	c->sum += hash;
}

static void
put(struct buf *b, struct span s)
{
	buf_add(b, s.p, s.n);
}

/* A table in the order of time, with many equal times. */
static struct buf
make_table(struct bytes *b, struct content *content)
{
	struct buf table = {0};
	int64_t ts = take_byte(b) % 4;
	size_t rows = take_byte(b) % ROWS;

	put(&table, span_of(HEADER));
	for (size_t i = 0; i < rows; i++) {
		size_t start = table.n;
		char text[FIXED_MAX];
		char name = (char)('a' + take_byte(b) % 26);

		ts += take_byte(b) % 2;
		put(&table, (struct span){text, fixed_print_us(text, ts)});
		put(&table, span_of("\t"));
		put(&table,
		    (struct span){
			text, fixed_print_us(text, take_byte(b) % 3)});
		put(&table, span_of("\t"));
		put(&table, (struct span){&name, 1});
		add_line(
		    content, (struct span){table.p + start, table.n - start});
		put(&table, span_of("\n"));
	}
	return table;
}

/* The first number of a line, and the second. */
static void
read_times(struct span line, int64_t *ts, int64_t *dur)
{
	const char *tab = memchr(line.p, '\t', line.n);
	struct span first = {line.p, (size_t)(tab - line.p)};
	const char *second = memchr(tab + 1, '\t', line.n - first.n - 1);

	*ts = ROWS_NO_TIME;
	*dur = 0;
	require(first.n == 0 || fixed_parse_us(first, ts) == 0);
	first = (struct span){tab + 1, (size_t)(second - tab) - 1};
	require(first.n == 0 || fixed_parse_us(first, dur) == 0);
}

static void
must_follow(struct span before, struct span line)
{
	int64_t a, a_dur, b, b_dur;

	if (before.n == 0)
		return;
	read_times(before, &a, &a_dur);
	read_times(line, &b, &b_dur);
	require(a <= b);
	if (a == b)
		require(a_dur > b_dur ||
		    (a_dur == b_dur && span_compare(before, line) <= 0));
}

/* Reads the merge to its end. Returns what merge_next ended with. */
static int
read_all(struct merge *m, struct content *content)
{
	struct buf before = {0};
	struct span line;
	int got;

	while ((got = merge_next(m, &line)) == 1) {
		must_follow(buf_span(&before), line);
		add_line(content, line);
		before.n = 0;
		put(&before, line);
	}
	buf_free(&before);
	return got;
}

/* Merges tables of these texts; returns 0, or -1 if they are refused. */
static int
merge_texts(const struct buf *text, size_t n, struct content *content)
{
	struct memory_file file[TABLES];
	char *path[TABLES];
	struct tsv *in[TABLES];
	struct merge m = {0};
	struct row_columns column = {0, 1};
	int status = 0;

	for (size_t i = 0; i < n; i++) {
		file[i] = memory_file(text[i].p, text[i].n);
		path[i] = file[i].path;
		in[i] = tsv_open(&path[i], 1);
		require(in[i] && tsv_header(in[i]) == 0);
	}
	if (merge_open(&m, in, n, column) || read_all(&m, content) < 0)
		status = -1;
	require(status == 0 || m.error);
	merge_free(&m);
	for (size_t i = 0; i < n; i++) {
		tsv_close(in[i]);
		close(file[i].fd);
	}
	return status;
}

static void
try_tables(struct bytes b)
{
	struct buf text[TABLES];
	struct content in = {0}, out = {0};
	size_t n = 1 + take_byte(&b) % TABLES;

	for (size_t i = 0; i < n; i++)
		text[i] = make_table(&b, &in);
	require(merge_texts(text, n, &out) == 0);
	require(in.lines == out.lines && in.sum == out.sum);
	for (size_t i = 0; i < n; i++)
		buf_free(&text[i]);
}

static void
try_any(const uint8_t *data, size_t size)
{
	struct buf text = {0};
	struct content out = {0};

	put(&text, span_of(HEADER));
	put(&text, (struct span){(const char *)data, size});
	(void)!merge_texts(&text, 1, &out);
	buf_free(&text);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	try_tables((struct bytes){data, size});
	try_any(data, size);
	return 0;
}
