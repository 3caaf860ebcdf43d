/*
 * Operators by what they compute for each byte that they move, and how fast:
 * both axes logarithmic, below the roof of the unit that computes.
 *
 * Rows of one name that do as much for each byte are one point: its rate is
 * that of all of them together, its area their time.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/meaning/palette.h"
#include "tools/trace-plot/draws.h"
#include "tools/trace-plot/group.h"

enum { INTENSITY, FLOPS, TIME, SPEC, RIDGE, ROOF, LABEL };

const struct frame_wish roofline_wish[ROOFLINE_WISHES] = {
    {"flops_per_byte", FRAME_REAL, "trace-perf"},
    {"flops", FRAME_REAL, "trace-perf"},
    {"gpu_us|dur_us", FRAME_TIME, "trace-link --operators"},
    {"compute_spec", FRAME_TEXT, "trace-perf"},
    {"ridge_flops_per_byte", FRAME_REAL, "trace-perf --arch"},
    {"roof_tflops_per_s", FRAME_REAL, "trace-perf --arch"},
    GROUP_WISHES,
};

enum {
	ROOFS_MOST = 8,
	NAMES_MOST = 8,
	NAME_MOST = 22, /* characters */
	LEFT = 80,
	RIGHT = 700,
	LIST = RIGHT + 24, /* behind the last number of the axis */
	TOP = 56,
	BOTTOM = 520,
	HEIGHT = 580,
	LINE = 20,
	MARK = 16
};

/* Of the time: what takes less has no number. */
static const double LEAST_SHARE = 0.005;

struct dot {
	uint32_t name;
	double intensity, flops, ns;
	size_t group;
};

struct roof {
	uint32_t spec;
	double ridge, peak;
};

struct picture {
	struct dot *dot;
	size_t n, cap;
	struct roof roof[ROOFS_MOST];
	size_t roofs;
	double low_x, high_x, low_y, high_y, total;
	bool used[GROUPS_MOST];
};

/* Above zero, and no quantity that sums or quotients of it are out of range. */
static bool
is_sane(double v)
{
	return v > 1e-30 && v < 1e30;
}

static double
rate(const struct dot *d)
{
	return d->flops / d->ns / 1e3; /* TFLOP/s */
}

/* The peak: below the ridge the roof is what memory lets through. */
static void
add_roof(struct picture *pic, const union cell *row)
{
	double x = row[INTENSITY].real, ridge = row[RIDGE].real;
	struct roof r = {row[SPEC].text, ridge, row[ROOF].real};

	if (!is_sane(ridge) || !is_sane(r.peak))
		return;
	if (x < ridge)
		r.peak *= ridge / x;
	for (size_t i = 0; i < pic->roofs; i++)
		if (pic->roof[i].spec == r.spec)
			return;
	if (pic->roofs < ROOFS_MOST)
		pic->roof[pic->roofs++] = r;
}

static int
compare_dots(const void *a, const void *b)
{
	const struct dot *x = a, *y = b;

	if (x->name != y->name)
		return x->name < y->name ? -1 : 1;
	return (x->intensity > y->intensity) - (x->intensity < y->intensity);
}

/* The most time first; then by the bytes of names. */
static int
compare_time(const struct plot *p, const struct dot *a, const struct dot *b)
{
	if (a->ns != b->ns)
		return a->ns > b->ns ? -1 : 1;
	if (a->name != b->name)
		return span_compare(pool_get(p->tables->texts, a->name),
		    pool_get(p->tables->texts, b->name));
	return (a->intensity > b->intensity) - (a->intensity < b->intensity);
}

static int
collect(struct plot *p, struct picture *pic)
{
	const struct frame *f = &p->tables->frame[0];

	for (size_t r = 0; r < f->rows; r++) {
		const union cell *row = frame_row(f, r);
		struct dot d = {.name = row[LABEL + 2].text,
		    .intensity = row[INTENSITY].real,
		    .flops = row[FLOPS].real,
		    .ns = (double)row[TIME].ns};

		if (!is_sane(d.intensity) || !is_sane(d.flops) ||
		    !(row[TIME].ns > 0))
			continue;
		if (group_of(p, f, row, LABEL, &d.group) ||
		    ARRAY_PUSH(pic->dot, pic->n, &pic->cap, d))
			return -1;
		add_roof(pic, row);
	}
	return 0;
}

