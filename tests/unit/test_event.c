/*
 * The events table: what it reads, its order, and that the order of the input
 * leaves no trace.
 */
#include <stdlib.h>
#include <unistd.h>

#include "common/trace/event.h"
#include "tests/unit/test.h"

#define HEADER "ts_us\tdur_us\tname\tcat\tdevice\tstream\tcorrelation\n"

static char path[] = "/tmp/test_event.XXXXXX";

/* Reads a table; returns NULL, or the error, to be freed. */
static char *
read_table(struct events *e, const char *table, bool lines)
{
	char *paths[] = {path}, *error = NULL;
	FILE *f = fopen(path, "w");
	struct tsv *t = tsv_open(paths, 1);
	int got = -1;

	if (!f)
		return strdup("cannot write a file");
	fputs(table, f);
	fclose(f);
	if (tsv_header(t) == 0 && event_open(e, t, lines) == 0)
		while ((got = tsv_next(t)) > 0)
			if (event_add(e, t)) {
				got = -1;
				break;
			}
	if (got < 0)
		error = strdup(tsv_error(t));
	else
		event_sort(e);
	tsv_close(t);
	return error;
}

static bool
fails(const char *table, const char *why)
{
	struct events e = {0};
	char *error = read_table(&e, table, false);
	bool ok = error && strstr(error, why);

	if (!ok)
		printf("# %s\n", error ? error : "no error");
	free(error);
	event_free(&e);
	return ok;
}

static bool
line_is(const struct events *e, uint32_t event, const char *line)
{
	struct buf b = {0};
	bool ok;

	event_line(e, event, &b);
	ok = span_is(buf_span(&b), line);
	buf_free(&b);
	return ok;
}

static bool
name_is(const struct events *e, size_t place, const char *name)
{
	return span_is(event_text(e, e->event[e->order[place]].name), name);
}

static void
test_order(void)
{
	struct events e;
	char digits[FIXED_MAX];

	CHECK(!read_table(&e,
	    HEADER "2.000\t1.000\tlate\tkernel\t0\t7\t1\n"
		   "1.000\t2.000\tlong\tkernel\t0\t7\t1\n"
		   "1.000\t1.000\tb\tkernel\t0\t20\t1\n"
		   "1.000\t1.000\tb\tkernel\t0\t7\tx\n"
		   "1.000\t1.000\tb\tkernel\t0\t7\t10\n"
		   "1.000\t1.000\tb\tkernel\t0\t7\t9\n"
		   "1.000\t1.000\ta\tkernel\t0\t7\t9\n"
		   "\t\tmeta\tother\t\t\t\n",
	    true));
	CHECK_INT(e.n, 8);
	CHECK(name_is(&e, 0, "meta"));
	CHECK_INT(e.event[e.order[0]].ts, EVENT_NO_TIME);
	CHECK_INT(e.event[e.order[0]].kernel, 0);
	CHECK(name_is(&e, 1, "a"));
	CHECK_INT(e.order[2], 5);
	CHECK_INT(e.order[3], 4);
	CHECK_INT(e.order[4], 3);
	CHECK_INT(e.order[5], 2);
	CHECK(name_is(&e, 6, "long"));
	CHECK(name_is(&e, 7, "late"));
	CHECK_INT(e.event[0].kernel, 1);
	CHECK_INT(e.tracks, 3);
	CHECK(span_is(event_id(&e, e.track[0].stream, digits), "7"));
	CHECK(span_is(event_id(&e, e.track[1].stream, digits), "20"));
	CHECK(span_is(event_id(&e, e.track[2].stream, digits), ""));
	CHECK(line_is(&e, 7, "\t\tmeta\tother\t\t\t"));
	event_free(&e);
}

