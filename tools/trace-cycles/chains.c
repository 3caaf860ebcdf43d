#include <stdlib.h>

#include "common/buf.h"
#include "tools/trace-cycles/chains.h"
#include "tools/trace-cycles/damaged.h"

enum {
	SYMBOLS_A_FAULT = 256,
	CLEAN = 4, /* symbols: of short periods several */
	WINDOW = 4 /* periods, over which faults are counted */
};

uint32_t
chains_tolerated(uint32_t length)
{
	if (length < 4)
		return 0;
	return length < 8 ? 1 : length / 8;
}

void
chains_free(struct chains *c)
{
	free(c->chain);
	free(c->segment);
	*c = (struct chains){0};
}

static int
add_segment(struct chains *all, struct segment s)
{
	struct segment *grown = array_grow(
	    all->segment, &all->segment_cap, all->segments + 1, sizeof s);

	if (!grown)
		return -1;
	all->segment = grown;
	all->segment[all->segments++] = s;
	return 0;
}

/* How many symbols do not fit between two segments. */
static uint32_t
fault_between(struct segment a, struct segment b, uint32_t left_out)
{
	uint32_t passed = b.start >= a.end ? b.start - a.end : a.start - b.end;

	return passed > left_out ? passed : left_out;
}

/* Whether the fault between two segments has a clean period on either side. */
static bool
is_gap(struct segment a, struct segment b, uint32_t period)
{
	uint32_t clean = period > CLEAN ? period : CLEAN;

	return a.end - a.start >= clean && b.end - b.start >= clean;
}

/*
 * Whether the fault before segment `new` is one too many, with those in the
 * four periods before it.
 */
static bool
is_crowded(
    const struct segment *s, size_t n, struct segment new, uint32_t period)
{
	uint64_t symbols = fault_between(s[n - 1], new, new.travel);
	uint64_t faults = 1, length = 0;

	for (; n > 1; n--, faults++) {
		length += s[n - 1].end - s[n - 1].start;
		if (length >= (uint64_t)WINDOW * period)
			break;
		symbols += fault_between(s[n - 2], s[n - 1], s[n - 1].travel);
	}
	return symbols > (uint64_t)WINDOW * chains_tolerated(period) ||
	    faults > WINDOW * (1 + period / SYMBOLS_A_FAULT);
}

/* The segment between two places, in whichever direction. */
static struct segment
segment_between(
    const struct extension *x, uint32_t a, uint32_t b, uint32_t left_out)
{
	return x->step > 0 ? (struct segment){a, b, left_out}
			   : (struct segment){b, a, left_out};
}

/* Over one fault. Returns 1, 0 if there is no going on, or -1: no memory. */
static int
extend_by_fault(struct chains *all, const struct extension *x, size_t own,
    struct edge *edge)
{
	struct edge from = *edge, end;
	struct segment s;
	uint32_t left_out;

	if (!extend_over(x, &from, &end, &left_out))
		return 0;
	s = segment_between(x, from.at, end.at, left_out);
	if (!is_gap(all->segment[all->segments - 1], s, x->period) &&
	    is_crowded(all->segment + own, all->segments - own, s, x->period))
		return 0;
	*edge = end;
	return add_segment(all, s) ? -1 : 1;
}

/* Over one damaged period, likewise. */
static int
extend_by_period(
    struct chains *all, const struct extension *x, struct edge *edge)
{
	struct damaged d;
	uint32_t done = 0, p = x->period, at = edge->at;

	if (!damaged_align(x, *edge, &d))
		return 0;
	for (size_t i = 0; i < d.n; i++) {
		const struct fitting *f = &d.fitting[i];
		uint32_t from = x->step > 0 ? at + f->text : at - f->text;
		uint32_t to = x->step > 0 ? from + f->length : from - f->length;

		if (add_segment(
			all, segment_between(x, from, to, f->root - done)))
			return -1;
		done = f->root + f->length;
		edge->at = to;
	}
	edge->phase = x->step > 0 ? (edge->phase + done) % p
				  : (edge->phase + p - done) % p;
	return d.n > 0;
}

/*
 * Adds the segments on one side of the last one, from it outwards; `travel` is
 * for now how many symbols of the root the fault before each left out. No
 * damaged period follows another.
 */
