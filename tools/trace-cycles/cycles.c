/*
 * The method. All maximal repetitions of the sequence are found (runs.h). What
 * a run saves inside one of its periods is found for short periods first, so
 * that a step of 36 layers knows what its layers save when it competes with
 * them (cover.h). The best cover of the whole sequence gives the outermost
 * cycles; the best cover of each one's root gives what is inside, and so on: a
 * period is at most half of what it lies in, so the depth is at most log2(n).
 */
#include <stdlib.h>
#include <string.h>

#include "common/buf.h"
#include "tools/trace-cycles/classes.h"
#include "tools/trace-cycles/cycles.h"
#include "tools/trace-cycles/reach.h"

struct finder {
	const uint32_t *symbol;
	const struct cycle_limits *limits;
	struct run *run; /* those worth naming, by start */
	size_t runs;
	uint32_t *inside; /* of each run: what a period saves in itself */
	struct reach reach;
	struct cover cover;
	struct gathered gathered;
	struct classes classes;
	struct cycles *out;
};

/* Drops runs that save nothing even if used in full. */
static size_t
worth_naming(struct run *run, size_t n)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++)
		if (run[i].end - run[i].start > run[i].period + COVER_PRICE)
			run[kept++] = run[i];
	return kept;
}

static int
cover_interval(struct finder *f, uint32_t from, uint32_t to, uint32_t *saved)
{
	size_t reps = f->limits->reps;

	if (reach_gather(&f->reach, from, to, reps, f->inside, &f->gathered))
		return -1;
	return cover_find(
	    &f->cover, from, to, f->gathered.candidate, f->gathered.n, saved);
}

struct by_period {
	uint32_t period, run;
};

static int
compare(const void *a, const void *b)
{
	const struct by_period *x = a, *y = b;

	if (x->period != y->period)
		return x->period < y->period ? -1 : 1;
	return (x->run > y->run) - (x->run < y->run);
}

/* Fills `inside` for each run, from the shortest period to the longest. */
static int
look_inside(struct finder *f)
{
	struct by_period *todo = malloc((f->runs + 1) * sizeof *todo);
	int rc = todo ? 0 : -1;

	for (size_t i = 0; i < f->runs && todo; i++)
		todo[i] = (struct by_period){f->run[i].period, (uint32_t)i};
	if (todo)
		qsort(todo, f->runs, sizeof *todo, compare);
	for (size_t i = 0; i < f->runs && rc == 0; i++) {
		uint32_t start, r;

		if (todo[i].period <= COVER_PRICE + 1)
			continue;
		r = todo[i].run;
		start = f->run[r].start;
		rc = cover_interval(
		    f, start, start + f->run[r].period, &f->inside[r]);
	}
	free(todo);
	return rc;
}

static int
add_cycle(struct cycles *out, struct cycle c)
{
	struct cycle *grown =
	    array_grow(out->cycle, &out->cap, out->n + 1, sizeof c);

	if (!grown)
		return -1;
	out->cycle = grown;
	out->cycle[out->n++] = c;
	return 0;
}

static int
add_part(struct cycles *out, struct part p)
{
	struct part *grown =
	    array_grow(out->part, &out->part_cap, out->parts + 1, sizeof p);

	if (!grown)
		return -1;
	out->part = grown;
	out->part[out->parts++] = p;
	return 0;
}

/* What was found in a root: its pieces, and their classes. */
struct contents {
	struct piece *piece;
	uint32_t *class, *slack;
	size_t n;
};

/* The pieces of a parent become its parts, their classes its cycles. */
static int
adopt(struct finder *f, uint32_t parent, const struct contents *in)
{
	struct cycles *out = f->out;
	uint32_t base = (uint32_t)out->n, level = out->cycle[parent].level + 1;

	out->cycle[parent].first_part = (uint32_t)out->parts;
	out->cycle[parent].parts = (uint32_t)in->n;
	for (size_t i = 0; i < in->n; i++) {
		const struct piece *p = &in->piece[i];
		uint32_t cycle = base + in->class[i];
		struct cycle new = {.parent = parent,
		    .level = level,
		    .root = p->start,
		    .length = p->period,
		    .slack = in->slack[in->class[i]]};
		struct part part = {
		    p->start, (p->end - p->start) / p->period, cycle};

		if (cycle == out->n && add_cycle(out, new))
			return -1;
		if (add_part(out, part))
			return -1;
	}
	return 0;
}

static int
name_and_align(
    struct finder *f, uint32_t from, uint32_t to, const struct contents *in)
{
	struct alignment a = {in->piece, in->n, f->run, from, to};

	return classes_name(
		   &f->classes, f->symbol, in->piece, in->n, in->class) ||
		classes_align(&f->classes, &a, in->class, in->slack)
	    ? -1
	    : 0;
}