/* A line stays as it came, however its numbers are written. */
static void
test_lines(void)
{
	static const char *const line[] = {"a\t1.000\t2.000\tkernel\tx",
	    "a\t1.0\t2\tkernel\t", "long\t-3.500\t0.001\tmemcpy\tlong",
	    "\t01.000\t+2.000\tkernel\t1.000", "\t\t\t\t", "b\t\t\tother\t"};
	struct buf table = {0};
	struct events e;

	buf_add_text(&table, "cpu_op\tts_us\tdur_us\tcat\tname");
	for (size_t i = 0; i < sizeof line / sizeof *line; i++) {
		buf_add_text(&table, "\n");
		buf_add_text(&table, line[i]);
	}
	buf_add(&table, "\n", 2);
	CHECK(!read_table(&e, table.p, true));
	CHECK_INT(e.n, sizeof line / sizeof *line);
	for (uint32_t i = 0; i < e.n; i++)
		CHECK(line_is(&e, i, line[i]));
	CHECK(e.lines.n < table.n - 40); /* not all is there twice */
	event_free(&e);
	buf_free(&table);
}

/* An id is printed as it came, however odd. */
static void
test_ids(void)
{
	static const char *const id[] = {"0", "7", "007", "-1", "+1", "",
	    "9223372036854775807", "9223372036854775808",
	    "123456789012345678901234567890", "stream 7", "1.5"};

	for (size_t i = 0; i < sizeof id / sizeof *id; i++) {
		struct events e;
		char table[200], digits[FIXED_MAX];

		snprintf(table, sizeof table,
		    HEADER "1.000\t1.000\tk\tkernel\t0\t%s\t\n", id[i]);
		CHECK(!read_table(&e, table, false));
		CHECK(span_is(event_id(&e, e.track[0].stream, digits), id[i]));
		event_free(&e);
	}
}

static void
test_errors(void)
{
	CHECK(fails("", "no header"));
	CHECK(fails("ts_us\tname\n", "dur_us"));
	CHECK(fails("ts_us\tdur_us\tname\tname\n", "two columns"));
	CHECK(fails(HEADER "x\t1.000\tk\tkernel\t0\t7\t1\n", ":2: ts_us"));
	CHECK(fails(HEADER "\t1.000\tk\tkernel\t0\t7\t1\n", ":2: "));
	CHECK(fails(HEADER "1.000\t\tk\tkernel\t0\t7\t1\n", ":2: "));
	CHECK(fails(HEADER "4e15\t4e15\tk\tkernel\t0\t7\t1\n", "146 years"));
	CHECK(fails(HEADER "4611686018427387.904\t4611686018427387.904\tk\t"
			   "kernel\t0\t7\t1\n",
	    "146 years"));
	CHECK(fails(HEADER "-5e15\t1\tk\tkernel\t0\t7\t1\n", "146 years"));
}

/* Two orders of the same rows give the same numbers and the same order. */
static void
test_arrival(void)
{
	enum { ROWS = 60 };
	struct events a, b;
	char forward[ROWS * 60 + 100] = HEADER,
				 backward[sizeof forward] = HEADER;
	int same = 0;

	for (int i = 0; i < ROWS; i++) {
		char row[100];
		int k = ROWS - 1 - i;

		snprintf(row, sizeof row,
		    "%d.000\t%d.000\tname%d\t%s\t%d\t%d\t\n", i / 9, i % 3,
		    i % 7, i % 5 ? "kernel" : "gpu_memcpy", i % 2, i % 4);
		strcat(forward, row);
		snprintf(row, sizeof row,
		    "%d.000\t%d.000\tname%d\t%s\t%d\t%d\t\n", k / 9, k % 3,
		    k % 7, k % 5 ? "kernel" : "gpu_memcpy", k % 2, k % 4);
		strcat(backward, row);
	}
	CHECK(!read_table(&a, forward, true));
	CHECK(!read_table(&b, backward, true));
	for (int i = 0; i < ROWS; i++) {
		const struct event *x = &a.event[a.order[i]];
		const struct event *y = &b.event[b.order[i]];

		same += x->ts == y->ts && x->dur == y->dur &&
		    x->name == y->name && x->track == y->track &&
		    span_equal(
			event_cat(&a, a.order[i]), event_cat(&b, b.order[i]));
	}
	CHECK_INT(same, ROWS);
	event_free(&a);
	event_free(&b);
}

