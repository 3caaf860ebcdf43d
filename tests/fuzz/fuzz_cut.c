/*
 * Rows with any paths, tracks and correlations: what is chosen is what the page
 * says, found row by row and without sorting. Any bytes as a path: read or not.
 */
#define _GNU_SOURCE /* memfd_create */
#include "tests/fuzz/bytes.h"
#include "tests/fuzz/table.h"
#include "tools/trace-cut/structure.h"

enum { ROWS = 30, LINE = 128 };

struct row {
	int start, dur, track, link, path, repeat;
	bool gpu;
};

/* Rows that are nested on their track, as those of a trace are. */
static size_t
take_rows(struct bytes *b, struct row *row)
{
	size_t n = 0;
	int at = 0;

	while (b->n && n < ROWS) {
		int kind = take_byte(b);

		row[n] = (struct row){.start = at,
		    .dur = kind & 8 ? take_byte(b) % 8 : 0,
		    .track = kind & 1,
		    .link = take_byte(b) % 6,
		    .path = kind >> 1 & 1,
		    .repeat = kind >> 4 & 3,
		    .gpu = kind & 4};
		at += 8;
		n++;
	}
	/* Some enclose those behind them: all of their track up to the end. */
	for (size_t i = 0; i < n; i++)
		if (row[i].repeat == 3 && !row[i].gpu)
			row[i].dur = at - row[i].start;
	return n;
}

static struct buf
write_rows(const struct row *row, size_t n)
{
	struct buf text = {0};
	char line[LINE];
	int length = snprintf(line, sizeof line,
	    "ts_us\tdur_us\tcat\tph\tpid\ttid\tcorrelation\tpath\n");

	buf_add(&text, line, (size_t)length);
	for (size_t i = 0; i < n; i++) {
		const struct row *r = &row[i];

		length = snprintf(line, sizeof line,
		    "%d\t%d\t%s\tX\t1\t%d\t%.0d\t", r->start, r->dur,
		    r->gpu ? "kernel" : "cpu_op", r->track, r->link);
		buf_add(&text, line, (size_t)length);
		length = snprintf(line, sizeof line,
		    r->path ? "1:%d/2:1\n" : "\n", r->repeat);
		buf_add(&text, line, (size_t)length);
	}
	return text;
}

/* Chooses rows as the page says; rows of repeat 1 are asked for. */
static void
choose(const struct row *row, size_t n, bool *chosen)
{
	bool again[ROWS];

	for (size_t i = 0; i < n; i++)
		chosen[i] = row[i].path && row[i].repeat == 1;
	memcpy(again, chosen, sizeof again);
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++)
			if (!row[i].gpu && row[i].link &&
			    row[i].link == row[j].link && again[j])
				chosen[i] = true;
	memcpy(again, chosen, sizeof again);
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++)
			if (!row[i].gpu && row[i].dur &&
			    row[i].track == row[j].track && again[j] &&
			    row[i].start <= row[j].start &&
			    row[j].start + row[j].dur <=
				row[i].start + row[i].dur)
				chosen[i] = true;
}

static void
must_choose(struct structure_rows *s, const struct row *row, size_t n)
{
	bool chosen[ROWS] = {0};
	struct span line;

	choose(row, n, chosen);
	structure_choose(s);
	for (size_t i = 0; i < n; i++) {
		if (!chosen[i])
			continue;
		require(structure_next(s, &line));
		require(atoi(line.p) == row[i].start);
	}
	require(!structure_next(s, &line));
}

static void
try_rows(struct bytes b)
{
	struct row row[ROWS];
	size_t n = take_rows(&b, row);
	struct buf text = write_rows(row, n);
	struct memory_file f = memory_file(text.p, text.n);
	char *path = f.path;
	struct tsv *in = tsv_open(&path, 1);
	const char *missing;
	struct structure_rows *s;
	int got;

	require(in && tsv_header(in) == 0);
	s = structure_open(in, (struct structure){.repeat = {1, 1}}, &missing);
	require(s != NULL);
	while ((got = tsv_next(in)) == 1)
		require(structure_add(s, in) == 0);
	require(got == 0);
	must_choose(s, row, n);
	structure_free(s);
	tsv_close(in);
	close(f.fd);
	buf_free(&text);
}

static void
try_path(struct span path)
{
	struct path_element e;
	struct path_repeat r;
	size_t n = path.n;

	if (path_holds(path, (struct path_repeat){0, 0}))
		require(path.n > 0);
	for (; path_next(&path, &e); n = path.n) {
		require(path.n < n);
		require(!path_repeat(&e, &r) || e.repeat.n > 0);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	try_rows((struct bytes){data, size});
	try_path((struct span){(const char *)data, size});
	return 0;
}