/* Equal ones become one. */
static void
join_dots(struct picture *pic)
{
	size_t n = 0;

	if (pic->n)
		qsort(pic->dot, pic->n, sizeof *pic->dot, compare_dots);
	for (size_t i = 0; i < pic->n; i++) {
		struct dot *d = &pic->dot[i];

		if (n && compare_dots(&pic->dot[n - 1], d) == 0) {
			pic->dot[n - 1].flops += d->flops;
			pic->dot[n - 1].ns += d->ns;
		} else {
			pic->dot[n++] = *d;
		}
	}
	pic->n = n;
}

static void
widen(double *low, double *high, double v)
{
	if (*low == 0 || v < *low)
		*low = v;
	if (v > *high)
		*high = v;
}

/* Whole decades around all dots and ridges. */
static void
find_ranges(struct picture *pic)
{
	for (size_t i = 0; i < pic->n; i++) {
		widen(&pic->low_x, &pic->high_x, pic->dot[i].intensity);
		widen(&pic->low_y, &pic->high_y, rate(&pic->dot[i]));
		pic->used[pic->dot[i].group] = true;
		pic->total += pic->dot[i].ns;
	}
	for (size_t i = 0; i < pic->roofs; i++) {
		widen(&pic->low_x, &pic->high_x, pic->roof[i].ridge);
		widen(&pic->low_y, &pic->high_y, pic->roof[i].peak);
	}
	pic->low_x = pow(10, floor(log10(pic->low_x) - 0.05));
	pic->high_x = pow(10, ceil(log10(pic->high_x) + 0.05));
	pic->low_y = pow(10, floor(log10(pic->low_y) - 0.05));
	pic->high_y = pow(10, ceil(log10(pic->high_y) + 0.05));
}

/* The place of a value in the page. */
static double
place_x(const struct picture *pic, double v)
{
	return LEFT +
	    (RIGHT - LEFT) * log10(v / pic->low_x) /
	    log10(pic->high_x / pic->low_x);
}

static double
place_y(const struct picture *pic, double v)
{
	return BOTTOM -
	    (BOTTOM - TOP) * log10(v / pic->low_y) /
	    log10(pic->high_y / pic->low_y);
}

/* A line up to the ridge and on; its name at its right end. */
static void
draw_roofs(struct plot *p, const struct picture *pic)
{
	double above = 0;

	for (size_t i = 0; i < pic->roofs; i++) {
		const struct roof *r = &pic->roof[i];
		double start = r->peak * pic->low_x / r->ridge,
		       from = pic->low_x;
		double y = place_y(pic, r->peak);
		char text[96];
		struct span spec = pool_get(p->tables->texts, r->spec);

		if (start < pic->low_y) {
			from = pic->low_y * r->ridge / r->peak;
			start = pic->low_y;
		}
		script_add(p->script,
		    "set arrow from %.9g,%.9g to %.9g,%.9g nohead lw 1.5 "
		    "lc rgb '#%06x'\n"
		    "set arrow from %.9g,%.9g to %.9g,%.9g nohead lw 1.5 "
		    "lc rgb '#%06x'\n",
		    from, start, r->ridge, r->peak, TEXT_RGB, r->ridge, r->peak,
		    pic->high_x, r->peak, TEXT_RGB);
		snprintf(text, sizeof text, "%.*s: %.4g",
		    spec.n > 60 ? 60 : (int)spec.n, spec.n ? spec.p : "",
		    r->peak);
		if (above && y < above + 14)
			y = above + 14;
		above = y;
		script_label(p->script, span_of(text), NAME_MOST, RIGHT + 8, y,
		    SIDE_LEFT, TEXT_RGB);
	}
}

static int
compare_roofs(const void *a, const void *b)
{
	const struct roof *x = a, *y = b;

	if (x->peak != y->peak)
		return x->peak > y->peak ? -1 : 1;
	return (x->spec > y->spec) - (x->spec < y->spec);
}

/* Has a dot room for its number, beside those that have one? */
static bool
has_room(const struct picture *pic, const struct dot *d, size_t *named, int n)
{
	for (int i = 0; i < n; i++) {
		const struct dot *other = &pic->dot[named[i]];

		if (fabs(place_x(pic, d->intensity) -
			place_x(pic, other->intensity)) < MARK &&
		    fabs(place_y(pic, rate(d)) - place_y(pic, rate(other))) <
			MARK)
			return false;
	}
	return true;
}

