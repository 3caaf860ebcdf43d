/* A panel for each cycle: how long each repeat took, over time, and outliers.
 */
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/sequence/numbers.h"
#include "common/times/interval.h"
#include "common/times/outlier.h"
#include "tools/trace-plot/draw.h"
#include "tools/trace-plot/plot.h"

/* The periods of a cycle, and which of them are outliers. */

/* Points of a series that has more of them are small. */
enum { SERIES_FEW = 200 };

enum { TRACK_PARTS = 3 };

struct point {
	double start, period; /* ns */
	double over; /* ns, what an outlier takes beyond the median; or 0 */
	uint32_t rep, kernels;
	bool ringed;
};

struct series {
	size_t place; /* in the order of the table */
	uint32_t cycle, what;
	uint32_t track[TRACK_PARTS]; /* of it: rank, device, stream */
	uint32_t kernels;            /* of more than half of the repeats */
	bool has_kernels;            /* there is such a number */
	struct point *point;
	size_t n, cap, outliers;
	double median, low, high;
	double sum;     /* ns, of the kernels of all repeats */
	char where[96]; /* its track, for people */
};

enum { RARE = 20 }; /* points for each outlier, at least */

/*
 * Has every outlier a ring? Not if there are many points and many outliers
 * among them: rings would hide all else.
 */
static bool
series_rings_all(const struct series *s)
{
	return s->n <= SERIES_FEW || s->outliers * RARE <= s->n;
}

static void
note_outliers(struct series *s, const struct spread *spread)
{
	s->median = (double)spread->median;
	for (size_t i = 0; i < s->n; i++) {
		struct point *p = &s->point[i];

		if (!spread_is_outlier(spread, (int64_t)p->period))
			continue;
		p->over = p->period - s->median;
		s->outliers++;
	}
	for (size_t i = 0; i < s->n; i++)
		s->point[i].ringed =
		    s->point[i].over > 0 && series_rings_all(s);
}

/*
 * The number of kernels that most repeats have, whatever faults are in others;
 * none where the repeats differ.
 */
static void
find_kernels(struct series *s)
{
	uint32_t *v = xcalloc(s->n, sizeof *v);
	size_t same;

	for (size_t i = 0; i < s->n; i++)
		v[i] = s->point[i].kernels;
	s->kernels = numbers_usual(v, s->n, &same);
	s->has_kernels = 2 * same > s->n;
	free(v);
}

/*
 * Finds the median, the outliers and the number of kernels of a series with
 * points. Returns 0, or -1: the periods do not fit.
 */
static int
series_judge(struct series *s)
{
	int64_t *v = xcalloc(s->n, sizeof *v);
	struct spread spread;
	int rc;

	find_kernels(s);
	s->low = s->high = s->point[0].period;
	for (size_t i = 0; i < s->n; i++) {
		double period = s->point[i].period;

		v[i] = (int64_t)period;
		s->low = fmin(s->low, period);
		s->high = fmax(s->high, period);
	}
	rc = spread_of(v, s->n, &spread);
	if (rc == 0)
		note_outliers(s, &spread);
	free(v);
	return rc;
}

enum { CYCLE, REP, START, PERIOD, KERNELS, WHAT, SUM, TRACK };

static const struct frame_wish cycles_wish[] = {
    {"cycle", FRAME_TEXT, "trace-cycles --repeats"},
    {"rep", FRAME_TEXT, "trace-cycles --repeats"},
    {"start_ts_us", FRAME_TIME, "trace-cycles --repeats"},
    {"period_us", FRAME_TIME, "trace-cycles --repeats"},
    {"kernels", FRAME_TEXT, NULL},
    {"what", FRAME_TEXT, NULL},
    {"sum_us", FRAME_TIME, NULL},
    {"rank", FRAME_TEXT, NULL},
    {"device", FRAME_TEXT, NULL},
    {"stream", FRAME_TEXT, NULL},
};

/*
 * The least that the axis of a panel spans, of the median: differences below 2
 * % are those of any two runs, and shall not look like more.
 */
static const double SPAN = 0.04;

/* Names of outliers, in pixels and characters; RING is half of a mark. */
enum { NAMED_MOST = 5, NAME_MOST = 40, NAME_HALF = 7, RING = 6 };

struct all {
	struct series *series;
	size_t n, cap;
	int64_t first;
	double last;
};

static struct series *
find_series(struct all *all, const union cell *row)
{
	struct series s = {.cycle = row[CYCLE].text, .what = row[WHAT].text};

	for (int i = 0; i < TRACK_PARTS; i++)
		s.track[i] = row[TRACK + i].text;
	for (size_t i = all->n; i-- > 0;)
		if (all->series[i].cycle == s.cycle &&
		    memcmp(all->series[i].track, s.track, sizeof s.track) == 0)
			return &all->series[i];
	s.place = all->n;
	ARRAY_PUSH(all->series, all->n, &all->cap, s);
	return &all->series[all->n - 1];
}

