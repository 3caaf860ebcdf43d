/*
 * A lane for each stream with its kernels in time, and the gaps between them.
 * Tables stand one above the other, each from its own first event on; lines
 * connect the pairs of two.
 *
 * Neighbours of one colour that would be less than a quarter of a pixel apart
 * are drawn as one, and where kernels are too short for that, heights are
 * shares (bars.h), so that a picture has a bound, whatever the trace has.
 */
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/meaning/palette.h"
#include "tools/trace-plot/bars.h"
#include "tools/trace-plot/plot.h"

static const struct frame_wish timeline_wish[] = {
    {"ts_us", FRAME_TIME, "trace-extract"},
    {"dur_us", FRAME_TIME, "trace-extract"},
    {"cat", FRAME_TEXT, NULL},
    {"rank", FRAME_TEXT, NULL},
    {"device", FRAME_TEXT, NULL},
    {"stream", FRAME_TEXT, NULL},
    {"position", FRAME_REAL, NULL},
    GROUP_WISHES,
};

static const struct frame_wish critical_wish[] = {
    {"start_us|ts_us", FRAME_TIME, "trace-critical"},
    {"dur_us", FRAME_TIME, "trace-critical"},
    {"cat", FRAME_TEXT, NULL},
    {"rank", FRAME_TEXT, NULL},
    {"device", FRAME_TEXT, NULL},
    {"stream", FRAME_TEXT, NULL},
    {"position", FRAME_REAL, NULL},
    GROUP_WISHES,
    {"bound", FRAME_TEXT, NULL},
};

const struct frame_wish timeline_pairs[TIMELINE_PAIRS] = {
    {"a_position", FRAME_REAL, "trace-align"},
    {"b_position", FRAME_REAL, "trace-align"},
    {"pair", FRAME_TEXT, NULL},
};

enum {
	NAME_MOST = 36, /* characters */
	TOP = 48,
	PITCH = 34,
	BETWEEN = 40, /* tables, for the lines between pairs */
	FOOT = 60,
	LEGEND_COLUMN = 130,
	LEGEND_LINE = 20,
	LANE_RGB = 0xF0F0F0
};

/* Of a pixel; a bar of WIDE pixels stands alone, with an edge on its right. */
static const double QUARTER = 0.25, WIDE = 4;

/* Of the height of a bar, in pixels. */
static const double HALF = PITCH / 2.0 - 5;

struct drawing {
	struct bars bars;
	double left, pixel; /* where the axis begins; ns in a pixel */
	bool crowded;       /* heights are shares, somewhere */
};

static struct span
name_lane(const struct plot *p, const struct tracks *lanes,
    const struct track *lane, char out[TRACK_NAME_SIZE])
{
	if (bars_is_path(&p->tables->frame[lane->table]))
		return span_of("critical path");
	return draw_track_name(lanes, p, lane,
	    p->tables->n > 1 && !bars_is_path(&p->tables->frame[0]), out);
}

/* Where lanes are; returns where the axis is. */
static double
place_lanes(const struct plot *p, struct drawing *d)
{
	struct tracks *lanes = &d->bars.lanes;
	double y = TOP;
	int width = 0;

	for (size_t i = 0; i < lanes->n; i++) {
		struct track *lane = &lanes->track[i];
		char text[TRACK_NAME_SIZE];
		int w =
		    script_width(name_lane(p, lanes, lane, text), NAME_MOST);

		if (i && lane->table != lane[-1].table)
			y += BETWEEN;
		lane->y = y + PITCH / 2.0;
		y += PITCH;
		if (w > width)
			width = w;
	}
	d->left = 24 + width;
	d->pixel = (double)d->bars.last / (PAGE_WIDTH - 24 - d->left);
	return y;
}

static double
lane_y(const struct drawing *d, const struct bar *b)
{
	return d->bars.lanes.track[b->lane].y;
}

static void
add_box(struct script *s, const struct unit *u, double from, double to,
    double y, double half, uint32_t rgb)
{
	script_add(s, "0 0 %.9g %.9g %.9g %.9g %u\n", from / u->size,
	    to / u->size, y - half, y + half, (unsigned)rgb);
}

static void
label_gap(struct plot *p, const struct drawing *d, const struct bar *next,
    int64_t from)
{
	double gap = (double)(next->start - from);
	struct unit unit = unit_for(gap);
	char time[32];
	struct span text = unit_print(time, &unit, gap);
	double middle = (double)from + gap / 2;

	if (gap < (script_width(text, 24) + 4) * d->pixel)
		return;
	script_label(p->script, text, 24, d->left + middle / d->pixel,
	    lane_y(d, next), SIDE_CENTRE, QUIET_RGB);
}