/* The number in the dot, and on the right what it means. */
static void
name_dot(struct plot *p, const struct picture *pic, const struct dot *d, int n)
{
	struct span name = pool_get(p->tables->texts, d->name);
	uint32_t rgb = palette_rgb(d->group);
	double y = TOP + LINE * (ROOFS_MOST + n);
	char text[32];

	snprintf(text, sizeof text, "%d", n);
	script_label(p->script, span_of(text), 4, place_x(pic, d->intensity),
	    place_y(pic, rate(d)), SIDE_CENTRE,
	    palette_is_light(rgb) ? 0 : 0xFFFFFF);
	script_label(
	    p->script, span_of(text), 4, LIST + 10, y, SIDE_RIGHT, TEXT_RGB);
	script_label(
	    p->script, name, NAME_MOST, LIST + 18, y, SIDE_LEFT, TEXT_RGB);
	snprintf(text, sizeof text, "%.1f %%", 100 * d->ns / pic->total);
	script_label(p->script, span_of(text), 8, PAGE_WIDTH - 8, y, SIDE_RIGHT,
	    QUIET_RGB);
}

/* The dots, those with numbers last, the most time first. */
static void
draw_dots(struct plot *p, const struct picture *pic)
{
	size_t named[NAMES_MOST];
	int n = 0, k = 0;

	for (size_t i = 0; i < pic->n && n < NAMES_MOST; i++) {
		if (pic->dot[i].ns < LEAST_SHARE * pic->total ||
		    !has_room(pic, &pic->dot[i], named, n))
			continue;
		named[n++] = i;
		name_dot(p, pic, &pic->dot[i], n);
	}
	script_add(p->script, "$dots << EOD\n");
	for (size_t i = 0; i < pic->n; i++) {
		const struct dot *d = &pic->dot[i];
		bool large = k < n && named[k] == i;

		script_add(p->script, "%.9g %.9g %s %u\n", d->intensity,
		    rate(d), large ? "1.7" : "0.7",
		    (unsigned)palette_rgb(d->group));
		k += large;
	}
	script_add(p->script, "EOD\n");
}

static void
draw_legend(struct plot *p, const struct picture *pic)
{
	double y = TOP + LINE * (ROOFS_MOST + NAMES_MOST + 1);

	for (size_t g = 0; g < palette_groups(); g++) {
		if (!pic->used[g])
			continue;
		script_box(p->script, LIST, y + 4, 12, 12, palette_rgb(g));
		script_label(p->script, palette_name(g), 16, LIST + 18,
		    y + LINE / 2.0, SIDE_LEFT, TEXT_RGB);
		y += LINE;
	}
}

static void
draw(struct plot *p, struct picture *pic)
{
	struct script *s = p->script;
	int legend = LINE * (ROOFS_MOST + NAMES_MOST + 2);

	for (size_t g = 0; g < palette_groups(); g++)
		legend += LINE * pic->used[g];
	s->height = HEIGHT > TOP + legend ? HEIGHT : TOP + legend;
	script_area(s, LEFT, TOP, RIGHT, BOTTOM);
	if (pic->roofs)
		qsort(pic->roof, pic->roofs, sizeof *pic->roof, compare_roofs);
	script_label(
	    s, span_of("TFLOP/s"), 8, LEFT, TOP - 18, SIDE_RIGHT, TEXT_RGB);
	draw_roofs(p, pic);
	draw_dots(p, pic);
	draw_legend(p, pic);
	script_add(s,
	    "set logscale xy\nset format '%%g'\n"
	    "set xrange [%.9g:%.9g]\nset yrange [%.9g:%.9g]\n",
	    pic->low_x, pic->high_x, pic->low_y, pic->high_y);
	script_add(s,
	    "set xlabel 'operations a byte'\n"
	    "plot $dots using 1:2:3:4 with points pt 7 ps variable "
	    "lc rgb variable\n");
}

/* By time, by an insertion that names decide where times are equal. */
static void
order_dots(const struct plot *p, struct picture *pic)
{
	for (size_t i = 1; i < pic->n; i++) {
		struct dot d = pic->dot[i];
		size_t k = i;

		for (; k && compare_time(p, &d, &pic->dot[k - 1]) < 0; k--)
			pic->dot[k] = pic->dot[k - 1];
		pic->dot[k] = d;
	}
}

int
roofline_draw(struct plot *p)
{
	struct picture *pic = calloc(1, sizeof *pic);
	int status = pic ? collect(p, pic) : -1;

	if (status == 0 && pic->n) {
		join_dots(pic);
		order_dots(p, pic);
		find_ranges(pic);
		draw(p, pic);
		status = 1;
		if (pic->roofs == 0)
			snprintf(p->note, sizeof p->note,
			    "no row has a roof: trace-perf --arch adds it");
	}
	if (status == 0)
		p->trouble = "no row has figures of its work";
	if (pic)
		free(pic->dot);
	free(pic);
	return status;
}