static void
add_row(struct all *all, const union cell *row)
{
	struct point p = {.rep = row[REP].text, .kernels = row[KERNELS].text};
	struct series *s = find_series(all, row);

	if (row[SUM].ns != FRAME_NO_TIME)
		s->sum += (double)row[SUM].ns;
	if (row[START].ns == FRAME_NO_TIME || row[PERIOD].ns < 0 ||
	    row[PERIOD].ns >= INTERVAL_MOST)
		return;
	p.start = (double)row[START].ns - (double)all->first;
	p.period = (double)row[PERIOD].ns;
	all->last = fmax(all->last, p.start);
	ARRAY_PUSH(s->point, s->n, &s->cap, p);
}

/* The most kernel time first. */
ORDER_BY(compare_series, struct series, DOWN(sum), UP(place))

static int
collect(struct plot *p, struct all *all)
{
	const struct frame *f = &p->tables->frame[0];

	all->first = INT64_MAX;
	for (const union cell *row = NULL; (row = frame_next(f, row));)
		if (row[START].ns != FRAME_NO_TIME &&
		    row[START].ns < all->first)
			all->first = row[START].ns;
	for (const union cell *row = NULL; (row = frame_next(f, row));)
		add_row(all, row);
	ARRAY_SORT(all->series, all->n, compare_series);
	for (size_t i = 0; i < all->n; i++)
		if (all->series[i].n && series_judge(&all->series[i])) {
			p->trouble = "the periods are too long to compare";
			return -1;
		}
	return 0;
}

/* Is there another cycle that differs in this part, the first that does? */
static bool
part_tells(const struct all *all, const struct series *s, int part)
{
	for (size_t i = 0; i < all->n; i++) {
		const uint32_t *other = all->series[i].track;

		if (other[part] != s->track[part] &&
		    memcmp(other, s->track, (size_t)part * sizeof *other) == 0)
			return true;
	}
	return false;
}

/* ", rank 0, stream 7": what tells its track from those of other cycles. */
static void
name_track(const struct plot *p, const struct all *all, struct series *s)
{
	static const char *const part[] = {"rank", "device", "stream"};
	int n = 0;

	s->where[0] = '\0';
	for (int i = 0; i < TRACK_PARTS; i++) {
		struct span text = pool_get(p->tables->texts, s->track[i]);

		if (text.n && part_tells(all, s, i))
			n += snprintf(s->where + n, sizeof s->where - (size_t)n,
			    ", %s %.*s", part[i], SPAN_MOST(text, 20));
	}
}

/* A part of a panel, in pixels from its lower left corner. */
struct box {
	double left, right, low, high;
};

/* A panel: its series, the labels placed so far, and its scale. */
struct room {
	const struct series *series;
	double x, y;      /* of a pixel, in ns */
	double left, low; /* ns, where the panel begins */
	struct box named[NAMED_MOST];
	int n;
};

static bool
overlap(const struct box *a, const struct box *b)
{
	return a->left < b->right && b->left < a->right && a->low < b->high &&
	    b->low < a->high;
}

static struct box
box_of(const struct room *room, const struct point *p)
{
	double x = (p->start - room->left) / room->x,
	       y = (p->period - room->low) / room->y;

	return (struct box){x - RING, x + RING, y - RING, y + RING};
}

static bool
is_free(const struct room *room, const struct box *b)
{
	if (b->left < 0 || b->right > PANEL_RIGHT || b->high > PANEL_TOP)
		return false;
	for (int i = 0; i < room->n; i++)
		if (overlap(b, &room->named[i]))
			return false;
	for (size_t i = 0; i < room->series->n; i++) {
		struct box other = box_of(room, &room->series->point[i]);

		if (overlap(b, &other))
			return false;
	}
	return true;
}

/* Places for a name: right of the point, left of it, above it. */
static bool
find_place(
    const struct room *room, const struct point *p, double width, struct box *b)
{
	struct box at = box_of(room, p);
	double x = (at.left + at.right) / 2, y = (at.low + at.high) / 2;

	*b = (struct box){
	    at.right + 1, at.right + 1 + width, y - NAME_HALF, y + NAME_HALF};
	if (is_free(room, b))
		return true;
	b->right = at.left - 1;
	b->left = b->right - width;
	if (is_free(room, b))
		return true;
	*b = (struct box){x - width / 2, x + width / 2, at.high + 1,
	    at.high + 1 + 2 * NAME_HALF};
	return is_free(room, b);
}

/* The outlier that takes most, but less than `most`, beyond the median. */
static struct point *
next_outlier(const struct series *s, double most)
{
	struct point *best = NULL;

	for (size_t i = 0; i < s->n; i++) {
		struct point *p = &s->point[i];

		if (p->over > 0 && p->over < most &&
		    (!best || p->over > best->over))
			best = p;
	}
	return best;
}

/* Rings the greatest outliers, and names those for which there is room. */
static void
name_outliers(
    struct plot *p, struct room *room, const struct unit *unit, double top)
{
	struct point *o = next_outlier(room->series, INFINITY);

