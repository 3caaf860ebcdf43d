#include <stdlib.h>
#include <string.h>

#include "common/buf.h"
#include "tools/trace-cycles/level.h"
#include "tools/trace-cycles/round.h"
#include "tools/trace-cycles/rounds.h"
#include "tools/trace-cycles/usual.h"

/*
 * All that was found in any round, whether it is inside something else or not.
 */
struct collection {
	struct stretch_found *found;
	size_t n, cap;
	struct repeats repeats;
};

struct work {
	const struct round_limits *limits;
	const struct text *kernels;
	struct level level;
	struct collection all;
	uint32_t next_symbol; /* above all in use */
	uint32_t next_cycle;
};

/* How much is wrong with what some symbols stand for. */
static uint32_t
damage_inside(const struct work *w, struct repeat r)
{
	uint32_t sum = 0;

	for (uint32_t i = r.start; i < r.end; i++)
		if (level_found(&w->level, i) != LEVEL_NONE)
			sum += w->all.found[level_found(&w->level, i)].damage;
	return sum;
}

/* The repeats of a piece that are about as long as usual. */
static int
add_repeats(struct work *w, const struct round *r, size_t piece, uint32_t usual)
{
	const struct round_piece *p = &r->piece[piece];

	for (size_t i = p->first; usual && i < p->first + p->repeats; i++) {
		struct repeat symbols = r->repeats.list[i];
		struct repeat k = level_kernels(&w->level, symbols);
		uint32_t faults =
		    r->repeats.faults[i] + damage_inside(w, symbols);

		if (usual_is(k.end - k.start, usual) &&
		    repeats_add(&w->all.repeats, k, faults))
			return -1;
	}
	return 0;
}

/* How much is wrong with a stretch itself. */
static uint32_t
damage_of(const struct work *w, const struct stretch_found *f)
{
	uint32_t damage = f->end - f->start;

	for (size_t i = f->first; i < f->first + f->repeats; i++) {
		struct repeat r = w->all.repeats.list[i];

		damage += w->all.repeats.faults[i];
		damage -= r.end - r.start;
	}
	return damage;
}

/* Kernels that a piece may take up. */
struct space {
	uint32_t from, to;
};

/*
 * Repetition without a fault is counted in kernels, on to where it ends: a step
 * that begins amid its layers is whole when the layers at its end make up for
 * it.
 */
static int
count_exact(struct work *w, struct stretch_found *f, struct space space)
{
	struct repeats *all = &w->all.repeats;
	struct repeat first = all->list[f->first];
	struct repeat last = all->list[all->n - 1];
	uint32_t p = first.end - first.start, whole;
	uint32_t start = first.start -
	    (uint32_t)text_behind(
		w->kernels, first.start, first.end, first.start - space.from);
	uint32_t end = first.end +
	    (uint32_t)text_ahead(w->kernels, first.start, first.end);

	end = end < space.to ? end : space.to;
	if (last.end > end || last.end - first.start != f->repeats * p)
		return 0;
	f->start = start < f->start ? start : f->start;
	f->end = end > f->end ? end : f->end;
	whole = (end - start) / p;
	if ((end - (start + (first.start - start) % p)) / p == whole)
		start += (first.start - start) % p;
	all->n = f->first;
	for (f->repeats = 0; f->repeats < whole; f->repeats++, start += p)
		if (repeats_add(all, (struct repeat){start, start + p}, 0))
			return -1;
	return 0;
}

/* What a piece is, in kernels. Returns 1, 0 if it has no repeats, or -1. */
static int
collect_piece(struct work *w, const struct round *r, size_t piece,
    uint32_t usual, struct space space)
{
	struct collection *all = &w->all;
	const struct round_piece *p = &r->piece[piece];
	struct stretch_found f = {level_at(&w->level, p->start),
	    level_at(&w->level, p->end), w->next_cycle + p->group,
	    all->repeats.n, 0, 0};
	struct stretch_found *grown;

	if (add_repeats(w, r, piece, usual))
		return -1;
	f.repeats = all->repeats.n - f.first;
	if (f.repeats == 0)
		return 0;
	if (w->level.symbol && count_exact(w, &f, space))
		return -1;
	f.damage = damage_of(w, &f);
	grown = array_grow(all->found, &all->cap, all->n + 1, sizeof f);
	if (!grown)
		return -1;
	all->found = grown;
	all->found[all->n++] = f;
	return 1;
}

/*
 * The next level: a symbol for each piece that has repeats. Returns how many
 * pieces had, or -1: no memory.
 */
static int64_t
collapse(struct work *w, const struct round *r, const uint32_t *usual,
    struct level *next)
{
	const struct level *l = &w->level;
	uint32_t done = 0;
	int64_t replaced = 0;

