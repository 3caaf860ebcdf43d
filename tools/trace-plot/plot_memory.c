/*
 * A panel for each device: the memory in use over time and, from a second
 * table, who holds it at its peak.
 */
#include <math.h>
#include <stdlib.h>

#include "common/bytes/order.h"
#include "tools/trace-plot/draw.h"
#include "tools/trace-plot/plot.h"

enum {
	TIME,
	VALUE,
	BYTES,
	PCT,
	NAME,
	RANK,
	FILE_NAME,
	TYPE,
	DEVICE,
	SINCE,
	HOLDER,
	PIECES,
	OTHERS /* its other keys, so that no two rows have one name */
};

static const struct frame_wish memory_wish[] = {
    {"ts_us", FRAME_TIME, NULL},
    {"value", FRAME_REAL, NULL},
    {"bytes", FRAME_REAL, NULL},
    {"pct", FRAME_REAL, NULL},
    {"name", FRAME_TEXT, NULL},
    {"rank", FRAME_TEXT, NULL},
    {"file", FRAME_TEXT, NULL},
    {"device_type", FRAME_TEXT, NULL},
    {"device_id", FRAME_TEXT, NULL},
    {"since", FRAME_TEXT, NULL},
    {"cpu_op|module|annotation|step", FRAME_TEXT, NULL},
    {"pieces", FRAME_REAL, NULL},
    {"*", FRAME_OTHERS, NULL},
};

/* In pixels: where the axes end beside a list, its lines and its columns. */
enum {
	LIST_LEFT = 590,
	LIST = LIST_LEFT + 24,
	LINE = 18,
	LINES = 7,
	LIST_BYTES = PAGE_WIDTH - 84,
	LIST_PCT = PAGE_WIDTH - 24,
	HOLDER_MOST = 24, /* characters */
	PIXELS = 800
};

struct device {
	uint32_t name, rank, file, type, id;
	size_t n;
	double peak;
	int64_t peak_at;
};

struct devices {
	struct device *device; /* the largest peak first */
	size_t n, cap;
	int64_t first, last;
};

static bool
counts(const union cell *row)
{
	return row[TIME].ns != FRAME_NO_TIME && row[VALUE].real >= 0;
}

/* Times are far less than an integer holds apart, but not for sure. */
static double
since_first(const struct devices *all, int64_t ns)
{
	return (double)ns - (double)all->first;
}

static double
span_of_time(const struct devices *all)
{
	return since_first(all, all->last);
}

static bool
is_on(const struct device *d, const union cell *row)
{
	return d->rank == row[RANK].text && d->file == row[FILE_NAME].text &&
	    d->type == row[TYPE].text && d->id == row[DEVICE].text;
}

static bool
is_of(const struct device *d, const union cell *row)
{
	return is_on(d, row) && d->name == row[NAME].text;
}

static struct device *
find_device(struct devices *all, const union cell *row)
{
	struct device d = {row[NAME].text, row[RANK].text, row[FILE_NAME].text,
	    row[TYPE].text, row[DEVICE].text, 0, -1, 0};

	for (size_t i = all->n; i-- > 0;)
		if (is_of(&all->device[i], row))
			return &all->device[i];
	ARRAY_PUSH(all->device, all->n, &all->cap, d);
	return &all->device[all->n - 1];
}

ORDER_BY(compare_devices, struct device, DOWN(peak), UP(name))

static void
collect(const struct frame *f, struct devices *all)
{
	all->first = INT64_MAX;
	all->last = INT64_MIN;
	for (const union cell *row = NULL; (row = frame_next(f, row));) {
		struct device *d;

		if (!counts(row))
			continue;
		d = find_device(all, row);
		d->n++;
		if (row[VALUE].real > d->peak) {
			d->peak = row[VALUE].real;
			d->peak_at = row[TIME].ns;
		}
		if (row[TIME].ns < all->first)
			all->first = row[TIME].ns;
		if (row[TIME].ns > all->last)
			all->last = row[TIME].ns;
	}
	ARRAY_SORT(all->device, all->n, compare_devices);
}

/*
 * The most that was in use in the time of each pixel, from the first one that
 * is known; the peak itself.
 */
static void
add_points(struct script *s, const struct frame *f, const struct devices *all,
    const struct device *d, const struct unit *unit)
{
	double most[PIXELS], now = 0;
	double scale = (PIXELS - 1) / fmax(1, span_of_time(all));
	double axis = unit_for(span_of_time(all)).size;
	int begin = -1, x = -1;

	for (const union cell *row = NULL; (row = frame_next(f, row));) {
		int at;

		if (!counts(row) || !is_of(d, row))
			continue;
		at = (int)(since_first(all, row[TIME].ns) * scale);
		if (begin < 0)
			x = (begin = at) - 1;
		while (x < at)
			most[++x] = now;
		now = row[VALUE].real;
		most[at] = fmax(most[at], now);
	}
	while (x < PIXELS - 1)
		most[++x] = now;
	script_add(s, "$points << EOD\n");
	for (x = begin; x < PIXELS; x++)
		script_add(
		    s, "%.9g %.9g\n", x / scale / axis, most[x] / unit->size);
	script_add(s, "EOD\n$peak << EOD\n%.9g %.9g\nEOD\n",
	    since_first(all, d->peak_at) / axis, d->peak / unit->size);
}