static void
label_gaps(struct plot *p, const struct drawing *d)
{
	int64_t reached = 0;

	for (size_t i = 0; i < d->bars.n; i++) {
		const struct bar *b = &d->bars.bar[i];

		if (i == 0 || b->lane != d->bars.bar[i - 1].lane)
			reached = b->start;
		if (b->start > reached)
			label_gap(p, d, b, reached);
		if (b->end > reached)
			reached = b->end;
	}
}

/* A bar, but for the parts of it that lie in crowded cells. */
static void
add_bar(struct plot *p, const struct drawing *d, const struct crowd *crowd,
    const struct unit *u, const struct bar *b)
{
	double x = (double)b->start, end = (double)b->end;

	if (end - x < d->pixel)
		end = x + d->pixel;
	if (end - x >= WIDE * d->pixel)
		end -= 0.75 * d->pixel;
	while (x < end) {
		bool crowded;
		double next = crowd_run(crowd, x, end, &crowded);

		if (!crowded)
			add_box(p->script, u, x, next, lane_y(d, b), HALF,
			    palette_rgb(b->group));
		x = next;
	}
}

/* The bars of a lane, neighbours of one colour as one. */
static void
add_lane(struct plot *p, const struct drawing *d, const struct crowd *crowd,
    const struct unit *u, const struct bar *bar, size_t bars)
{
	for (size_t i = 0, next; i < bars; i = next) {
		struct bar b = bar[i];

		for (next = i + 1; next < bars; next++) {
			const struct bar *n = &bar[next];

			if (n->group != b.group ||
			    (double)(b.end - b.start) >= WIDE * d->pixel ||
			    (double)(n->start - b.end) >= d->pixel * QUARTER)
				break;
			if (n->end > b.end)
				b.end = n->end;
		}
		add_bar(p, d, crowd, u, &b);
	}
}

/* The shares of the kinds of work in a crowded cell, one above the other. */
static void
add_shares(struct plot *p, const struct crowd *crowd, size_t i,
    const struct unit *u, double y)
{
	double from = (double)i * crowd->width, bottom = y + HALF;

	for (size_t g = 0; g < palette_groups(); g++) {
		double height = 2 * HALF * crowd_share(crowd, i, g);

		if (height <= 0)
			continue;
		add_box(p->script, u, from, from + crowd->width,
		    bottom - height / 2, height / 2, palette_rgb(g));
		bottom -= height;
	}
}

/* The bars, in order of lanes and time. */
static void
add_bars(struct plot *p, struct drawing *d, const struct unit *u)
{
	const struct bar *bar = d->bars.bar;

	for (size_t i = 0, next; i < d->bars.n; i = next) {
		struct crowd crowd;

		for (next = i;
		     next < d->bars.n && bar[next].lane == bar[i].lane;)
			next++;
		crowd_of(
		    &crowd, &bar[i], next - i, d->pixel, (double)d->bars.last);
		add_lane(p, d, &crowd, u, &bar[i], next - i);
		for (size_t c = 0; c < crowd.n; c++)
			if (crowd.cell[c].crowded) {
				d->crowded = true;
				add_shares(p, &crowd, c, u, lane_y(d, &bar[i]));
			}
		free(crowd.cell);
	}
}

/* The first bar of a table at that position of its cycle; NULL: none. */
static const struct bar *
bar_at(const struct drawing *d, size_t table, double position)
{
	const struct bar *first = NULL;

	for (size_t i = 0; i < d->bars.n; i++)
		if (d->bars.lanes.track[d->bars.bar[i].lane].table == table &&
		    d->bars.bar[i].position == position &&
		    (!first || d->bars.bar[i].start < first->start))
			first = &d->bars.bar[i];
	return first;
}

static void
add_pairs(struct plot *p, const struct drawing *d, const struct unit *u)
{
	uint32_t first =
	    p->pairs && p->pairs->rows ? frame_row(p->pairs, 0)[2].text : 0;

	script_add(p->script, "$pairs << EOD\n");
	for (size_t i = 0; p->pairs && i < p->pairs->rows; i++) {
		const union cell *row = frame_row(p->pairs, i);
		const struct bar *a = bar_at(d, 0, row[0].real);
		const struct bar *b = bar_at(d, 1, row[1].real);
		double x, y, half = PITCH / 2.0 - 4;

		if (!a || !b || row[2].text != first)
			continue; /* positions are of one pair of cycles */
		x = (double)(a->start + a->end) / 2;
		y = (double)(b->start + b->end) / 2;
		script_add(p->script, "%.9g %.9g %.9g %.9g\n", x / u->size,
		    lane_y(d, a) + half, (y - x) / u->size,
		    lane_y(d, b) - lane_y(d, a) - 2 * half);
	}
	script_add(p->script, "0 -9 0 0\nEOD\n"); /* never empty */
}

