/*
 * Repeats that take far longer than the others of their cycle, and which kernel
 * or gap in them does.
 *
 * A time is an outlier by the modified z-score of its distance to the median,
 * in median absolute deviations (Iglewicz and Hoaglin, "How to Detect and
 * Handle Outliers", 1993): one slow repeat moves neither, as it would move mean
 * and standard deviation.
 */
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/order.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "common/times/outlier.h"
#include "tools/trace-cycles/positions.h"
#include "tools/trace-cycles/print_cycles.h"
#include "tools/trace-cycles/row_fields.h"

#define MISSING ((int64_t)-1)

/* A repeat's time at a position: that of a kernel, and the gap behind it. */
enum part { KERNEL, GAP, PARTS };

/* A time, and what it is in most repeats, in ns; nothing if not longer. */
struct excess {
	uint32_t place; /* of the kernel */
	uint32_t position;
	int64_t time;
	int64_t median; /* 0 for a kernel that the others have not */
};

struct outlier {
	const struct found *cycle;
	uint32_t rep;                /* from 0 */
	int64_t time, over;          /* ns: see find_times; beyond the median */
	int64_t idle, idle_median;   /* ns of it in which no kernel runs */
	struct spread others;        /* the time of all repeats */
	struct excess excess[PARTS]; /* that exceed their median most */
};

struct outliers {
	struct outlier *list;
	size_t n, cap;
};

/* The times at a position of a repeat, and the kernel's place. */
struct cell {
	int64_t time[PARTS];
	uint32_t place;
};

/* The spread of what is not missing. */
static struct spread
find_spread(const int64_t *time, size_t n, int64_t *scratch)
{
	struct spread s;
	size_t k = 0;

	for (size_t i = 0; i < n; i++)
		if (time[i] != MISSING)
			scratch[k++] = time[i];
	if (spread_of(scratch, k, &s))
		die("times too large for their median");
	return s;
}

/* How long nothing runs after a kernel, until the next one of the stream. */
static int64_t
gap_behind(const struct found *v, uint32_t place, int64_t until)
{
	int64_t next;

	if (place + 1 >= v->sequence->n)
		return MISSING;
	next = found_kernel(v, place + 1)->ts;
	return next > until ? next - until : 0;
}

/* Several kernels at a position, as of more layers than usual, add up. */
static void
add_to(int64_t *cell, int64_t time)
{
	if (time != MISSING)
		*cell = *cell == MISSING ? time : *cell + time;
}

static void
keep_greater(struct excess *most, struct excess e)
{
	if (e.time != MISSING && e.time - e.median > most->time - most->median)
		*most = e;
}

/*
 * Fills the cells of repeat i. What is after its last kernel belongs to it only
 * if the next one follows at once. Kernels that the others have not are no
 * cells, but an outlier has them.
 */
static void
fill_cells(struct cell *cell, const struct found *v, size_t i,
    struct positions *p, struct outlier *outlier)
{
	struct repeat at = v->cycle->repeat[i];
	struct visit o = {.at = at, .to = v->cycle->length};
	bool follows = found_period(v, i) != MISSING;
	int64_t until = INT64_MIN;

	for (uint32_t k = 0; k < v->cycle->length; k++)
		cell[k] = (struct cell){{MISSING, MISSING}, 0};
	positions_find(p, &v->sequence->cycles, v->cycle, o);
	for (uint32_t place = at.start; place < at.end; place++) {
		const struct event *e = found_kernel(v, place);
		uint32_t of = p->of[place - at.start];
		uint32_t position = of & ~POSITION_INSERTED;

		until = e->ts + e->dur > until ? e->ts + e->dur : until;
		if (place + 1 < at.end || follows)
			add_to(&cell[position].time[GAP],
			    gap_behind(v, place, until));
		if (of == position) {
			cell[position].place = place;
			add_to(&cell[position].time[KERNEL], e->dur);
		} else if (outlier) {
			keep_greater(&outlier->excess[KERNEL],
			    (struct excess){place, position, e->dur, 0});
		}
	}
}

/* The median of the times at a position of n repeats, `length` cells each. */
static int64_t
median_of(const struct cell *at, size_t length, size_t n, enum part part,
    int64_t *scratch)
{
	size_t k = 0;

	for (size_t i = 0; i < n; i++)
		if (at[i * length].time[part] != MISSING)
			scratch[k++] = at[i * length].time[part];
	return row_stats(scratch, k).median;
}

/* The cells of all repeats, to be freed. */
static struct cell *
make_cells(const struct found *v, struct outlier *list, size_t n)
{
	size_t length = v->cycle->length, repeats = v->cycle->repeats;
	struct positions p = {0};
	struct cell *cell;

	if (repeats > SIZE_MAX / sizeof *cell / length)
		memory_out();
	cell = xcalloc(repeats * length, sizeof *cell);
	for (size_t i = 0, k = 0; i < repeats; i++) {
		bool is_outlier = k < n && list[k].rep == i;

		fill_cells(
		    cell + i * length, v, i, &p, is_outlier ? &list[k] : NULL);
		k += is_outlier;
	}
	positions_free(&p);
	return cell;
}

