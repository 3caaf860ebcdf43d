#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/meaning/event_category.h"
#include "common/meaning/palette.h"
#include "common/times/interval.h"
#include "tools/trace-plot/bars.h"

bool
bars_is_path(const struct frame *f)
{
	return f->wishes > BARS_BOUND && f->has[BARS_BOUND];
}

static bool
is_work(const struct plot *p, const struct frame *f, const union cell *row)
{
	struct span cat = frame_text(p->tables, row, BARS_CAT);

	return row[BARS_START].ns != FRAME_NO_TIME && row[BARS_DUR].ns >= 0 &&
	    row[BARS_START].ns < INTERVAL_MOST &&
	    row[BARS_START].ns > -INTERVAL_MOST &&
	    row[BARS_DUR].ns < INTERVAL_MOST &&
	    (bars_is_path(f) || !f->has[BARS_CAT] ||
		event_category_is_gpu(cat));
}

/* A path has one lane, with nothing that tells it from others. */
static struct track
lane_of(const struct plot *p, size_t table, const union cell *row)
{
	if (bars_is_path(&p->tables->frame[table]))
		return (struct track){
		    table, POOL_NONE, POOL_NONE, POOL_NONE, 0};
	return (struct track){table, row[BARS_RANK].text, row[BARS_DEVICE].text,
	    row[BARS_STREAM].text, 0};
}

/*
 * On a path the work of the GPU has its colour, all else that of its bound.
 * Work of an unknown kind is "other" to the palette, a bound that is unknown is
 * not.
 */
static size_t
group_of_bar(struct plot *p, const struct frame *f, const union cell *row)
{
	if (bars_is_path(f)) {
		struct span bound = frame_text(p->tables, row, BARS_BOUND);

		if (!span_is_among(
			bound, "compute communication collective copy")) {
			if (span_is(bound, "unknown"))
				bound = span_of("unknown_bound");
			return palette_of(bound);
		}
	}
	return group_of(p, f, row, BARS_LABEL);
}

static void
add_bar(struct plot *p, struct bars *d, size_t table, const union cell *row)
{
	struct track lane = lane_of(p, table, row);
	struct bar b = {.position = row[BARS_POSITION].real};

	b.lane = draw_track_find(&d->lanes, &lane);
	if (b.lane == d->lanes.n)
		return;
	b.group = group_of_bar(p, &p->tables->frame[table], row);
	b.start = row[BARS_START].ns - d->first[table];
	b.end = b.start + row[BARS_DUR].ns;
	if (b.end > d->end[table])
		d->end[table] = b.end;
	d->used[b.group] = true;
	ARRAY_PUSH(d->bar, d->n, &d->cap, b);
}

static void
collect_lanes(const struct plot *p, struct bars *d, size_t table)
{
	const struct frame *f = &p->tables->frame[table];

	d->first[table] = INT64_MAX;
	for (const union cell *row = NULL; (row = frame_next(f, row));) {
		struct track lane = lane_of(p, table, row);

		if (!is_work(p, f, row))
			continue;
		draw_track_add(&d->lanes, p, &lane);
		if (row[BARS_START].ns < d->first[table])
			d->first[table] = row[BARS_START].ns;
	}
}

ORDER_BY(compare_bars, struct bar, UP(lane), UP(start), UP(end), UP(group))

void
bars_collect(struct plot *p, struct bars *d)
{
	d->lanes.most = LANES_MOST;
	for (size_t t = 0; t < p->tables->n; t++)
		collect_lanes(p, d, t);
	if (p->tables->n == 2 && bars_is_path(&p->tables->frame[0]))
		d->first[0] = d->first[1] =
		    d->first[0] < d->first[1] ? d->first[0] : d->first[1];
	for (size_t t = 0; t < p->tables->n; t++) {
		const struct frame *f = &p->tables->frame[t];

		for (const union cell *row = NULL; (row = frame_next(f, row));)
			if (is_work(p, f, row))
				add_bar(p, d, t, row);
	}
	d->last = d->end[0] > d->end[1] ? d->end[0] : d->end[1];
	ARRAY_SORT(d->bar, d->n, compare_bars);
}

/* In pixels; and the short kernels of several colours that crowd a cell. */
static const double WIDTH = 2;
enum { CROWD = 3 };

/* The cell that has a time; the last one from its start on. */
static size_t
place(const struct crowd *c, double ns)
{
	double at = ns / c->width;

	return at < (double)c->n ? (size_t)at : c->n - 1;
}

static void
crowd_bar(struct crowd *c, const struct bar *b, double pixel)
{
	double start = (double)b->start, end = (double)b->end;

	for (size_t i = place(c, start); i <= place(c, end); i++) {
		double low = (double)i * c->width, high = low + c->width;

		low = start > low ? start : low;
		high = end < high ? end : high;
		if (high > low)
			c->cell[i].ns[b->group] += high - low;
	}
	c->cell[place(c, start)].narrow += end - start < pixel;
}

void
crowd_of(
    struct crowd *c, const struct bar *bar, size_t n, double pixel, double last)
{
	c->width = WIDTH * pixel;
	c->n = (size_t)(last / c->width) + 1;
	c->cell = xcalloc(c->n, sizeof *c->cell);
	for (size_t i = 0; i < n; i++)
		crowd_bar(c, &bar[i], pixel);
	for (size_t i = 0; i < c->n; i++) {
		size_t groups = 0;

		for (size_t g = 0; g < GROUPS_MOST; g++)
			groups += c->cell[i].ns[g] > 0;
		c->cell[i].crowded = groups > 1 && c->cell[i].narrow >= CROWD;
	}
}

double
crowd_run(const struct crowd *c, double from, double to, bool *crowded)
{
	size_t i = place(c, from);

	if (i + 1 < c->n && (double)(i + 1) * c->width <= from)
		i++; /* the quotient was rounded */
	*crowded = c->cell[i].crowded;
	while (i < c->n && c->cell[i].crowded == *crowded &&
	    (double)i * c->width < to)
		i++;
	from = (double)i * c->width;
	return i == c->n || from > to ? to : from;
}

double
crowd_share(const struct crowd *c, size_t i, size_t group)
{
	double all = 0;

	for (size_t g = 0; g < GROUPS_MOST; g++)
		all += c->cell[i].ns[g];
	return c->cell[i].ns[group] / (all > c->width ? all : c->width);
}