static void
draw_legend(struct plot *p, const struct drawing *d, double y)
{
	int columns = (PAGE_WIDTH - 40) / LEGEND_COLUMN, n = 0;

	for (size_t g = 0; g < palette_groups(); g++) {
		int column = n % columns, line = n / columns;
		double x = 24 + LEGEND_COLUMN * (double)column;
		double top = y + LEGEND_LINE * (double)line;

		if (!d->bars.used[g])
			continue;
		script_box(p->script, x, top + 4, 12, 12, palette_rgb(g));
		script_label(p->script, palette_name(g), 16, x + 18,
		    top + LEGEND_LINE / 2.0, SIDE_LEFT, TEXT_RGB);
		n++;
	}
}

static int
legend_height(const struct drawing *d)
{
	int columns = (PAGE_WIDTH - 40) / LEGEND_COLUMN, n = 0;

	for (size_t g = 0; g < palette_groups(); g++)
		n += d->bars.used[g];
	return LEGEND_LINE * ((n + columns - 1) / columns) + 12;
}

static const char shares[] = "where kernels are narrower than a pixel, heights "
			     "are shares of the time";

static void
draw(struct plot *p, struct drawing *d)
{
	struct script *s = p->script;
	struct unit unit = unit_for((double)d->bars.last);
	double bottom = place_lanes(p, d);
	const struct tracks *lanes = &d->bars.lanes;
	const struct track *lane = lanes->track, *end = lane + lanes->n;
	char text[TRACK_NAME_SIZE];

	s->height = (int)bottom + FOOT + legend_height(d);
	script_area(s, d->left, TOP, PAGE_WIDTH - 24, bottom);
	for (; lane < end; lane++)
		script_label(s, name_lane(p, lanes, lane, text), NAME_MOST,
		    d->left - 8, lane->y, SIDE_RIGHT, TEXT_RGB);
	label_gaps(p, d);
	script_add(s, "$bars << EOD\n");
	for (lane = lanes->track; lane < end; lane++)
		add_box(s, &unit, 0, (double)d->bars.end[lane->table], lane->y,
		    HALF, LANE_RGB);
	add_bars(p, d, &unit);
	script_add(s, "EOD\n");
	if (d->crowded)
		script_label(s, span_of(shares), sizeof shares, PAGE_WIDTH - 24,
		    24, SIDE_RIGHT, QUIET_RGB);
	add_pairs(p, d, &unit);
	draw_legend(p, d, bottom + FOOT);
	script_add(s,
	    "set xrange [0:%.9g]\nset yrange [%.9g:%d]\nunset ytics\n"
	    "set border 1\nset xlabel '%s'\n"
	    "plot $bars using 1:2:3:4:5:6:7 with boxxyerror lc rgb variable, "
	    "$pairs with vectors nohead lw 0.7 lc rgb '#888888'\n",
	    (double)d->bars.last / unit.size, bottom, TOP, unit.name);
}

static int
check_pairs(struct plot *p)
{
	if (!p->pairs)
		return 0;
	if (p->tables->n != 2)
		p->trouble = "--pairs needs two tables";
	else if (!p->tables->frame[0].has[BARS_POSITION] ||
	    !p->tables->frame[1].has[BARS_POSITION])
		p->trouble = "--pairs needs the column position, which "
			     "trace-cycles --events adds";
	return p->trouble ? -1 : 0;
}

static int
timeline_draw(struct plot *p)
{
	struct drawing *d = xcalloc(1, sizeof *d);
	int status = check_pairs(p);

	if (status == 0)
		bars_collect(p, &d->bars);
	if (status == 0 && d->bars.last > 0) {
		draw(p, d);
		status = 1;
		draw_track_note(&d->bars.lanes, p, "streams: the events");
	}
	free(d->bars.bar);
	free(d);
	return status;
}

const struct kind timeline_kind = {"timeline", "Kernels by stream",
    KIND_WISHES(timeline_wish), 2, 2, timeline_draw, false};

static int
critical_draw(struct plot *p)
{
	if (bars_is_path(&p->tables->frame[0]))
		return timeline_draw(p);
	p->trouble = "the first table has no column bound, which "
		     "trace-critical prints";
	return -1;
}

const struct kind critical_kind = {"critical", "The critical path",
    KIND_WISHES(critical_wish), 2, 0, critical_draw, false};
