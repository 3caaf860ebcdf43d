/*
 * A bar for each table, or for each GPU of it, of what classes of work take
 * how long: the categories of a table, as reports have them, or else the groups
 * of the palette. They stand in its order, as some share a colour, and then by
 * their time, in all bars alike.
 */
#include <math.h>
#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/meaning/event_category.h"
#include "common/meaning/palette.h"
#include "tools/trace-plot/draw.h"
#include "tools/trace-plot/plot.h"

enum { BAR_RANK, BAR_DEVICE, BAR_LEVEL, BAR_TIME, BAR_CAT, BAR_LABEL };

static const struct frame_wish breakdown_wish[] = {
    {"rank", FRAME_TEXT, NULL},
    {"device", FRAME_TEXT, NULL},
    {"level", FRAME_REAL, NULL},
    {"sum_us|time_us|gpu_us|dur_us", FRAME_TIME,
	"trace-extract or trace-stats"},
    {"cat", FRAME_TEXT, NULL},
    GROUP_WISHES,
};

enum {
	BARS_MOST = 64,
	CLASSES_MOST = 128,
	LABEL_MOST = 32, /* characters */
	TOP = 56,
	PITCH = 40, /* of bars, in pixels */
	AXIS = 56,
	LEGEND = 250,
	LEGEND_LINE = 20,
	INSIDE = 44 /* pixels that a percentage needs in its bar */
};

struct bar {
	int64_t sum[CLASSES_MOST], total; /* by the number of the class */
};

struct class {
	struct span name;
	size_t group; /* of the palette */
	size_t number;
	int64_t sum; /* of all bars */
};

struct bars {
	struct tracks tracks;
	struct bar bar[BARS_MOST]; /* of each track */
	struct class class[CLASSES_MOST];
	size_t classes;
	int64_t total, longest;
	double outermost; /* level of the cycles of a table */
};

static struct track
track_of(size_t table, const union cell *row)
{
	return (struct track){
	    table, row[BAR_RANK].text, row[BAR_DEVICE].text, POOL_NONE, 0};
}

/*
 * Only work of a GPU counts; a table without categories of events is sums. In
 * those of trace-cycles the outermost cycles have the time of the inner ones.
 */
static bool
counts(const struct plot *p, const struct frame *f, double outermost,
    const union cell *row)
{
	struct span cat = frame_text(p->tables, row, BAR_CAT);

	return row[BAR_TIME].ns > 0 && !(row[BAR_LEVEL].real > outermost) &&
	    (!f->has[BAR_CAT] || event_category_is_gpu(cat));
}

/* The row's category; "unclassified" or the palette's name if it has none. */
static struct span
class_name(const struct plot *p, const struct frame *f, const union cell *row,
    size_t group)
{
	struct span category = frame_text(p->tables, row, BAR_LABEL);

	if (category.n)
		return category;
	return f->has[BAR_LABEL] && group == palette_other()
	    ? span_of("unclassified")
	    : palette_name(group);
}

/* The class of this name; what comes behind too many shares the last one. */
static struct class *
find_class(struct bars *b, struct span name, size_t group)
{
	struct class *c = b->class;

	for (; c < b->class + b->classes; c++)
		if (span_equal(c->name, name))
			return c;
	if (b->classes == CLASSES_MOST)
		return c - 1;
	if (b->classes == CLASSES_MOST - 1) {
		name = span_of("all others");
		group = palette_other();
	}
	*c = (struct class){name, group, b->classes++, 0};
	return c;
}

ORDER_BY(compare_classes, struct class, UP(group), DOWN(sum),
    span_compare(x->name, y->name))

static int
add_row(struct plot *p, struct bars *b, size_t table, const union cell *row)
{
	const struct frame *f = &p->tables->frame[table];
	struct track track = track_of(table, row);
	struct bar *bar = &b->bar[draw_track_find(&b->tracks, &track)];
	struct class *class;
	size_t group;

	if (!counts(p, f, b->outermost, row) || bar == &b->bar[b->tracks.n])
		return 0;
	group = group_of(p, f, row, BAR_LABEL);
	class = find_class(b, class_name(p, f, row, group), group);
	if (fixed_add(&bar->sum[class->number], row[BAR_TIME].ns) ||
	    fixed_add(&bar->total, row[BAR_TIME].ns) ||
	    fixed_add(&class->sum, row[BAR_TIME].ns) ||
	    fixed_add(&b->total, row[BAR_TIME].ns))
		return draw_too_long(p);
	if (bar->total > b->longest)
		b->longest = bar->total;
	return 0;
}

static int
collect(struct plot *p, struct bars *b)
{
	for (size_t t = 0; t < p->tables->n; t++) {
		const struct frame *f = &p->tables->frame[t];

		if (!f->has[BAR_LABEL] && !f->has[BAR_LABEL + 1] &&
		    !f->has[BAR_LABEL + 2]) {
			p->trouble = "there is no column family, category or "
				     "name";
			return -1;
		}
		b->outermost = INFINITY;
		for (const union cell *row = NULL; (row = frame_next(f, row));)
			b->outermost = fmin(b->outermost, row[BAR_LEVEL].real);
		for (const union cell *row = NULL;
		     (row = frame_next(f, row));) {
			struct track track = track_of(t, row);

			if (counts(p, f, b->outermost, row))
				draw_track_add(&b->tracks, p, &track);
		}
		for (const union cell *row = NULL; (row = frame_next(f, row));)
			if (add_row(p, b, t, row))
				return -1;
	}
	return 0;
}

