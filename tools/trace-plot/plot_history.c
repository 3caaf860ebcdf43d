/*
 * A panel for each series of measurements: its values, run by run, the level
 * between its changes as a line, and where it changes.
 */
#include <math.h>
#include <stdlib.h>

#include "common/bytes/order.h"
#include "common/meaning/column.h"
#include "tools/trace-plot/draw.h"
#include "tools/trace-plot/plot.h"

enum { SERIES, METRIC, ROW, VALUE, LEVEL, CHANGE, LABEL };

static const struct frame_wish history_wish[] = {
    {"series", FRAME_TEXT, "trace-history --series"},
    {"metric", FRAME_TEXT, "trace-history --series"},
    {"row", FRAME_REAL, "trace-history --series"},
    {"value", FRAME_REAL, "trace-history --series"},
    {"level", FRAME_REAL, "trace-history --series"},
    {"change_pct", FRAME_REAL, "trace-history --series"},
    {"commit|version|date|run", FRAME_TEXT, NULL},
};

/* Labels of changes: lines above each other, characters, points that are few.
 */
enum { LINES = 3, LINE = 14, LABEL_MOST = 32, FEW = 200 };

/* The least that an axis spans, of the largest value; see plot_cycles.c. */
static const double SPAN = 0.04;

struct series {
	uint32_t name, metric;
	const union cell *first, *end; /* its rows of the table */
	size_t n, changes;
	double low, high, left, right;
};

struct all {
	struct series *series;
	size_t n, cap;
};

/* How a metric is shown: times in the unit that fits, all else as it is. */
struct scale {
	const char *name;
	double divisor;
};

/* No difference of two such numbers is out of range; NAN is none. */
static bool
is_sane(double v)
{
	return fabs(v) < 1e100;
}

static bool
counts(const union cell *row)
{
	return is_sane(row[ROW].real) && is_sane(row[VALUE].real) &&
	    is_sane(row[LEVEL].real);
}

/* Rows of a series follow each other. */
static void
collect(const struct frame *f, struct all *all)
{
	for (const union cell *row = NULL; (row = frame_next(f, row));) {
		struct series *s = all->n ? &all->series[all->n - 1] : NULL;
		double at = row[ROW].real, value = row[VALUE].real;

		if (!counts(row))
			continue;
		if (!s || s->name != row[SERIES].text) {
			struct series new = {row[SERIES].text, row[METRIC].text,
			    row, row, 0, 0, value, value, at, at};

			ARRAY_PUSH(all->series, all->n, &all->cap, new);
			s = &all->series[all->n - 1];
		}
		s->end = row + f->wishes;
		s->n++;
		s->changes += !isnan(row[CHANGE].real);
		s->low = fmin(s->low, value);
		s->high = fmax(s->high, value);
		s->left = fmin(s->left, at);
		s->right = fmax(s->right, at);
	}
}

static struct scale
scale_of(struct span metric, double most)
{
	struct column c = column_of(metric);
	struct unit u;

	if (c.kind != COLUMN_TIME || !c.ns)
		return (struct scale){c.kind == COLUMN_PERCENT ? "%" : "", 1};
	u = unit_for(most * (double)c.ns);
	return (struct scale){u.name, u.size / (double)c.ns};
}

/* The values, each with its level; an empty line between two levels. */
static void
add_points(struct script *s, const struct frame *f, const struct series *one,
    double divisor)
{
	script_add(s, "$points << EOD\n");
	for (const union cell *row = one->first; row < one->end;
	     row += f->wishes) {
		if (!counts(row))
			continue;
		if (!isnan(row[CHANGE].real))
			script_add(s, "\n");
		script_add(s, "%.9g %.9g %.9g\n", row[ROW].real,
		    row[VALUE].real / divisor, row[LEVEL].real / divisor);
	}
	script_add(s, "EOD\n");
}

/*
 * The change in percent and its run, beside the change's line: in the first of
 * LINES lines of text that has room, else nowhere.
 */
