/*
 * From the time of A to that of B: a bar for each kind of change, the greatest
 * first, and one for all others. The bars add up, to the nanosecond. The
 * kernels of a fusion are one change. Of a summary of trace-align, the changes
 * are the kinds, gaps among them, or else the changes of its kernels.
 */
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "tools/trace-plot/draw.h"
#include "tools/trace-plot/plot.h"

enum { A, B, SECTION, WHAT, LABEL, MATCH, GROUP, A_ROWS, B_ROWS, PAIR, STATUS };

static const struct frame_wish waterfall_wish[] = {
    {"a_us|a_sum_us", FRAME_TIME, "trace-align or trace-compare"},
    {"b_us|b_sum_us", FRAME_TIME, "trace-align or trace-compare"},
    {"section", FRAME_TEXT, NULL}, {"what", FRAME_TEXT, NULL},
    {"family|category|phase|cpu_op|name|rank|stream|cat", FRAME_TEXT, NULL},
    {"match|change", FRAME_TEXT, NULL}, {"group", FRAME_TEXT, NULL},
    {"a_rows", FRAME_REAL, NULL}, /* of trace-align --by-fusion */
    {"b_rows", FRAME_REAL, NULL}, {"pair", FRAME_TEXT, NULL},
    {"status", FRAME_TEXT, NULL}, /* of trace-compare; totals have none */
};

enum {
	STEPS_MOST = 12,
	TINY = 100, /* a step below a hundredth of all has no bar of its own */
	LABEL_MOST = 36, /* characters */
	TOP = 48,
	PITCH = 30,
	FOOT = 56,
	NUMBER = 110 /* pixels on the right of bars */
};

struct step {
	uint32_t label, match;
	struct span label_text, match_text;
	int64_t delta;
	uint64_t size; /* of it, without its sign */
};

/* The greatest first, then by the bytes of labels. */
ORDER_BY(compare_steps, struct step, DOWN(size),
    span_compare(x->label_text, y->label_text),
    span_compare(x->match_text, y->match_text))

/*
 * Kernels that were fused, split or replaced, as one change: the rows of
 * trace-align with the same group.
 */
struct fusion {
	size_t a, b; /* rows */
	int64_t longest;
	uint32_t label; /* of its longest kernel, of the side with fewer */
};

struct fall {
	struct step *step;
	size_t n, cap, shown;
	struct fusion *fusions; /* by the text of the group */
	int64_t a, b, rest;
	const char *section; /* of a summary: which rows count */
	bool cut;            /* the axis does not begin at zero */
	double left, low, pixel, y;
	struct unit unit;
	struct distinct_names *names;
};

/* The groups of a table, by the number of the text of the group; to be freed.
 */
static struct fusion *
fusion_find(const struct frames *all, const struct frame *f)
{
	struct fusion *of = xcalloc(pool_count(all->texts) + 1, sizeof *of);

	for (const union cell *row = NULL; (row = frame_next(f, row));) {
		of[row[GROUP].text].a += row[A].ns != FRAME_NO_TIME;
		of[row[GROUP].text].b += row[B].ns != FRAME_NO_TIME;
	}
	for (const union cell *row = NULL; (row = frame_next(f, row));) {
		struct fusion *g = &of[row[GROUP].text];
		int64_t ns = row[g->b && g->b <= g->a ? B : A].ns;

		if (ns < g->longest)
			continue;
		g->longest = ns;
		g->label = row[LABEL].text;
	}
	return of;
}

static const char *
fusion_kind(size_t a, size_t b)
{
	return a > b ? "fused" : a < b ? "split" : "replaced";
}

/*
 * Only the first pair of cycles counts: the others may be inside its own. A row
 * of totals has all changes again.
 */
static bool
is_change(const struct plot *p, const struct fall *w, const union cell *row)
{
	const struct frame *f = &p->tables->frame[0];

	if (row[PAIR].text != frame_row(f, 0)[PAIR].text ||
	    (f->has[STATUS] && frame_text(p->tables, row, STATUS).n == 0))
		return false;
	return !f->has[SECTION] ||
	    (span_is(frame_text(p->tables, row, SECTION), w->section) &&
		!span_is(frame_text(p->tables, row, WHAT), "sum"));
}

static struct step *
find_step(struct fall *w, uint32_t label, uint32_t match)
{
	for (size_t i = 0; i < w->n; i++)
		if (w->step[i].label == label && w->step[i].match == match)
			return &w->step[i];
	ARRAY_PUSH(w->step, w->n, &w->cap,
	    (struct step){.label = label, .match = match});
	return &w->step[w->n - 1];
}

