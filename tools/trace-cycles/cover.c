/*
 * At each position a candidate that holds it has one best piece that ends
 * there: that which ended one symbol before, one longer, or a new one of `reps`
 * periods behind the best cover of all that is before it. So the time is the
 * sum of the candidates' lengths, which for the runs of a text is O(n log n).
 *
 * Of pieces that save the same the one that starts last is kept: where two
 * candidates overlap, the earlier one gets what both could have.
 */
#include <stdlib.h>

#include "common/buf.h"
#include "tools/trace-cycles/cover.h"

/* The best cover of a prefix: what it saves, and the piece that ends it. */
struct step {
	uint32_t saved;
	uint32_t candidate; /* NONE: the last symbol is not covered */
	uint32_t start;
};

/* A segment of a chain, and up to where each of its symbols saves one. */
struct cursor {
	const struct segment *segment;
	uint32_t plain_to;
};

/* A candidate that holds the current position, and its best piece. */
struct active {
	const struct candidate *candidate;
	const struct chain *chain;
	uint32_t fewest; /* symbols of a piece */
	uint32_t start;
	int64_t saved;            /* with all that is before the piece */
	int64_t window;           /* what the last `fewest` symbols save */
	struct cursor head, tail; /* at the two ends of the window */
};

#define NONE UINT32_MAX

int
cover_init(
    struct cover *c, const struct chains *chains, size_t length, size_t reps)
{
	*c = (struct cover){.chains = chains, .reps = reps};
	c->best = malloc((length + 1) * sizeof *c->best);
	return c->best ? 0 : -1;
}

void
cover_free(struct cover *c)
{
	free(c->best);
	free(c->active);
	*c = (struct cover){0};
}

static int
activate(struct cover *c, size_t *n, const struct candidate *d)
{
	const struct chain *chain = &c->chains->chain[d->chain];
	const struct segment *s = chains_segment(c->chains, chain, d->start);
	struct active *grown =
	    array_grow(c->active, &c->active_cap, *n + 1, sizeof *grown);

	if (!grown)
		return -1;
	c->active = grown;
	c->active[(*n)++] =
	    (struct active){d, chain, (uint32_t)c->reps * chain->period, NONE,
		INT64_MIN / 2, 0, {s, 0}, {s, 0}};
	return 0;
}

/*
 * What a symbol saves that is not amid a segment. The first that is passed over
 * pays for the fault; if none is, the first of the next segment does.
 */
static int64_t
saves_here(const struct cover *c, const struct chain *chain, struct cursor *k,
    uint32_t at)
{
	const struct segment *first = c->chains->segment + chain->first;
	const struct segment *last = first + chain->segments - 1;

	if (k->segment < last && at >= k->segment[1].start)
		k->segment++;
	if (at >= k->segment->end)
		return at == k->segment->end ? -COVER_FAULT : 0;
	k->plain_to = k->segment->end;
	return k->segment > first && at == k->segment[-1].end ? 1 - COVER_FAULT
							      : 1;
}

/* What the symbol at `at` saves; each is asked for once, in order. */
static inline int64_t
saves(const struct cover *c, const struct chain *chain, struct cursor *k,
    uint32_t at)
{
	return at < k->plain_to ? 1 : saves_here(c, chain, k, at);
}

/* The best piece of a candidate that ends at `at`, into its struct active. */
static void
extend_piece(
    const struct cover *c, uint32_t from, uint32_t at, struct active *a)
{
	int64_t new = saves(c, a->chain, &a->head, at - 1), fresh;
	uint32_t start = at - a->fewest;

	a->saved += new;
	a->window += new;
	if (at - a->candidate->start < a->fewest)
		return;
	if (start > a->candidate->start)
		a->window -= saves(c, a->chain, &a->tail, start - 1);
	fresh = (int64_t)c->best[start - from].saved + a->window -
	    a->chain->period + a->candidate->inside - a->candidate->price;
	if (fresh >= a->saved) {
		a->saved = fresh;
		a->start = start;
	}
}

/* Whether a piece beats the best so far: more, then longer, then simpler. */
static int
is_better(const struct cover *c, const struct active *new,
    const struct step *old, const struct candidate *all)
{
	if (new->saved != old->saved)
		return new->saved > old->saved;
	if (old->candidate == NONE)
		return 0;
	if (new->start != old->start)
		return new->start < old->start;
	return new->chain->period <
	    c->chains->chain[all[old->candidate].chain].period;
}

/* The step at `at`, from the candidates that hold it; drops those that end. */
static void
take_step(struct cover *c, uint32_t from, uint32_t at,
    const struct candidate *all, size_t *active)
{
	struct step step = c->best[at - from - 1];
	size_t kept = 0;

	step.candidate = NONE;
	for (size_t i = 0; i < *active; i++) {
		struct active *a = &c->active[i];

		extend_piece(c, from, at, a);
		if (is_better(c, a, &step, all))
			step = (struct step){(uint32_t)a->saved,
			    (uint32_t)(a->candidate - all), a->start};
		if (at < a->candidate->end)
			c->active[kept++] = *a;
	}
	*active = kept;
	c->best[at - from] = step;
}

int
cover_find(struct cover *c, uint32_t from, uint32_t to,
    const struct candidate *all, size_t n, uint32_t *saved)
{
	size_t next = 0, active = 0;

	c->best[0] = (struct step){0, NONE, 0};
	for (uint32_t at = from; at < to;) {
		for (; next < n && all[next].start == at; next++)
			if (activate(c, &active, &all[next]))
				return -1;
		take_step(c, from, ++at, all, &active);
	}
	*saved = c->best[to - from].saved;
	return 0;
}

/* The last step before `at` that ends a piece, or the very first one. */
static const struct step *
last_piece(const struct cover *c, uint32_t from, uint32_t *at)
{
	while (*at > from && c->best[*at - from].candidate == NONE)
		--*at;
	return &c->best[*at - from];
}

size_t
cover_pieces(const struct cover *c, uint32_t from, uint32_t to,
    const struct candidate *all, struct piece *piece, size_t most)
{
	size_t n = 0, left;
	const struct step *s;
	uint32_t at = to;

	for (; (s = last_piece(c, from, &at))->candidate != NONE; n++)
		at = s->start;
	left = n;
	for (at = to; (s = last_piece(c, from, &at))->candidate != NONE;) {
		const struct candidate *d = &all[s->candidate];

		if (--left < most)
			piece[left] = (struct piece){
			    s->start, at, d->start, d->end, d->chain};
		at = s->start;
	}
	return n;
}
