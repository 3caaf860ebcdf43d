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

#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/meaning/palette.h"
#include "tools/trace-plot/draw.h"
#include "tools/trace-plot/plot.h"

enum { INTENSITY, FLOPS, TIME, SPEC, RIDGE, ROOF, LABEL };

static const struct frame_wish roofline_wish[] = {
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
	MARK = 16,
	LEGEND = NAMES_MOST + 4 /* lines of the list above it */
};

struct dot {
	uint32_t name;
	struct span text; /* the same */
	double intensity, flops, ns;
	size_t group;
};

struct dots {
	struct dot *dot; /* the most time first */
	size_t n, cap;
	double total;    /* ns, of all of them, shown or not */
	size_t left_out; /* each with less than 0.1 % of that */
	size_t copies;   /* rows that move data and compute nothing: no dots */
};

static double
dot_rate(const struct dot *d)
{
	return d->flops / d->ns / 1e3; /* TFLOP/s */
}

/* Of the time: what takes less has no dot. */
static const double LEAST_SHOWN = 0.001;

/* Above zero, and no quantity that sums or quotients of it are out of range. */
static bool
dots_are_sane(double v)
{
	return v > 1e-30 && v < 1e30;
}

/* Has a row of the table all that a dot needs? */
static bool
dots_row_counts(const union cell *row)
{
	return dots_are_sane(row[INTENSITY].real) &&
	    dots_are_sane(row[FLOPS].real) && row[TIME].ns > 0;
}

ORDER_BY(compare_dots, struct dot, UP(name), UP(intensity))

/* The most time first; then by the bytes of names. */
ORDER_BY(compare_time, struct dot, DOWN(ns), span_compare(x->text, y->text),
    UP(intensity))

static void
read_rows(struct dots *all, struct plot *p)
{
	const struct frame *f = &p->tables->frame[0];
	size_t copies = palette_of(span_of("copy"));

	for (const union cell *row = NULL; (row = frame_next(f, row));) {
		struct dot d = {.name = row[LABEL + 2].text,
		    .text = frame_text(p->tables, row, LABEL + 2),
		    .intensity = row[INTENSITY].real,
		    .flops = row[FLOPS].real,
		    .ns = (double)row[TIME].ns};

		if (!dots_row_counts(row))
			continue;
		d.group = group_of(p, f, row, LABEL);
		if (d.group == copies) {
			all->copies++;
			continue;
		}
		ARRAY_PUSH(all->dot, all->n, &all->cap, d);
	}
}

/* Equal ones become one. */
static void
join_dots(struct dots *all)
{
	size_t n = 0;

	ARRAY_SORT(all->dot, all->n, compare_dots);
	for (size_t i = 0; i < all->n; i++) {
		struct dot *d = &all->dot[i];

		if (n && compare_dots(&all->dot[n - 1], d) == 0) {
			all->dot[n - 1].flops += d->flops;
			all->dot[n - 1].ns += d->ns;
		} else {
			all->dot[n++] = *d;
		}
	}
	all->n = n;
}

/* The last dots, in the order of time, that would only stretch the axes. */
static void
leave_out(struct dots *all)
{
	size_t n = all->n;

	for (size_t i = 0; i < all->n; i++)
		all->total += all->dot[i].ns;
	while (all->dot[n - 1].ns < LEAST_SHOWN * all->total)
		n--;
	all->left_out = all->n - n;
	all->n = n;
}

/* Of the time: what takes less has no number. */
static const double LEAST_NAMED = 0.005;

struct roof {
	uint32_t spec;
	double ridge, peak;
	double label; /* the height of its name in the page */
};

struct picture {
	struct dots dots;
	struct roof roof[ROOFS_MOST];
	size_t roofs;
	double low_x, high_x, low_y, high_y;
	double list; /* the height from which numbers are told */
	bool used[GROUPS_MOST];
};