/* Finds what is in the root of a cycle. */
static int
expand(struct finder *f, uint32_t parent)
{
	uint32_t from = f->out->cycle[parent].root;
	uint32_t to = from + f->out->cycle[parent].length, saved;
	const struct candidate *all;
	struct contents in;
	int rc = -1;

	if (cover_interval(f, from, to, &saved))
		return -1;
	all = f->gathered.candidate;
	in.n = cover_pieces(&f->cover, from, to, all, NULL, 0);
	in.piece = malloc((in.n + 1) * sizeof *in.piece);
	in.class = malloc((in.n + 1) * sizeof *in.class);
	in.slack = malloc((in.n + 1) * sizeof *in.slack);
	if (in.piece && in.class && in.slack) {
		cover_pieces(&f->cover, from, to, all, in.piece, in.n);
		rc = name_and_align(f, from, to, &in) || adopt(f, parent, &in)
		    ? -1
		    : 0;
	}
	free(in.piece);
	free(in.class);
	free(in.slack);
	return rc;
}

/* Counts the repeats of all cycles, parents first, and finds them a place. */
static int
reserve_repeats(struct cycles *out)
{
	size_t total = 0;

	out->cycle[0].repeats = 1;
	for (size_t i = 0; i < out->n; i++) {
		struct cycle *c = &out->cycle[i];

		c->first_repeat = total;
		total += c->repeats;
		for (uint32_t k = 0; k < c->parts; k++) {
			const struct part *p = &out->part[c->first_part + k];

			out->cycle[p->cycle].repeats += p->reps * c->repeats;
		}
	}
	out->repeat = malloc(total * sizeof *out->repeat);
	return out->repeat ? 0 : -1;
}

/* The repeats of a part in a repeat of its parent that starts at `start`. */
static void
repeat_part(struct cycles *out, const struct part *p, uint32_t start)
{
	struct cycle *c = &out->cycle[p->cycle];
	uint32_t at = start + p->start - out->cycle[c->parent].root;

	for (uint32_t i = 0; i < p->reps; i++, at += c->length)
		out->repeat[c->first_repeat + c->repeats++] =
		    (struct repeat){at, at + c->length};
}

/* Every repeat of a cycle holds all repeats of its parts. */
static int
place_repeats(struct cycles *out)
{
	if (reserve_repeats(out))
		return -1;
	for (size_t i = 1; i < out->n; i++)
		out->cycle[i].repeats = 0;
	out->repeat[0] = (struct repeat){0, out->cycle[0].length};
	for (size_t i = 0; i < out->n; i++) {
		const struct cycle *c = &out->cycle[i];

		for (size_t r = 0; r < c->repeats; r++)
			for (uint32_t k = 0; k < c->parts; k++)
				repeat_part(out, &out->part[c->first_part + k],
				    out->repeat[c->first_repeat + r].start);
	}
	return 0;
}

/* Cycles from the whole sequence inwards: parents before children. */
static int
build(struct finder *f, size_t n)
{
	struct cycles *out = f->out;
	struct cycle whole = {.parent = CYCLE_NONE, .length = (uint32_t)n};

	if (add_cycle(out, whole))
		return -1;
	for (uint32_t i = 0; i < out->n; i++)
		if (expand(f, i))
			return -1;
	return place_repeats(out);
}

static int
find(struct finder *f, size_t n)
{
	size_t reps = f->limits->reps;

	f->inside = calloc(f->runs + 1, sizeof *f->inside);
	if (!f->inside || reach_init(&f->reach, f->run, f->runs) ||
	    cover_init(&f->cover, n, reps))
		return -1;
	return look_inside(f) || build(f, n) ? -1 : 0;
}

int
cycles_find(const uint32_t *symbol, size_t n, const struct cycle_limits *limits,
    struct cycles *out)
{
	struct finder f = {.symbol = symbol, .limits = limits, .out = out};
	struct text text;
	struct runs runs;
	int rc;

	*out = (struct cycles){0};
	if (text_init(&text, symbol, n))
		return -1;
	rc = runs_find(
	    &text, limits->shortest, limits->longest, limits->reps, &runs);
	text_free(&text);
	if (rc)
		return -1;
	f.run = runs.run;
	f.runs = worth_naming(runs.run, runs.n);
	rc = find(&f, n);
	runs_free(&runs);
	free(f.inside);
	reach_free(&f.reach);
	cover_free(&f.cover);
	classes_free(&f.classes);
	free(f.gathered.candidate);
	if (rc)
		cycles_free(out);
	return rc;
}

void
cycles_free(struct cycles *c)
{
	free(c->cycle);
	free(c->part);
	free(c->repeat);
	*c = (struct cycles){0};
}