static int
extend_side(struct chains *all, const struct extension *x, struct edge edge)
{
	size_t own = all->segments - 1;
	bool damaged = false;
	int rc = 1;

	while (rc > 0) {
		rc = extend_by_fault(all, x, own, &edge);
		if (rc == 0 && !damaged) {
			rc = extend_by_period(all, x, &edge);
			damaged = true;
		} else
			damaged = false;
	}
	return rc;
}

/*
 * What was found going back, behind the segment it began with: turns all round,
 * and hands each segment what was left out before it.
 */
static void
turn_round(struct segment *first, size_t n)
{
	uint32_t before = 0;

	for (size_t i = 0; i < n / 2; i++) {
		struct segment s = first[i];

		first[i] = first[n - 1 - i];
		first[n - 1 - i] = s;
	}
	for (size_t i = 0; i < n; i++) {
		uint32_t left_out = first[i].travel;

		first[i].travel = before;
		before = left_out;
	}
}

/* From what was left out before each segment to what has gone by. */
static void
add_up_travel(struct segment *s, size_t n)
{
	uint32_t travel = 0;

	for (size_t i = 0; i < n; i++) {
		travel += s[i].travel;
		s[i].travel = travel;
		travel += s[i].end - s[i].start;
	}
}

/* The segments of a chain from a stretch on; `own` is the stretch's. */
static int
make_segments(struct chains *all, const struct text *text,
    const struct chain_root *r, const struct stretch *s, size_t *own)
{
	struct extension x = {text, r->at, r->period, r->gap, -1};
	uint32_t length = s->end - s->start;
	struct edge start = {s->start, s->phase};
	struct edge end = {s->end, (s->phase + length % r->period) % r->period};
	size_t first = all->segments;

	if (add_segment(all, (struct segment){s->start, s->end, 0}))
		return -1;
	if (extend_side(all, &x, start))
		return -1;
	*own = all->segments - 1;
	turn_round(all->segment + first, all->segments - first);
	x.step = 1;
	if (extend_side(all, &x, end))
		return -1;
	add_up_travel(all->segment + first, all->segments - first);
	return 0;
}

int
chains_add(struct chains *all, const struct text *text,
    const struct chain_root *r, const struct stretch *s)
{
	struct chain c = {.period = r->period,
	    .root = r->at,
	    .class = r->class,
	    .first = (uint32_t)all->segments};
	struct chain *grown;
	uint32_t before;
	size_t own;

	if (make_segments(all, text, r, s, &own))
		return -1;
	c.segments = (uint32_t)(all->segments - c.first);
	c.start = all->segment[c.first].start;
	c.end = all->segment[all->segments - 1].end;
	if (c.end - c.start < 2 * c.period) {
		all->segments = c.first;
		return 0;
	}
	before = (all->segment[own].travel + r->turn) % r->period;
	c.phase = (s->phase + r->period - before) % r->period;
	grown = array_grow(all->chain, &all->cap, all->n + 1, sizeof c);
	if (!grown)
		return -1;
	all->chain = grown;
	all->chain[all->n++] = c;
	return 1;
}

const struct segment *
chains_segment(const struct chains *all, const struct chain *c, uint32_t at)
{
	const struct segment *s = all->segment + c->first;
	uint32_t low = 0, high = c->segments;

	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;

		if (s[middle].start <= at)
			low = middle;
		else
			high = middle;
	}
	return &s[low];
}

uint32_t
chains_travel(const struct chains *all, const struct chain *c, uint32_t at)
{
	const struct segment *s = chains_segment(all, c, at);

	return s->travel + ((at < s->end ? at : s->end) - s->start);
}

/* The last segment that starts with at most so much travel. */
static const struct segment *
segment_of_travel(
    const struct chains *all, const struct chain *c, uint32_t travel)
{
	const struct segment *s = all->segment + c->first;
	uint32_t low = 0, high = c->segments;

	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;

		if (s[middle].travel <= travel)
			low = middle;
		else
			high = middle;
	}
	return &s[low];
}

uint32_t
chains_place(
    const struct chains *all, const struct chain *c, uint32_t travel, bool end)
{
	const struct segment *s = segment_of_travel(all, c, travel);
	uint32_t length = s->end - s->start, on = travel - s->travel, passed;

	if (end && on == 0 && s > all->segment + c->first &&
	    s[-1].travel + (s[-1].end - s[-1].start) == travel)
		return s[-1].end;
	if (on <= length)
		return s->start + on;
	passed = s[1].start - s->end;
	return s->end + (on - length < passed ? on - length : passed);
}