/* Finds what is longer in n outliers of a cycle, by repeat, than in others. */
static void
explain(const struct found *v, struct outlier *list, size_t n, int64_t *scratch)
{
	size_t length = v->cycle->length;
	struct cell *cell = make_cells(v, list, n);

	for (uint32_t k = 0; k < length; k++)
		for (enum part part = KERNEL; part < PARTS; part++) {
			int64_t median = median_of(
			    cell + k, length, v->cycle->repeats, part, scratch);

			for (size_t i = 0; i < n; i++) {
				const struct cell *own =
				    cell + list[i].rep * length + k;

				keep_greater(&list[i].excess[part],
				    (struct excess){own->place, k,
					own->time[part], median});
			}
		}
	free(cell);
}

/* How long the repeats of a cycle take, and how long their stream idles then.
 */
struct times {
	int64_t *time, *idle; /* ns of each repeat, or MISSING */
	struct spread spread; /* of the times */
	int64_t idle_median;
};

/* By their periods, which only those have that another one follows at once. */
static struct times
find_times(const struct found *v, bool period, int64_t *scratch)
{
	size_t n = v->cycle->repeats;
	struct times t = {.time = xcalloc(n, sizeof *t.time),
	    .idle = xcalloc(n, sizeof *t.idle)};

	for (size_t i = 0; i < n; i++) {
		struct extent e = found_extent(v, v->cycle->repeat[i]);
		int64_t time = period ? found_period(v, i) : e.wall;

		t.time[i] = time;
		t.idle[i] = time > e.busy ? time - e.busy : 0;
		if (time == MISSING)
			t.idle[i] = MISSING;
	}
	t.spread = find_spread(t.time, n, scratch);
	t.idle_median = find_spread(t.idle, n, scratch).median;
	return t;
}

/* Adds the outliers of a cycle; what is cut off does not count. */
static void
add_cycle(struct outliers *out, const struct found *v)
{
	size_t n = v->cycle->repeats, first = out->n;
	int64_t *scratch = xcalloc(n, sizeof *scratch);
	struct times wall = find_times(v, false, scratch);
	struct times period = find_times(v, true, scratch);

	for (uint32_t i = 0; i < n; i++) {
		bool follows = period.time[i] != MISSING &&
		    period.spread.n >= SPREAD_LEAST;
		const struct times *t = follows ? &period : &wall;

		if (spread_is_outlier(&t->spread, t->time[i]))
			ARRAY_PUSH(out->list, out->n, &out->cap,
			    ((struct outlier){.cycle = v,
				.rep = i,
				.time = t->time[i],
				.over = t->time[i] - t->spread.median,
				.idle = t->idle[i],
				.idle_median = t->idle_median,
				.others = t->spread}));
	}
	if (out->n > first)
		explain(v, out->list + first, out->n - first, scratch);
	free(wall.time);
	free(wall.idle);
	free(period.time);
	free(period.idle);
	free(scratch);
}

ORDER_BY(compare_outliers, struct outlier, DOWN(over), UP(cycle), UP(rep))

/* The position and name of a kernel, a time and its median; or nothing. */
static void
print_excess(struct tsvw *out, const struct found *v, const struct excess *e)
{
	if (e->time <= e->median) {
		for (int i = 0; i < 4; i++)
			tsvw_empty(out);
		return;
	}
	tsvw_int(out, (int64_t)e->position + 1);
	tsvw_field(out,
	    event_text(v->sequence->events, found_kernel(v, e->place)->name));
	tsvw_us(out, e->time);
	row_time(out, e->median ? e->median : -1);
}

static void
print_outlier(struct tsvw *out, const struct outlier *o)
{
	const struct found *v = o->cycle;
	struct row_phase phase = row_find_phase(v);
	struct repeat at = v->cycle->repeat[o->rep];
	char cut[64];

	row_identity(out, v);
	tsvw_int(out, o->rep + INT64_C(1));
	tsvw_us(out, found_kernel(v, at.start)->ts);
	tsvw_us(out, o->time);
	tsvw_us(out, o->others.median);
	tsvw_us(out, o->others.mad);
	tsvw_us(out, o->over);
	print_excess(out, v, &o->excess[KERNEL]);
	print_excess(out, v, &o->excess[GAP]);
	tsvw_us(out, o->idle);
	tsvw_us(out, o->idle_median);
	snprintf(cut, sizeof cut, "trace-cut --cycle %zu --repeat %lu",
	    v->number, o->rep + 1ul);
	tsvw_text(out, span_of(cut));
	row_phase(out, v, &phase);
	xtsvw_end(out);
}

bool
print_outliers(struct tsvw *out, const struct report *r)
{
	struct outliers o = {0};

	for (size_t i = 0; i < r->chosen.n; i++)
		add_cycle(&o, &r->chosen.found[i]);
	ARRAY_SORT(o.list, o.n, compare_outliers);
	for (size_t i = 0; i < o.n; i++)
		print_outlier(out, &o.list[i]);
	free(o.list);
	return o.n > 0;
}
