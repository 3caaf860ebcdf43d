#include <stdlib.h>
#include <string.h>

#include "tools/trace-cycles/collapse.h"
#include "tools/trace-cycles/rounds.h"

struct work {
	const struct round_limits *limits;
	struct level level;
	struct collection all; /* that was found in any round */
	uint32_t first_symbol; /* above those of all kernels */
	uint32_t cycles;
};

/*
 * The next level takes the place of this one. Returns whether that is shorter,
 * so that there may be more to find, or -1: no memory.
 */
static int
take_next(struct work *w, const struct round *r)
{
	struct collector c = {r, &w->level, &w->all, w->cycles};
	struct collection fresh;
	struct collapse how = {
	    &w->level, &fresh, w->first_symbol, w->cycles + r->groups};
	struct level next = {0};
	int64_t rows = -1;
	int more = -1;

	if (collect_round(&c, &fresh) == 0)
		rows = collapse_round(&how, &w->all, &next);
	if (rows >= 0)
		more = rows > 0 && next.n < w->level.n;
	if (rows > 0) {
		level_free(&w->level);
		w->level = next;
	} else
		level_free(&next);
	w->cycles += r->groups;
	collect_free(&fresh);
	return more;
}

/* One round. Returns whether there may be more to find, or -1: no memory. */
static int
play(struct work *w)
{
	struct round round = {0};
	int more = -1;
	bool first = !w->level.symbol;
	struct text text;

	if (level_text(&w->level, &text))
		return -1;
	if (round_find(&text, w->limits, &round) == 0)
		more = round.n ? take_next(w, &round) : 0;
	if (!first)
		text_free(&text);
	round_free(&round);
	return more;
}

/* What is left of a cycle outside of others. */
struct rest {
	size_t repeats;
	bool allowed; /* one of these by the limits, at least */
};

static void
count_rest(const struct work *w, struct rest *rest)
{
	for (size_t i = 0; i < w->level.n; i++) {
		uint32_t found = level_found(&w->level, i);
		const struct stretch_found *f;
		struct rest *r;

		if (found == LEVEL_NONE)
			continue;
		f = &w->all.found[found];
		r = &rest[f->cycle];
		r->repeats += f->repeats;
		for (size_t k = f->first; k < f->first + f->repeats; k++)
			r->allowed |= round_limits_allow(
			    w->limits, w->all.repeats.list[k]);
	}
}

/*
 * Numbers the cycles that come twice or more outside of others. What is left of
 * one when all else is in another may be a single repeat, or none that is as
 * long as wanted, and no cycle any more.
 */
static int
number_cycles(const struct work *w, uint32_t *number, struct rounds *out)
{
	struct rest *rest = calloc(w->cycles + 1u, sizeof *rest);

	if (!rest)
		return -1;
	memset(number, 0xff, (w->cycles + 1u) * sizeof *number);
	count_rest(w, rest);
	for (size_t i = 0; i < w->level.n; i++) {
		uint32_t found = level_found(&w->level, i), c;

		if (found == LEVEL_NONE)
			continue;
		c = w->all.found[found].cycle;
		if (rest[c].repeats >= 2 && rest[c].allowed &&
		    number[c] == LEVEL_NONE)
			number[c] = out->cycles++;
	}
	free(rest);
	return 0;
}

/* What the symbols of the last level stand for. */
static int
hand_over(struct work *w, struct rounds *out)
{
	uint32_t *number = malloc((w->cycles + 1u) * sizeof *number);

	out->row = malloc((w->level.n + 1) * sizeof *out->row);
	if (!number || !out->row || number_cycles(w, number, out)) {
		free(number);
		return -1;
	}
	for (size_t i = 0; i < w->level.n; i++) {
		uint32_t found = level_found(&w->level, i);
		const struct stretch_found *f;

		if (found == LEVEL_NONE)
			continue;
		f = &w->all.found[found];
		if (number[f->cycle] != LEVEL_NONE)
			out->row[out->n++] = (struct row){
			    number[f->cycle], f->first, f->repeats};
	}
	free(number);
	out->repeats = w->all.repeats;
	w->all.repeats = (struct repeats){0};
	return 0;
}

int
rounds_find(const struct text *kernels, const struct round_limits *limits,
    struct rounds *out)
{
	struct work w = {
	    .limits = limits, .level = {.kernels = kernels, .n = kernels->n}};
	int more = 1, rc = -1;

	*out = (struct rounds){0};
	for (size_t i = 0; i < kernels->n; i++)
		if (kernels->symbol[i] >= w.first_symbol)
			w.first_symbol = kernels->symbol[i] + 1;
	while (more > 0)
		more = play(&w);
	if (more == 0)
		rc = hand_over(&w, out);
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