/* The match of a row; a group of --by-fusion is fused, split or replaced. */
static uint32_t
match_of(struct plot *p, const union cell *row)
{
	if (!span_is(frame_text(p->tables, row, MATCH), "group") ||
	    !(row[A_ROWS].real >= 0 && row[A_ROWS].real < 1e9) ||
	    !(row[B_ROWS].real >= 0 && row[B_ROWS].real < 1e9))
		return row[MATCH].text;
	return pool_add(p->tables->texts,
	    span_of(fusion_kind(
		(size_t)row[A_ROWS].real, (size_t)row[B_ROWS].real)));
}

/* The step that a row is part of; NULL: the rest. */
static struct step *
step_of(struct plot *p, struct fall *w, const union cell *row)
{
	const struct frame *f = &p->tables->frame[0];
	const struct fusion *g = &w->fusions[row[GROUP].text];
	struct pool *texts = p->tables->texts;

	if (f->has[WHAT])
		return span_is(frame_text(p->tables, row, WHAT), "all else")
		    ? NULL
		    : find_step(w, row[WHAT].text, row[MATCH].text);
	if (frame_text(p->tables, row, GROUP).n == 0)
		return find_step(w, row[LABEL].text, match_of(p, row));
	return find_step(
	    w, g->label, pool_add(texts, span_of(fusion_kind(g->a, g->b))));
}

static int
add_row(struct plot *p, struct fall *w, const union cell *row)
{
	int64_t a = row[A].ns == FRAME_NO_TIME ? 0 : row[A].ns;
	int64_t b = row[B].ns == FRAME_NO_TIME ? 0 : row[B].ns;
	struct step *s;

	if (!is_change(p, w, row))
		return 0;
	s = step_of(p, w, row);
	if (fixed_add(&w->a, a) || fixed_add(&w->b, b) ||
	    fixed_add(s ? &s->delta : &w->rest, b) ||
	    fixed_add(s ? &s->delta : &w->rest, -a))
		return draw_too_long(p);
	return 0;
}

/* Says how many pairs of cycles are not drawn; their rows stand together. */
static void
note_pairs(struct plot *p, const struct frame *f)
{
	size_t more = 0;

	for (size_t r = 1; r < f->rows; r++)
		more += frame_row(f, r)[PAIR].text !=
		    frame_row(f, r - 1)[PAIR].text;
	if (more)
		snprintf(p->note, sizeof p->note,
		    "%zu more pair%s left out; trace-align --cycle "
		    "A,B compares one",
		    more, more > 1 ? "s of cycles are" : " of cycles is");
}

/* The greatest ones in order; the others become the rest. */
static int
choose(struct plot *p, struct fall *w)
{
	double tiny = 0; /* what is so small that its bar could not be seen */

	for (size_t i = 0; i < w->n; i++) {
		struct step *s = &w->step[i];

		s->size = (uint64_t)s->delta;
		if (s->delta < 0)
			s->size = 0 - s->size;
		s->label_text = pool_get(p->tables->texts, s->label);
		s->match_text = pool_get(p->tables->texts, s->match);
		tiny += (double)s->size;
	}
	tiny /= TINY;
	ARRAY_SORT(w->step, w->n, compare_steps);
	while (w->shown < w->n && w->shown < STEPS_MOST &&
	    w->step[w->shown].size && (double)w->step[w->shown].size >= tiny)
		w->shown++;
	for (size_t i = w->shown; i < w->n; i++)
		if (fixed_add(&w->rest, w->step[i].delta))
			return draw_too_long(p);
	return 0;
}

/* "gemm: faster"; what no rule knows is "other", as in all pictures. */
static struct span
name_step(const struct plot *p, struct fall *w, const struct step *s)
{
	struct span match = s->match_text;
	struct span label = draw_kernel(w->names, p, s->label);
	struct span column = p->tables->frame[0].name[LABEL], of = {"", 0};

	if (!label.n)
		label = span_of("other");
	else if (span_is(column, "rank") || span_is(column, "stream"))
		of = column;
	return script_print(p->script, "%.*s%s%.*s%s%.*s", (int)of.n, of.p,
	    of.n ? " " : "", SPAN_MOST(label, 120), match.n ? ": " : "",
	    SPAN_MOST(match, 60));
}