	for (int i = 0; o && room->n < NAMED_MOST;
	     i++, o = next_outlier(room->series, o->over)) {
		struct span rep = pool_get(p->tables->texts, o->rep);
		struct box *b = &room->named[room->n];
		char time[32];
		struct span text = script_print(p->script, "repeat %.*s: %s",
		    SPAN_MOST(rep, 20), unit_print(time, unit, o->period).p);

		o->ringed |= i < NAMED_MOST;
		if (!find_place(room, o, script_width(text, NAME_MOST), b))
			continue;
		script_label(p->script, text, NAME_MOST,
		    PANEL_LEFT + (b->left + b->right) / 2,
		    top + PANEL_TOP - (b->low + b->high) / 2, SIDE_CENTRE,
		    MARK_RGB);
		room->n++;
	}
}

static void
add_points(struct script *s, const struct series *c, const struct unit *axis,
    const struct unit *unit)
{
	script_add(s, "$points << EOD\n");
	for (size_t i = 0; i < c->n; i++)
		script_add(s, "%.9g %.9g %d\n", c->point[i].start / axis->size,
		    c->point[i].period / unit->size, c->point[i].ringed);
	script_add(s, "EOD\n");
}

static void
draw_series(
    struct plot *p, struct series *c, size_t panel, bool last, double x_last)
{
	struct script *s = p->script;
	struct unit unit = unit_for(c->high), axis = unit_for(x_last);
	double middle = (c->low + c->high) / 2;
	double half =
	    fmax(fmax((c->high - c->low) * 0.6, SPAN / 2 * c->median), 1);
	struct room room = {.series = c,
	    .x = x_last * 1.02 / PANEL_RIGHT,
	    .y = 2.2 * half / PANEL_TOP,
	    .left = x_last * -0.01,
	    .low = middle - half};
	char time[32];
	struct span name = pool_get(p->tables->texts, c->cycle);
	struct span kernels = c->has_kernels
	    ? pool_get(p->tables->texts, c->kernels)
	    : (struct span){0};
	struct span what = pool_get(p->tables->texts, c->what);

	draw_panel(s, panel,
	    script_print(s,
		"cycle %.*s%s%s%.*s%s%.*s%s: %zu periods, median %s, %zu "
		"outlier%s%s",
		SPAN_MOST(name, 20), c->where, what.n ? ", " : "",
		SPAN_MOST(what, 40), kernels.n ? ", " : "",
		SPAN_MOST(kernels, 20),
		kernels.n ? span_is(kernels, "1") ? " kernel" : " kernels" : "",
		c->n, unit_print(time, &unit, c->median).p, c->outliers,
		c->outliers == 1 ? "" : "s",
		series_rings_all(c) ? "" : ", the largest ringed"));
	name_outliers(p, &room, &unit, panel_top(panel));
	add_points(s, c, &axis, &unit);
	script_add(s, "set xrange [%.9g:%.9g]\nset yrange [%.9g:%.9g]\n",
	    room.left / axis.size, x_last * 1.01 / axis.size,
	    room.low / unit.size, (middle + 1.2 * half) / unit.size);
	script_add(s, "set ytics %.9g\n", draw_step(2.2 * half / unit.size));
	script_add(s, "set xlabel '%s%s'\nset ylabel '%s' offset 1\n",
	    last ? axis.name : "", last ? " since the first repeat" : "",
	    unit.name);
	script_add(s,
	    "plot %.9g with lines lc rgb '#%06x' dt 2, $points using 1:2 with "
	    "points pt 7 ps %s lc rgb '#%06x', $points using "
	    "($3 > 0 ? $1 : NaN):2 with points pt 6 ps 1 lw 1.5 lc rgb '#%06x'\n",
	    c->median / unit.size, (unsigned)QUIET_RGB,
	    c->n > SERIES_FEW ? "0.35" : "0.55", (unsigned)PLAIN_RGB,
	    (unsigned)MARK_RGB);
}

static void
draw(struct plot *p, struct all *all)
{
	size_t several = 0, panels;

	all->last = fmax(all->last, 1e6); /* all may begin at one time */
	for (size_t i = 0; i < all->n; i++)
		several += all->series[i].n > 1;
	panels = draw_panels(p, several, "cycle", "cycles",
	    "; trace-cut -s cycle=N selects one");
	script_label(p->script, span_of("dashed: median; ringed: outliers"), 60,
	    PAGE_WIDTH - 24, 24, SIDE_RIGHT, QUIET_RGB);
	for (size_t i = 0, n = 0; n < panels; i++) {
		if (all->series[i].n < 2)
			continue;
		name_track(p, all, &all->series[i]);
		draw_series(p, &all->series[i], n, n + 1 == panels, all->last);
		n++;
	}
}

static int
cycles_draw(struct plot *p)
{
	struct all all = {0};
	int status = collect(p, &all);

	if (status == 0) {
		for (size_t i = 0; i < all.n; i++)
			status |= all.series[i].n > 1;
		if (status)
			draw(p, &all);
	}
	for (size_t i = 0; i < all.n; i++)
		free(all.series[i].point);
	free(all.series);
	return status;
}

const struct kind cycles_kind = {"cycles", "Period of each repeat",
    KIND_WISHES(cycles_wish), 1, 0, cycles_draw, false};