/* Texts of further columns, numbered like names. */
static void
test_keep(void)
{
	struct events e, now;
	char *paths[] = {path};
	struct tsv *t;

	CHECK(!read_table(&e,
	    HEADER "2.000\t1.000\tz\tm\t0\t0\ty\n"
		   "1.000\t1.000\tz\tk\t0\t0\tx\n",
	    false));
	event_free(&e);
	t = tsv_open(paths, 1);
	CHECK(tsv_header(t) == 0 && event_open(&e, t, false) == 0);
	CHECK(event_keep(&e, t, "nowhere") == 0 &&
	    event_keep(&e, t, "correlation") == 0 &&
	    event_keep(&e, t, "cat") == 0);
	CHECK_INT(e.details, 2);
	for (int i = 0; i < 2; i++)
		CHECK(tsv_next(t) == 1 && event_add(&e, t) == 0);
	event_snapshot(&e, &now);
	CHECK(span_is(
	    event_text(&now, event_detail(&now, now.order[0], 0)), "x"));
	event_snapshot_free(&now);
	event_sort(&e);
	event_forget_order(&e);
	CHECK(span_is(event_text(&e, event_detail(&e, e.order[0], 0)), "x"));
	CHECK(span_is(event_text(&e, event_detail(&e, e.order[0], 1)), "k"));
	CHECK(span_is(event_text(&e, event_detail(&e, e.order[1], 0)), "y"));
	CHECK(strcmp(e.detail_name[1], "cat") == 0);
	tsv_close(t);
	event_free(&e);
}

/* A snapshot is what reading as much would give, and reading goes on. */
static void
test_snapshot(void)
{
	static const char *const rows[] = {HEADER
	    "5.000\t1.000\tz\tkernel\t"
	    "1\t0\t\n3.000\t1.000\tm\tkernel\t0\t0\t\n",
	    "1.000\t1.000\ta\tkernel\t0\tx\t\n"};
	char both[400];
	struct events first, all, e, now;
	char *paths[] = {path};
	struct tsv *t;

	snprintf(both, sizeof both, "%s%s", rows[0], rows[1]);
	CHECK(!read_table(&first, rows[0], false));
	CHECK(!read_table(&all, both, false));
	t = tsv_open(paths, 1);
	CHECK(tsv_header(t) == 0 && event_open(&e, t, false) == 0);
	event_snapshot(&e, &now);
	CHECK_INT(now.n, 0);
	event_snapshot_free(&now);
	for (int i = 0; i < 2; i++)
		CHECK(tsv_next(t) == 1 && event_add(&e, t) == 0);
	event_snapshot(&e, &now);
	CHECK_INT(now.n, first.n);
	CHECK_INT(now.tracks, first.tracks);
	for (size_t i = 0; i < now.n; i++) {
		CHECK_INT(now.order[i], first.order[i]);
		CHECK_INT(now.event[i].name, first.event[i].name);
		CHECK_INT(now.event[i].track, first.event[i].track);
	}
	CHECK(name_is(&now, 0, "m"));
	event_snapshot_free(&now);
	CHECK(tsv_next(t) == 1 && event_add(&e, t) == 0);
	event_sort(&e);
	for (size_t i = 0; i < all.n; i++) {
		CHECK_INT(e.order[i], all.order[i]);
		CHECK_INT(e.event[i].name, all.event[i].name);
		CHECK_INT(e.event[i].track, all.event[i].track);
	}
	tsv_close(t);
	event_free(&e);
	event_free(&first);
	event_free(&all);
}

int
main(void)
{
	int fd = mkstemp(path);

	CHECK(fd >= 0);
	close(fd);
	test_order();
	test_lines();
	test_ids();
	test_errors();
	test_arrival();
	test_keep();
	test_snapshot();
	unlink(path);
	return test_done();
}