/* Which part of the axis is shown: totals are far longer than what changed. */
static void
find_axis(const struct plot *p, struct fall *w)
{
	double low = (double)(w->a < w->b ? w->a : w->b);
	double high = (double)(w->a > w->b ? w->a : w->b), sum = (double)w->a;
	int width = script_width(span_of("all else"), LABEL_MOST);

	for (size_t i = 0; i < w->shown; i++) {
		int x = script_width(name_step(p, w, &w->step[i]), LABEL_MOST);

		sum += (double)w->step[i].delta;
		low = sum < low ? sum : low;
		high = sum > high ? sum : high;
		width = x > width ? x : width;
	}
	low -= (high - low) / 3;
	w->cut = low < high && low > high / 5;
	w->low = w->cut ? low : 0;
	w->left = 24 + width;
	w->pixel = (high - w->low) / (PAGE_WIDTH - NUMBER - w->left);
	w->unit = unit_for(high);
	w->y = TOP;
}

static void
draw_row(struct plot *p, struct fall *w, struct span label, double from,
    double to, uint32_t rgb, const char *sign)
{
	double low = from < to ? from : to, high = from < to ? to : from;
	double x = w->left + (low - w->low) / w->pixel;
	double end = w->left + (high - w->low) / w->pixel;
	struct unit unit;
	char time[32];

	script_box(
	    p->script, x, w->y + 5, end - x < 1 ? 1 : end - x, PITCH - 10, rgb);
	script_label(p->script, label, LABEL_MOST, w->left - 8,
	    w->y + PITCH / 2.0, SIDE_RIGHT, TEXT_RGB);
	unit = *sign ? unit_for(high - low) : w->unit;
	script_label(p->script,
	    script_print(p->script, "%s%s", sign,
		unit_print(time, &unit, *sign ? high - low : high).p),
	    20, end + 6, w->y + PITCH / 2.0, SIDE_LEFT, TEXT_RGB);
	w->y += PITCH;
}

/* A total, whose bar has a gap where the axis leaves out its beginning. */
static void
draw_total(struct plot *p, struct fall *w, const char *label, int64_t ns)
{
	double y = w->y;

	draw_row(p, w, span_of(label), w->low, (double)ns, QUIET_RGB, "");
	for (int i = 0; w->cut && i < 2; i++)
		script_box(
		    p->script, w->left + 8 + 7 * i, y, 3, PITCH, 0xFFFFFF);
}

static void
draw_delta(struct plot *p, struct fall *w, struct span label, double *sum,
    int64_t delta)
{
	double from = *sum;

	*sum += (double)delta;
	draw_row(p, w, label, from, *sum, delta < 0 ? PLAIN_RGB : MARK_RGB,
	    delta < 0 ? "\xE2\x88\x92" : "+");
}

static void
draw(struct plot *p, struct fall *w)
{
	struct script *s = p->script;
	double sum = (double)w->a;
	double bottom;

	find_axis(p, w);
	bottom = TOP + PITCH * (double)(w->shown + 2 + (w->rest != 0));
	s->height = (int)bottom + FOOT;
	draw_total(p, w, "A", w->a);
	for (size_t i = 0; i < w->shown; i++)
		draw_delta(
		    p, w, name_step(p, w, &w->step[i]), &sum, w->step[i].delta);
	if (w->rest)
		draw_delta(p, w, span_of("all else"), &sum, w->rest);
	draw_total(p, w, "B", w->b);
	script_area(s, w->left, TOP, PAGE_WIDTH - NUMBER, bottom);
	script_add(s,
	    "set xrange [%.9g:%.9g]\nset yrange [0:1]\nunset ytics\n"
	    "set border 1\nset grid xtics back\nset xlabel '%s%s'\n"
	    "plot NaN notitle\n",
	    w->low / w->unit.size,
	    (w->low + w->pixel * (PAGE_WIDTH - NUMBER - w->left)) /
		w->unit.size,
	    w->unit.name, w->cut ? " (the axis does not begin at 0)" : "");
}

static int
waterfall_draw(struct plot *p)
{
	const struct frame *f = &p->tables->frame[0];
	struct fall w = {
	    .section = "change", .fusions = fusion_find(p->tables, f)};
	int status = 0;

	/* of a summary, kinds add up to more than changes */
	for (const union cell *row = NULL; (row = frame_next(f, row));)
		if (span_is(frame_text(p->tables, row, SECTION), "kind"))
			w.section = "kind";
	w.names = draw_kernels(p, LABEL);
	for (const union cell *row = NULL;
	     status == 0 && (row = frame_next(f, row));)
		status = add_row(p, &w, row);
	if (status == 0 && (w.a > 0 || w.b > 0)) {
		status = choose(p, &w);
		if (status == 0) {
			note_pairs(p, f);
			draw(p, &w);
			status = 1;
		}
	}
	distinct_names_free(w.names);
	free(w.step);
	free(w.fusions);
	return status;
}

const struct kind waterfall_kind = {"waterfall", "What changed",
    KIND_WISHES(waterfall_wish), 1, 0, waterfall_draw, false};
