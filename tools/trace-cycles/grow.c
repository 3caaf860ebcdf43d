#include "common/bytes/buf.h"
#include "tools/trace-cycles/damaged.h"
#include "tools/trace-cycles/grow.h"

enum {
	SYMBOLS_A_FAULT = 64,
	CLEAN = 4, /* symbols: of short periods several */
	WINDOW = 4 /* periods, over which faults are counted */
};

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
is_crowded(const struct segment *s, size_t n, struct segment new,
    uint32_t period, uint32_t tolerated)
{
	uint64_t kernels = new.fault, faults = 1, length = 0;

	for (; n > 1; n--, faults++) {
		length += s[n - 1].end - s[n - 1].start;
		if (length >= (uint64_t)WINDOW * period)
			break;
		kernels += s[n - 1].fault;
	}
	return kernels > (uint64_t)WINDOW * tolerated ||
	    faults > (uint64_t)WINDOW * (1 + period / SYMBOLS_A_FAULT);
}

/* What a chain is being extended with. */
struct extender {
	struct chains *all;
	struct extension x;
	uint32_t tolerated; /* kernels of a repeat that may not fit */
	size_t own;         /* the segment that it began with */
	uint32_t back;      /* where to stop going back */
};

/* The segment between two places, in whichever direction. */
static struct segment
segment_between(const struct extender *e, uint32_t a, uint32_t b,
    uint32_t left_out, uint32_t fault)
{
	return e->x.step > 0 ? (struct segment){a, b, left_out, fault}
			     : (struct segment){b, a, left_out, fault};
}

/*
 * How many symbols may be passed over at once: as many kernels as a repeat may
 * lack. Those of short periods may be strays, of which there may be two. Among
 * symbols that stand for repetitions it is half a period if there is a clean
 * one on either side: a step that noise has broken is there.
 */
static uint32_t
most_passed(const struct extender *e)
{
	uint32_t period = e->x.period, tolerated = e->tolerated;

	if (e->x.text->at && period / 2 > tolerated)
		return period / 2;
	return tolerated == 0 ? 1 : tolerated == 1 ? 2 : tolerated;
}

/* Over one fault. Returns 1, 0 if there is no going on, or -1: no memory. */
static int
extend_by_fault(struct extender *e, struct edge *edge)
{
	struct chains *all = e->all;
	uint32_t period = e->x.period;
	struct fault f;
	struct segment s;

	if (!extend_over(&e->x, *edge, most_passed(e), &f))
		return 0;
	s = segment_between(e, f.from.at, f.to.at, f.left_out, f.kernels);
	if (!is_gap(all->segment[all->segments - 1], s, period) &&
	    is_crowded(all->segment + e->own, all->segments - e->own, s, period,
		e->tolerated))
		return 0;
	*edge = f.to;
	return add_segment(all, s) ? -1 : 1;
}

/* Over one damaged period, likewise. */
static int
extend_by_period(struct extender *e, struct edge *edge)
{
	uint32_t done = 0, p = e->x.period, at = edge->at, last = at;
	int step = e->x.step;
	struct damaged d;

	if (!damaged_align(&e->x, *edge, &d))
		return 0;
	for (size_t i = 0; i < d.n; i++) {
		const struct fitting *f = &d.fitting[i];
		uint32_t from = step > 0 ? at + f->text : at - f->text;
		uint32_t to = step > 0 ? from + f->length : from - f->length;
		uint32_t missing =
		    extend_root_kernels(&e->x, *edge, f->root - done);
		uint32_t passed = step > 0
		    ? text_kernels(e->x.text, last, from)
		    : text_kernels(e->x.text, from, last);

		if (add_segment(e->all,
			segment_between(e, from, to, f->root - done,
			    passed > missing ? passed : missing)))
			return -1;
		edge->phase = step > 0
		    ? (edge->phase + f->root + f->length - done) % p
		    : (edge->phase + 2 * p - (f->root + f->length - done)) % p;
		done = f->root + f->length;
		edge->at = last = to;
	}
	return d.n > 0;
}

/*
 * Adds the segments on one side of the last one, from it outwards; `travel` is
 * for now how many symbols of the root the fault before each left out. No
 * damaged period follows another.
 */
static int
extend_side(struct extender *e, struct edge edge)
{
	bool damaged = false;
	int rc = 1;

	e->own = e->all->segments - 1;
	while (rc > 0 && (e->x.step > 0 || edge.at > e->back)) {
		rc = extend_by_fault(e, &edge);
		if (rc == 0 && !damaged) {
			rc = extend_by_period(e, &edge);
			damaged = true;
		} else
			damaged = false;
	}
	return rc < 0 ? -1 : 0;
}

/*
 * What was found going back, behind the segment it began with: turns all round,
 * and hands each segment what is before it.
 */
static void
turn_round(struct segment *first, size_t n)
{
	uint32_t left_out = 0, fault = 0;

	for (size_t i = 0; i < n / 2; i++) {
		struct segment s = first[i];

		first[i] = first[n - 1 - i];
		first[n - 1 - i] = s;
	}
	for (size_t i = 0; i < n; i++) {
		struct segment s = first[i];

		first[i].travel = left_out;
		first[i].fault = fault;
		left_out = s.travel;
		fault = s.fault;
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
	struct extender e = {all, {text, r->at, r->period, -1},
	    chains_tolerated(text_kernels(text, r->at, r->at + r->period)), 0,
	    s->back};
	uint32_t length = s->end - s->start;
	struct edge start = {s->start, s->phase};
	struct edge end = {s->end, (s->phase + length % r->period) % r->period};
	size_t first = all->segments;

	if (add_segment(all, (struct segment){s->start, s->end, 0, 0}) ||
	    extend_side(&e, start))
		return -1;
	*own = all->segments - 1;
	turn_round(all->segment + first, all->segments - first);
	e.x.step = 1;
	if (extend_side(&e, end))
		return -1;
	add_up_travel(all->segment + first, all->segments - first);
	return 0;
}

int
grow_chain(struct chains *all, const struct text *text,
    const struct chain_root *r, const struct stretch *s)
{
	struct chain c = {.period = r->period,
	    .kernels = text_kernels(text, r->at, r->at + r->period),
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