static void
label_change(struct plot *p, const union cell *row, double x, double top,
    double ends[LINES])
{
	struct span run = frame_text(p->tables, row, LABEL);
	struct span label = run.n
	    ? script_print(p->script, "%+.4g %% %.*s", row[CHANGE].real,
		  SPAN_MOST(run, 60))
	    : script_print(p->script, "%+.4g %% from row %.10g",
		  row[CHANGE].real, row[ROW].real);
	double width = script_width(label, LABEL_MOST);

	if (x + 4 + width > PANEL_RIGHT)
		x -= width + 8;
	for (int i = 0; i < LINES; i++) {
		if (x < ends[i])
			continue;
		ends[i] = x + 8 + width;
		script_label(p->script, label, LABEL_MOST, PANEL_LEFT + x + 4,
		    top + LINE * (i + 0.5), SIDE_LEFT, MARK_RGB);
		break;
	}
}

/* A dashed line from top to bottom between two runs where the level changes. */
static void
mark_changes(struct plot *p, const struct series *one, size_t panel,
    double left, double right)
{
	const struct frame *f = &p->tables->frame[0];
	double ends[LINES] = {0};

	for (const union cell *row = one->first; row < one->end;
	     row += f->wishes) {
		double at = row[ROW].real - 0.5;

		if (!counts(row) || isnan(row[CHANGE].real))
			continue;
		script_add(p->script,
		    "set arrow from first %.9g, graph 0 to first %.9g, graph 1 "
		    "nohead dt 2 lc rgb '#%06x'\n",
		    at, at, (unsigned)MARK_RGB);
		label_change(p, row, PANEL_RIGHT * (at - left) / (right - left),
		    panel_top(panel), ends);
	}
}

static void
draw_series(struct plot *p, const struct series *one, size_t panel, bool last)
{
	struct script *s = p->script;
	struct span name = pool_get(p->tables->texts, one->name);
	double most = fmax(fabs(one->low), fabs(one->high));
	struct scale scale =
	    scale_of(pool_get(p->tables->texts, one->metric), most);
	double half = fmax((one->high - one->low) / 2, SPAN / 2 * most);
	double middle = (one->low + one->high) / 2;
	double margin = fmax(1, 0.02 * (one->right - one->left));

	if (half == 0)
		half = 1;
	draw_panel(s, panel,
	    script_print(s, "%.*s: %zu runs, %zu change%s",
		SPAN_MOST(name, 100), one->n, one->changes,
		one->changes == 1 ? "" : "s"));
	mark_changes(p, one, panel, one->left - margin, one->right + margin);
	add_points(s, &p->tables->frame[0], one, scale.divisor);
	/* the labels stand above the values */
	script_add(s,
	    "set xrange [%.9g:%.9g]\nset yrange [%.9g:%.9g]\n"
	    "set ytics %.9g\nset ylabel '%s' offset 1\nset xlabel '%s'\n",
	    one->left - margin, one->right + margin,
	    (middle - 1.1 * half) / scale.divisor,
	    (middle + 2.5 * half) / scale.divisor,
	    draw_step(3.6 * half / scale.divisor), scale.name,
	    last ? "run" : "");
	script_add(s,
	    "plot $points using 1:3 with lines lw 2 lc rgb '#%06x', $points "
	    "using 1:2 with points pt 7 ps %s lc rgb '#%06x'\n",
	    (unsigned)QUIET_RGB, one->n > FEW ? "0.35" : "0.55",
	    (unsigned)PLAIN_RGB);
}

/* Most changes first, then in the order of the table. */
ORDER_BY(compare_series, struct series, DOWN(changes), UP(first))

static int
history_draw(struct plot *p)
{
	struct all all = {0};
	size_t shown;

	collect(&p->tables->frame[0], &all);
	if (all.n == 0)
		return 0;
	qsort(all.series, all.n, sizeof *all.series, compare_series);
	shown = draw_panels(p, all.n, "series", "series",
	    "; trace-cut -s series=NAME selects one");
	for (size_t i = 0; i < shown; i++)
		draw_series(p, &all.series[i], i, i + 1 == shown);
	free(all.series);
	return 1;
}

const struct kind history_kind = {"history", "Measurements over many runs",
    KIND_WISHES(history_wish), 1, 0, history_draw, false};