/* Its table only where there are several, or nothing else tells. */
static struct span
name_bar(const struct plot *p, const struct tracks *all, const struct track *t,
    char out[TRACK_NAME_SIZE])
{
	struct span name = draw_track_name(all, p, t, p->tables->n > 1, out);

	return name.n ? name : draw_track_name(all, p, t, true, out);
}

static double
left_of_bars(const struct plot *p, const struct bars *b)
{
	int width = 0;
	char text[TRACK_NAME_SIZE];

	for (size_t i = 0; i < b->tracks.n; i++) {
		int w = script_width(
		    name_bar(p, &b->tracks, &b->tracks.track[i], text),
		    LABEL_MOST);

		if (w > width)
			width = w;
	}
	return 24 + width;
}

/* One bar at its place in the page; its end is where `right` is for longest. */
static void
draw_bar(struct plot *p, const struct bars *b, size_t at,
    const struct unit *unit, double left, double right)
{
	const struct bar *bar = &b->bar[at];
	double scale = (right - left) / (double)b->longest, x = left;
	double y = TOP + PITCH * (double)at;
	char text[TRACK_NAME_SIZE];
	struct span name = name_bar(p, &b->tracks, &b->tracks.track[at], text);

	script_label(p->script, name, LABEL_MOST, left - 8, y + PITCH / 2.0,
	    SIDE_RIGHT, TEXT_RGB);
	for (size_t i = 0; i < b->classes; i++) {
		int64_t sum = bar->sum[b->class[i].number];
		double width = (double)sum * scale;
		uint32_t rgb = palette_rgb(b->class[i].group);

		if (sum <= 0)
			continue;
		script_box(p->script, x, y + 6,
		    width > 1.5 ? width - 0.75 : width, PITCH - 12, rgb);
		if (width >= INSIDE)
			script_label(p->script,
			    script_print(p->script, "%.0f %%",
				100 * (double)sum / (double)bar->total),
			    8, x + width / 2, y + PITCH / 2.0, SIDE_CENTRE,
			    palette_is_light(rgb) ? 0 : 0xFFFFFF);
		x += width;
	}
	script_label(p->script, unit_print(text, unit, (double)bar->total), 16,
	    x + 6, y + PITCH / 2.0, SIDE_LEFT, TEXT_RGB);
}

/* The legend: the classes; of a single bar also the time of each. */
static void
draw_legend(struct plot *p, const struct bars *b, const struct unit *unit)
{
	double x = PAGE_WIDTH - LEGEND, y = TOP;

	for (size_t i = 0; i < b->classes; i++) {
		const struct class *c = &b->class[i];
		char time[32];

		script_box(p->script, x, y + 4, 12, 12, palette_rgb(c->group));
		script_label(p->script, c->name, 18, x + 18,
		    y + LEGEND_LINE / 2.0, SIDE_LEFT, TEXT_RGB);
		y += LEGEND_LINE;
		if (b->tracks.n > 1)
			continue;
		script_label(p->script, unit_print(time, unit, (double)c->sum),
		    16, x + 182, y - LEGEND_LINE / 2.0, SIDE_RIGHT, QUIET_RGB);
		script_label(p->script,
		    script_print(p->script, "%.1f %%",
			100 * (double)c->sum / (double)b->total),
		    16, x + 238, y - LEGEND_LINE / 2.0, SIDE_RIGHT, QUIET_RGB);
	}
}

static void
draw(struct plot *p, struct bars *b)
{
	struct script *s = p->script;
	struct unit unit = unit_for((double)b->longest);
	double left = left_of_bars(p, b);
	const struct track *first = &b->tracks.track[0];
	double right = PAGE_WIDTH - LEGEND - 100;
	int bars = PITCH * (int)b->tracks.n;
	int legend = LEGEND_LINE * (int)b->classes;

	s->height =
	    TOP + (bars + AXIS > legend + 16 ? bars + AXIS : legend + 16);
	p->unnamed = p->tables->n == 1 &&
	    (pool_get(p->tables->texts, first->rank).n ||
		draw_track_shows_device(&b->tracks, first));
	qsort(b->class, b->classes, sizeof *b->class, compare_classes);
	for (size_t i = 0; i < b->tracks.n; i++)
		draw_bar(p, b, i, &unit, left, right);
	draw_legend(p, b, &unit);
	script_area(s, left, TOP, right, TOP + bars);
	script_add(s,
	    "set xrange [0:%.9g]\nset yrange [0:1]\nunset ytics\n"
	    "set grid xtics back\nset xlabel '%s'\n"
	    "plot NaN notitle\n",
	    (double)b->longest / unit.size, unit.name);
}

static int
breakdown_draw(struct plot *p)
{
	struct bars *b = xcalloc(1, sizeof *b);
	int status = -1;

	b->tracks.most = BARS_MOST;
	if (collect(p, b) == 0) {
		status = b->longest > 0;
		if (status)
			draw(p, b);
		draw_track_note(&b->tracks, p, "bars: the rows");
	}
	free(b);
	return status;
}

const struct kind breakdown_kind = {"breakdown", "GPU time by kind of work",
    KIND_WISHES(breakdown_wish), FRAMES_MOST, 1, breakdown_draw, false};
