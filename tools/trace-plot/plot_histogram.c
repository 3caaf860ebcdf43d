/*
 * How many values are in each bin; a panel for each key, the largest first.
 */
#include <math.h>
#include <stdlib.h>

#include "common/bytes/order.h"
#include "tools/trace-plot/draw.h"
#include "tools/trace-plot/plot.h"

enum { FROM, TO, COUNT, KEY, OTHERS };

static const struct frame_wish histogram_wish[] = {
    {"bin_start_us|bin_start", FRAME_REAL, "trace-stats --histogram"},
    {"bin_end_us|bin_end", FRAME_REAL, "trace-stats --histogram"},
    {"count", FRAME_REAL, "trace-stats --histogram"},
    {"name|family|category|phase|cpu_op", FRAME_TEXT, NULL},
    {"*", FRAME_OTHERS, NULL},
};

/* Counts that differ more than this are drawn on a logarithmic axis. */
static const double FAR = 100;

struct group {
	size_t place; /* in the order of the table */
	uint32_t key, others;
	double total, least, most, from, to;
};

struct groups {
	struct group *group;
	size_t n, cap;
	struct distinct_names *names;
};

static struct group *
find_group(struct groups *g, const union cell *row)
{
	struct group one = {.key = row[KEY].text, .others = row[OTHERS].text};

	for (size_t i = g->n; i-- > 0;)
		if (g->group[i].key == one.key &&
		    g->group[i].others == one.others)
			return &g->group[i];
	one.from = row[FROM].real;
	one.to = row[TO].real;
	one.place = g->n;
	ARRAY_PUSH(g->group, g->n, &g->cap, one);
	return &g->group[g->n - 1];
}

static bool
counts(const union cell *row)
{
	return row[FROM].real <= row[TO].real && row[COUNT].real > 0;
}

static void
collect(const struct plot *p, struct groups *g)
{
	const struct frame *f = &p->tables->frame[0];

	for (const union cell *row = NULL; (row = frame_next(f, row));) {
		struct group *one;

		if (!counts(row))
			continue;
		one = find_group(g, row);
		one->total += row[COUNT].real;
		if (row[COUNT].real > one->most)
			one->most = row[COUNT].real;
		if (one->least == 0 || row[COUNT].real < one->least)
			one->least = row[COUNT].real;
		one->from = fmin(one->from, row[FROM].real);
		one->to = fmax(one->to, row[TO].real);
	}
}

/* The most values first. */
ORDER_BY(compare_groups, struct group, DOWN(total), UP(place))

static void
add_bins(struct plot *p, const struct group *g, double floor)
{
	const struct frame *f = &p->tables->frame[0];

	script_add(p->script, "$bins << EOD\n");
	for (const union cell *row = NULL; (row = frame_next(f, row));) {
		if (counts(row) && row[KEY].text == g->key &&
		    row[OTHERS].text == g->others)
			script_add(p->script,
			    "%.14g %.9g %.14g %.14g %.9g %.9g\n",
			    row[FROM].real, floor, row[FROM].real, row[TO].real,
			    floor, row[COUNT].real);
	}
	script_add(p->script, "EOD\n");
}

static void
draw_group(
    struct plot *p, const struct groups *all, size_t panel, size_t panels)
{
	const struct frame *f = &p->tables->frame[0];
	const struct group *g = &all->group[panel];
	bool far = g->most >= FAR * g->least;
	double width = g->to > g->from ? g->to - g->from : 1;
	bool narrow = width < 1e-5 * fabs(g->to); /* labels would be equal */
	struct span others = pool_get(p->tables->texts, g->others);
	struct span key = draw_kernel(all->names, p, g->key);

	if (!key.n && f->has[KEY])
		key = span_of("(none)");
	draw_panel(p->script, panel,
	    script_print(p->script, "%.*s%s%.*s%s%.0f value%s%s",
		SPAN_MOST(key, 80), key.n && others.n ? ", " : "",
		SPAN_MOST(others, 80), key.n || others.n ? ": " : "", g->total,
		g->total > 1 ? "s" : "", far ? ", logarithmic" : ""));
	add_bins(p, g, far ? 0.5 : 0);
	script_add(p->script,
	    "%s logscale y\nset xrange [%.14g:%.14g]\nset yrange [%s:%.9g]\n"
	    "set ylabel 'count' offset 1\nset xlabel '%s'\n",
	    far ? "set" : "unset", g->from - width / 50, g->to + width / 50,
	    far ? "0.5" : "0", g->most * (far ? 2 : 1.1),
	    panel + 1 == panels && span_ends(f->name[FROM], "_us") ? "us" : "");
	if (narrow)
		script_add(
		    p->script, "set xtics ('%.14g' %.14g)\n", g->from, g->from);
	if (far)
		script_add(p->script, "set ytics autofreq\n");
	else
		script_add(p->script, "set ytics %.9g\n",
		    fmax(1, draw_step(g->most * 1.1)));
	script_add(p->script,
	    "plot $bins using 1:2:3:4:5:6 with boxxyerror lc rgb '#%06x'\n",
	    (unsigned)PLAIN_RGB);
	if (narrow)
		script_add(p->script, "set xtics autofreq\n");
}

static int
histogram_draw(struct plot *p)
{
	struct groups g = {0};
	size_t shown;

	collect(p, &g);
	g.names = draw_kernels(p, KEY);
	if (g.n) {
		ARRAY_SORT(g.group, g.n, compare_groups);
		shown = draw_panels(p, g.n, "group", "groups", "");
		for (size_t i = 0; i < shown; i++)
			draw_group(p, &g, i, shown);
	}
	distinct_names_free(g.names);
	free(g.group);
	return g.n > 0;
}

const struct kind histogram_kind = {"histogram", "Distribution",
    KIND_WISHES(histogram_wish), 1, 0, histogram_draw, false};