/* The rows of the second table that are of this device, as they come. */
static void
list_holders(struct plot *p, const struct device *d, double top)
{
	const struct frame *f = &p->tables->frame[1];
	struct buf both = {0};
	int line = 0;

	for (size_t r = 0; r < f->rows && line < LINES; r++) {
		const union cell *row = frame_row(f, r);
		struct span name = frame_text(p->tables, row, HOLDER);
		struct span others = frame_text(p->tables, row, OTHERS);
		double y = top + LINE * (line + 0.5);
		struct unit unit;
		char text[32];

		if (!is_on(d, row) || isnan(row[BYTES].real))
			continue;
		if (span_is(frame_text(p->tables, row, SINCE), "before"))
			name = span_of("before the recording");
		else if (others.n)
			name = BUF_JOIN(
			    &both, name, span_of(name.n ? ", " : ""), others);
		else if (!name.n)
			name = span_of("(none)");
		unit = unit_for_bytes(row[BYTES].real);
		script_label(
		    p->script, name, HOLDER_MOST, LIST, y, SIDE_LEFT, TEXT_RGB);
		script_label(p->script,
		    unit_print(text, &unit, row[BYTES].real), 16, LIST_BYTES, y,
		    SIDE_RIGHT, QUIET_RGB);
		if (!isnan(row[PCT].real))
			script_label(p->script,
			    script_print(p->script, "%.1f %%", row[PCT].real),
			    12, LIST_PCT, y, SIDE_RIGHT, QUIET_RGB);
		line++;
	}
	buf_free(&both);
}

static void
draw_device(struct plot *p, const struct devices *all, size_t i, bool last)
{
	const struct device *d = &all->device[i];
	struct script *s = p->script;
	struct span name = pool_get(p->tables->texts, d->name);
	struct unit bytes = unit_for_bytes(d->peak);
	double when = since_first(all, d->peak_at);
	double top = panel_top(i), most = fmax(d->peak, 1) / bytes.size;
	struct unit time = unit_for(when), axis = unit_for(span_of_time(all));
	char peak[32], at[32];

	draw_panel(s, i,
	    script_print(s, "%.*s: %zu changes, peak %s at %s",
		SPAN_MOST(name, 60), d->n, unit_print(peak, &bytes, d->peak).p,
		unit_print(at, &time, when).p));
	if (p->tables->n > 1) {
		script_area(s, PANEL_LEFT, top, LIST_LEFT, top + PANEL_TOP);
		list_holders(p, d, top);
	}
	add_points(s, &p->tables->frame[0], all, d, &bytes);
	script_add(s,
	    "set xrange [0:%.9g]\nset yrange [0:%.9g]\nset ytics %.9g\n"
	    "set ylabel '%s' offset 1\nset xlabel '%s%s'\n",
	    fmax(1, span_of_time(all)) / axis.size, 1.15 * most,
	    draw_step(1.15 * most), bytes.name, last ? axis.name : "",
	    last ? " since the first change" : "");
	script_add(s,
	    "plot $points using 1:2 with filledcurves y1=0 fs solid 0.35 "
	    "noborder lc rgb '#%06x', $points using 1:2 with lines lc rgb "
	    "'#%06x', $peak using 1:2 with points pt 6 ps 1 lw 1.5 lc rgb "
	    "'#%06x'\n",
	    (unsigned)PLAIN_RGB, (unsigned)PLAIN_RGB, (unsigned)MARK_RGB);
}

/* The first table is a counter; a second one has who holds it. */
static int
check_tables(struct plot *p)
{
	const struct frame *f = p->tables->frame;

	if (!f[0].has[TIME] || !f[0].has[VALUE])
		p->trouble = "the first table has no columns ts_us and value, "
			     "which trace-memory --counter prints";
	else if (p->tables->n > 1 && !f[1].has[BYTES])
		p->trouble = "the second table has no column bytes, which "
			     "trace-memory prints";
	return p->trouble ? -1 : 0;
}

/* Has the second table, if there are rows in one, a device of the first? */
static bool
tables_meet(const struct frames *tables, const struct devices *all)
{
	const struct frame *f = &tables->frame[1];

	if (tables->n < 2 || f->rows == 0)
		return true;
	for (const union cell *row = NULL; (row = frame_next(f, row));)
		for (size_t i = 0; i < all->n; i++)
			if (is_on(&all->device[i], row))
				return true;
	return false;
}

static int
memory_draw(struct plot *p)
{
	struct devices all = {0};
	size_t shown;

	if (check_tables(p))
		return -1;
	collect(&p->tables->frame[0], &all);
	if (all.n == 0)
		return 0;
	if (!tables_meet(p->tables, &all)) {
		free(all.device);
		p->trouble = "the second table has no device of the first one: "
			     "both must be of the same events";
		return -1;
	}
	shown = draw_panels(p, all.n, "counter", "counters",
	    "; trace-cut -s name=NAME selects one");
	if (p->tables->n > 1)
		script_label(p->script, span_of("who holds the peak"), 40,
		    LIST_PCT, 24, SIDE_RIGHT, QUIET_RGB);
	for (size_t i = 0; i < shown; i++)
		draw_device(p, &all, i, i + 1 == shown);
	free(all.device);
	return 1;
}

const struct kind memory_kind = {"memory", "Memory in use",
    KIND_WISHES(memory_wish), 2, 0, memory_draw, false};