	for (size_t i = 0; i < r->n; i++) {
		const struct round_piece *p = &r->piece[i];
		uint32_t from = p->start, to = p->end;
		uint32_t most = i + 1 < r->n ? p[1].start : (uint32_t)l->n;
		struct space space = {level_at(l, done), level_at(l, most)};
		int got = collect_piece(w, r, i, usual[p->group], space);
		const struct stretch_found *f;

		if (got < 0)
			return -1;
		if (got == 0)
			continue;
		f = &w->all.found[w->all.n - 1];
		while (from > done && level_at(l, from) > f->start)
			from--;
		while (to < most && level_at(l, to) < f->end)
			to++;
		level_copy(next, l, done, from);
		level_add(next, w->next_symbol + p->group, level_at(l, from),
		    (uint32_t)w->all.n - 1);
		done = to;
		replaced++;
	}
	level_copy(next, l, done, (uint32_t)l->n);
	next->at[next->n] = level_at(l, l->n);
	return replaced;
}

/* The next level takes the place of this one. */
static int64_t
take_next(struct work *w, const struct round *r, const uint32_t *usual)
{
	struct level next;
	int64_t replaced;

	if (level_init(&next, w->kernels, w->level.n))
		return -1;
	replaced = collapse(w, r, usual, &next);
	level_free(&w->level);
	w->level = next;
	w->next_symbol += r->groups;
	w->next_cycle += r->groups;
	return replaced;
}

/* One round. Returns whether anything was found, or -1: no memory. */
static int
play(struct work *w)
{
	struct round round = {0};
	uint32_t *usual = NULL;
	int64_t replaced = -1;
	bool first = !w->level.symbol;
	struct text text;

	if (level_text(&w->level, &text))
		return -1;
	if (round_find(&text, w->limits, &round) == 0)
		usual = usual_lengths(&round, &w->level, w->limits->longest);
	if (!first)
		text_free(&text);
	if (usual)
		replaced = round.n ? take_next(w, &round, usual) : 0;
	round_free(&round);
	free(usual);
	return replaced < 0 ? -1 : replaced > 0;
}

/*
 * How often each cycle repeats outside of others; NULL when there is no memory.
 */
static size_t *
count_outermost(const struct work *w)
{
	size_t *count = calloc(w->next_cycle + 1u, sizeof *count);

	for (size_t i = 0; count && i < w->level.n; i++)
		if (level_found(&w->level, i) != LEVEL_NONE) {
			const struct stretch_found *f =
			    &w->all.found[level_found(&w->level, i)];

			count[f->cycle] += f->repeats;
		}
	return count;
}

/*
 * What the symbols of the last level stand for, its cycles renumbered. What is
 * left of a cycle when all else is in another may be a single repeat, and no
 * cycle any more.
 */
static int
hand_over(struct work *w, struct rounds *out)
{
	uint32_t *number = malloc((w->next_cycle + 1u) * sizeof *number);
	size_t *count = count_outermost(w);

	out->found = malloc((w->level.n + 1) * sizeof *out->found);
	if (!number || !count || !out->found) {
		free(number);
		free(count);
		return -1;
	}
	memset(number, 0xff, (w->next_cycle + 1u) * sizeof *number);
	for (size_t i = 0; i < w->level.n; i++) {
		struct stretch_found *f = &out->found[out->n];

		if (level_found(&w->level, i) == LEVEL_NONE)
			continue;
		*f = w->all.found[level_found(&w->level, i)];
		if (count[f->cycle] < 2)
			continue;
		if (number[f->cycle] == LEVEL_NONE)
			number[f->cycle] = out->cycles++;
		f->cycle = number[f->cycle];
		out->n++;
	}
	free(number);
	free(count);
	out->repeats = w->all.repeats;
	w->all.repeats = (struct repeats){0};
	return 0;
}

int
rounds_find(const struct text *kernels, const struct round_limits *limits,
    struct rounds *out)
{
	struct work w = {.kernels = kernels,
	    .limits = limits,
	    .level = {.kernels = kernels, .n = kernels->n}};
	int more = 1, rc = -1;

	*out = (struct rounds){0};
	for (size_t i = 0; i < kernels->n; i++)
		if (kernels->symbol[i] >= w.next_symbol)
			w.next_symbol = kernels->symbol[i] + 1;
	while (more > 0)
		more = play(&w);
	if (more == 0)
		rc = hand_over(&w, out);
	level_free(&w.level);
	free(w.all.found);
	repeats_free(&w.all.repeats);
	return rc;
}

void
rounds_free(struct rounds *r)
{
	free(r->found);
	repeats_free(&r->repeats);
	*r = (struct rounds){0};
}
