/*
 * Any bytes as rows of events: read forwards or backwards, they come into the
 * same order, and it is one of time.
 */
#define _GNU_SOURCE
#include <string.h>

#include "common/trace/event.h"
#include "tests/fuzz/table.h"

static const char header[] = "ts_us\tdur_us\tname\tcat\tdevice\tstream\t"
			     "correlation\trank\tphase\n";

/* The lines of the bytes, whole ones only, in one order or the other. */
static void
put_lines(struct buf *out, struct span rest, int backwards)
{
	while (rest.n) {
		const char *end = backwards ? memrchr(rest.p, '\n', rest.n - 1)
					    : memchr(rest.p, '\n', rest.n);
		size_t n = end ? (size_t)(end - rest.p) + 1 : 0;

		if (!backwards && !end)
			return;
		buf_add(out, backwards ? rest.p + n : rest.p,
		    backwards ? rest.n - n : n);
		rest = backwards ? (struct span){rest.p, n}
				 : span_cut(rest, n, rest.n);
	}
}

/* The line of the event that was added last is that of the record. */
static void
must_keep_line(const struct events *e, const struct tsv *in)
{
	struct buf line = {0};

	event_line(e, (uint32_t)e->n - 1, &line);
	if (!span_equal(buf_span(&line), tsv_line(in)))
		abort();
	buf_free(&line);
}

/* 0 with the sorted events; the reader is not needed any more. */
static int
read_events(struct events *e, const char *path)
{
	char *paths[] = {(char *)path};
	struct tsv *in = tsv_open(paths, 1);
	int got = tsv_header(in);

	memset(e, 0, sizeof *e);
	if (got == 0 && event_open(e, in, true))
		abort(); /* nothing is wrong with the header */
	if (got == 0 && event_keep(e, in, "cpu_op"))
		got = -1; /* doubled */
	while (got >= 0 && (got = tsv_next(in)) > 0) {
		got = event_add(e, in) ? -1 : 1;
		if (got > 0)
			must_keep_line(e, in);
	}
	if ((got < 0) != (tsv_error(in) != NULL))
		abort();
	tsv_close(in);
	if (got < 0)
		return -1;
	event_sort(e);
	return 0;
}

static void
must_be_in_order(const struct events *e)
{
	for (size_t i = 1; i < e->n; i++)
		if (event_compare(e, e->order[i - 1], e->order[i]) > 0 ||
		    e->event[e->order[i - 1]].ts > e->event[e->order[i]].ts)
			abort();
}

static void
must_equal(const struct events *a, const struct events *b)
{
	struct buf x = {0}, y = {0};

	if (a->n != b->n || a->tracks != b->tracks)
		abort();
	for (size_t i = 0; i < a->n; i++) {
		event_line(a, a->order[i], &x);
		event_line(b, b->order[i], &y);
		if (!span_equal(buf_span(&x), buf_span(&y)))
			abort();
	}
	buf_free(&x);
	buf_free(&y);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct span input = {(const char *)data, size};
	struct events e[2];
	int got[2];

	if (size && data[size - 1] != '\n')
		return 0;
	for (int backwards = 0; backwards < 2; backwards++) {
		struct buf text = {0};
		struct memory_file f;

		buf_add(&text, header, sizeof header - 1);
		put_lines(&text, input, backwards);
		f = memory_file(text.p, text.n);
		got[backwards] = read_events(&e[backwards], f.path);
		close(f.fd);
		buf_free(&text);
	}
	if (got[0] != got[1])
		abort();
	if (got[0] == 0) {
		must_be_in_order(&e[0]);
		must_equal(&e[0], &e[1]);
	}
	event_free(&e[0]);
	event_free(&e[1]);
	return 0;
}