/* The peak: below the ridge the roof is what memory lets through. */
static void
add_roof(struct picture *pic, const union cell *row)
{
	double x = row[INTENSITY].real, ridge = row[RIDGE].real;
	struct roof r = {
	    .spec = row[SPEC].text, .ridge = ridge, .peak = row[ROOF].real};

	if (!dots_row_counts(row) || !dots_are_sane(ridge) ||
	    !dots_are_sane(r.peak))
		return;
	if (x < ridge)
		r.peak *= ridge / x;
	for (size_t i = 0; i < pic->roofs; i++)
		if (pic->roof[i].spec == r.spec)
			return;
	if (pic->roofs < ROOFS_MOST)
		pic->roof[pic->roofs++] = r;
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
	for (size_t i = 0; i < pic->dots.n; i++) {
		widen(&pic->low_x, &pic->high_x, pic->dots.dot[i].intensity);
		widen(&pic->low_y, &pic->high_y, dot_rate(&pic->dots.dot[i]));
		pic->used[pic->dots.dot[i].group] = true;
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

/* Names of roofs do not overlap, and the list begins below them. */
static void
place_names(struct picture *pic)
{
	double above = 0;

	for (size_t i = 0; i < pic->roofs; i++) {
		double y = place_y(pic, pic->roof[i].peak);

		if (above && y < above + 14)
			y = above + 14;
		pic->roof[i].label = above = y;
	}
	pic->list = fmax(TOP + LINE * ROOFS_MOST, above + 4);
}

/* A line up to the ridge and on; its name at its right end. */
static void
draw_roofs(struct plot *p, const struct picture *pic)
{
	for (size_t i = 0; i < pic->roofs; i++) {
		const struct roof *r = &pic->roof[i];
		double start = r->peak * pic->low_x / r->ridge,
		       from = pic->low_x;
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
		script_label(p->script,
		    script_print(
			p->script, "%.*s: %.4g", SPAN_MOST(spec, 60), r->peak),
		    NAME_MOST, RIGHT + 8, r->label, SIDE_LEFT, TEXT_RGB);
	}
}

ORDER_BY(compare_roofs, struct roof, DOWN(peak), UP(spec))

/* Has a dot room for its number, beside those that have one? */
static bool
has_room(const struct picture *pic, const struct dot *d, size_t *named, int n)
{
	for (int i = 0; i < n; i++) {
		const struct dot *other = &pic->dots.dot[named[i]];

		if (fabs(place_x(pic, d->intensity) -
			place_x(pic, other->intensity)) < MARK &&
		    fabs(place_y(pic, dot_rate(d)) -
			place_y(pic, dot_rate(other))) < MARK)
			return false;
	}
	return true;
}

/* Equal times of all are none, as of roofline_analyzer. */
static bool
has_shares(const struct dots *d)
{
	return d->n < 2 || d->dot[0].ns > d->dot[d->n - 1].ns;
}

/* The number in the dot, and on the right what it means. */
static void
name_dot(struct plot *p, const struct picture *pic, const struct dot *d, int n)
{
	uint32_t rgb = palette_rgb(d->group);
	double y = pic->list + LINE * n;
	struct span number = script_print(p->script, "%d", n);

	script_label(p->script, number, 4, place_x(pic, d->intensity),
	    place_y(pic, dot_rate(d)), SIDE_CENTRE,
	    palette_is_light(rgb) ? 0 : 0xFFFFFF);
	script_label(p->script, number, 4, LIST + 10, y, SIDE_RIGHT, TEXT_RGB);
	script_label(
	    p->script, d->text, NAME_MOST, LIST + 18, y, SIDE_LEFT, TEXT_RGB);
	if (has_shares(&pic->dots))
		script_label(p->script,
		    script_print(
			p->script, "%.1f %%", 100 * d->ns / pic->dots.total),
		    8, PAGE_WIDTH - 8, y, SIDE_RIGHT, QUIET_RGB);
}

/* Is a dot faster than any roof lets it be? */
static bool
is_above(const struct picture *pic, const struct dot *d)
{
	for (size_t i = 0; i < pic->roofs; i++) {
		const struct roof *r = &pic->roof[i];

		if (dot_rate(d) <=
		    r->peak * fmin(1, d->intensity / r->ridge) * 1.001)
			return false;
	}
	return pic->roofs > 0;
}

/* Notes on numbers and dots, between their list and the colours. */
static void
explain(struct plot *p, const struct picture *pic)
{
	double y = pic->list + LINE * (NAMES_MOST + 1);
	size_t above = 0;
	char text[64] = "";

	if (has_shares(&pic->dots))
		script_label(p->script,
		    span_of("%: of the time of rated operators"), 40, LIST, y,
		    SIDE_LEFT, QUIET_RGB);
	if (pic->dots.left_out) {
		snprintf(text, sizeof text, "not shown: %zu below 0.1 %%%s",
		    pic->dots.left_out, pic->dots.copies ? "; copies" : "");
	} else if (pic->dots.copies) {
		snprintf(text, sizeof text, "not shown: copies");
	}
	script_label(
	    p->script, span_of(text), 40, LIST, y + LINE, SIDE_LEFT, QUIET_RGB);
	for (size_t i = 0; i < pic->dots.n; i++)
		above += is_above(pic, &pic->dots.dot[i]);
	if (above)
		script_label(p->script,
		    span_of("above the roofline: not a true rate"), 40, LIST,
		    y + 2 * LINE, SIDE_LEFT, MARK_RGB);
}

/* The most time first, so that small dots show on those with numbers. */
static void
draw_dots(struct plot *p, const struct picture *pic)
{
	size_t named[NAMES_MOST];
	int n = 0, k = 0;

	for (size_t i = 0; i < pic->dots.n && n < NAMES_MOST; i++) {
		if (pic->dots.dot[i].ns < LEAST_NAMED * pic->dots.total ||
		    !has_room(pic, &pic->dots.dot[i], named, n))
			continue;
		named[n++] = i;
		name_dot(p, pic, &pic->dots.dot[i], n);
	}
	script_add(p->script, "$dots << EOD\n");
	for (size_t i = 0; i < pic->dots.n; i++) {
		const struct dot *d = &pic->dots.dot[i];
		bool large = k < n && named[k] == i;

		script_add(p->script, "%.9g %.9g %s %u\n", d->intensity,
		    dot_rate(d), large ? "1.7" : "0.7",
		    (unsigned)palette_rgb(d->group));
		k += large;
	}
	script_add(p->script, "EOD\n");
}

static void
draw_legend(struct plot *p, const struct picture *pic)
{
	double y = pic->list + LINE * LEGEND;

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
	int legend = LINE * (LEGEND + 1);

	ARRAY_SORT(pic->roof, pic->roofs, compare_roofs);
	place_names(pic);
	legend += (int)pic->list;
	for (size_t g = 0; g < palette_groups(); g++)
		legend += LINE * pic->used[g];
	s->height = HEIGHT > legend ? HEIGHT : legend;
	script_area(s, LEFT, TOP, RIGHT, BOTTOM);
	script_label(
	    s, span_of("TFLOP/s"), 8, LEFT + 8, TOP + 10, SIDE_LEFT, TEXT_RGB);
	draw_roofs(p, pic);
	explain(p, pic);
	draw_dots(p, pic);
	draw_legend(p, pic);
	script_add(s,
	    "set logscale xy\nset format '%%g'\n"
	    "set xrange [%.9g:%.9g]\nset yrange [%.9g:%.9g]\n",
	    pic->low_x, pic->high_x, pic->low_y, pic->high_y);
	script_add(s,
	    "set xlabel 'FLOP/byte'\n"
	    "plot $dots using 1:2:3:4 with points pt 7 ps variable "
	    "lc rgb variable\n");
}

static int
roofline_draw(struct plot *p)
{
	struct picture *pic = xcalloc(1, sizeof *pic);
	const struct frame *f = &p->tables->frame[0];
	int status = 0;

	read_rows(&pic->dots, p);
	if (pic->dots.n) {
		join_dots(&pic->dots);
		ARRAY_SORT(pic->dots.dot, pic->dots.n, compare_time);
		leave_out(&pic->dots);
		for (const union cell *row = NULL; (row = frame_next(f, row));)
			add_roof(pic, row);
		find_ranges(pic);
		draw(p, pic);
		status = 1;
		if (pic->roofs == 0)
			snprintf(p->note, sizeof p->note,
			    "no row has a roofline: trace-perf --arch adds it");
	}
	if (status == 0)
		p->trouble = "no row has figures of its work";
	free(pic->dots.dot);
	free(pic);
	return status;
}

const struct kind roofline_kind = {"roofline", "Operators below the roofline",
    KIND_WISHES(roofline_wish), 1, 0, roofline_draw, false};
