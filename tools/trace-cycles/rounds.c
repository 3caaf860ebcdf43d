#include <stdlib.h>

#include "tools/trace-cycles/collect.h"
#include "tools/trace-cycles/outermost.h"
#include "tools/trace-cycles/rounds.h"
#include "tools/trace-cycles/usual.h"

struct work {
	const struct round_limits *limits;
	const struct text *kernels;
	struct level level;
	struct collection all;
	uint32_t next_symbol; /* above all in use */
	uint32_t next_cycle;
};

/* Copies this level up to a piece, and puts a symbol in its place. */
static uint32_t
replace(struct work *w, const struct round_piece *p, struct repeat room,
    struct level *next)
{
	const struct level *l = &w->level;
	const struct stretch_found *f = &w->all.found[w->all.n - 1];
	uint32_t from = p->start, to = p->end;

	while (from > room.start && level_at(l, from) > f->start)
		from--;
	while (to < room.end && level_at(l, to) < f->end)
		to++;
	level_copy(next, l, room.start, from);
	level_add(next, w->next_symbol + p->group, level_at(l, from),
	    (uint32_t)w->all.n - 1);
	return to;
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
	struct collector c = {r, l, usual, w->next_cycle, &w->all};
	uint32_t done = 0, end = (uint32_t)l->n;
	int64_t replaced = 0;

	for (size_t i = 0; i < r->n; i++) {
		struct repeat room = {
		    done, i + 1 < r->n ? r->piece[i + 1].start : end};
		int got = collect_piece(&c, i, level_kernels(l, room));

		if (got < 0)
			return -1;
		if (got == 0)
			continue;
		done = replace(w, &r->piece[i], room, next);
		replaced++;
	}
	level_copy(next, l, done, end);
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
		rc = outermost_find(&w.level, &w.all, w.next_cycle, out);
	level_free(&w.level);
	collect_free(&w.all);
	return rc;
}

void
rounds_free(struct rounds *r)
{
	free(r->row);
	repeats_free(&r->repeats);
	*r = (struct rounds){0};
}
