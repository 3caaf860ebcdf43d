/*
 * At each position a candidate that holds it has one best piece that ends
 * there: that which ended one symbol before, one longer, or a new one of `reps`
 * periods behind the best cover of all that is before it. So the time is the
 * sum of the candidates' lengths less `reps` periods each, which for the runs
 * of a text is O(n log n).
 *
 * What is saved is kept less the place: amid a segment, where every symbol
 * saves one, it does not change, and neither does what a new piece adds to the
 * cover before it. So there is little to do for a candidate at a position but
 * to look up that cover.
 *
 * Of pieces that save the same the one that starts last is kept: where two
 * candidates overlap, the earlier one gets what both could have.
 */
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "tools/trace-cycles/cover.h"
#include "tools/trace-cycles/cursor.h"

/* The best cover of a prefix: what it saves, and the piece that ends it. */
struct step {
	uint32_t saved;
	uint32_t candidate; /* NONE: the last symbol is not covered */
	uint32_t start;
};

/* When a candidate is as long as a piece must be. */
struct ready {
	uint32_t at, candidate;
};

/* A candidate that holds the current position, and its best piece. */
struct active {
	int64_t saved;   /* with all that is before the piece, less the place */
	int64_t fresh;   /* what a new piece adds to that, less its length */
	uint32_t fewest; /* symbols of a piece */
	uint32_t start;
	uint32_t event; /* before here each symbol saves one, at both cursors */
	uint32_t end;   /* of the candidate */
	uint32_t candidate;
	struct cursor head, tail; /* at the ends of the new piece */
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
	free(c->ready);
	*c = (struct cover){0};
}

/* The interval to cover, with what, and who may end a piece at a place. */
struct task {
	struct cover *cover;
	uint32_t from, to;
	const struct candidate *all;
	size_t active;
	uint32_t event; /* the first of theirs */
};

static const struct chain *
chain_of(const struct task *t, uint32_t candidate)
{
	return &t->cover->chains->chain[t->all[candidate].chain];
}

/* A candidate that is just long enough, with no piece yet. */
static struct active
make_active(const struct task *t, const struct ready *r)
{
	const struct candidate *d = &t->all[r->candidate];
	const struct chain *chain = chain_of(t, r->candidate);
	struct cursor k = cursor_start(t->cover->chains, chain, d->start);
	struct active a = {.saved = INT64_MIN / 2,
	    .fewest = r->at - d->start,
	    .event = r->at + 1,
	    .end = d->end,
	    .candidate = r->candidate,
	    .head = k,
	    .tail = k};

	a.fresh = cursor_saves_all(&a.head, d->start, r->at) + d->inside;
	a.fresh -= (int64_t)a.fewest + chain->period + d->price;
	return a;
}

/* Moves the new piece of a candidate one symbol on, to end at `at`. */
static void
move_on(struct active *a, uint32_t at)
{
	int64_t new = cursor_saves(&a->head, at - 1);
	int64_t old = cursor_saves(&a->tail, at - a->fewest - 1);
	uint32_t head = a->head.plain_to + 1;
	uint32_t tail = a->tail.plain_to + 1 + a->fewest;

	a->saved += new - 1;
	a->fresh += new - old;
	a->event = head < tail ? head : tail;
	a->event = a->event < a->end ? a->event : a->end;
}

/* Of pieces that save the same the longer one is better, then the simpler. */
static bool
is_simpler(
    const struct task *t, const struct active *new, const struct step *old)
{
	uint32_t period, other;

	if (old->candidate == NONE)
		return false;
	if (new->start != old->start)
		return new->start < old->start;
	period = chain_of(t, new->candidate)->period;
	other = chain_of(t, old->candidate)->period;
	return period != other ? period < other
			       : new->candidate < old->candidate;
}

/* The step to `at` without a piece that ends there. */
static struct step *
begin_step(const struct task *t, uint32_t at)
{
	struct step *step = &t->cover->best[at - t->from];

	*step = (struct step){step[-1].saved, NONE, 0};
	return step;
}

/* The best piece of a candidate that ends at `at`, and whether it is best. */
static inline void
consider(const struct task *t, struct active *a, uint32_t at, struct step *step)
{
	uint32_t start = at - a->fewest;
	int64_t before = t->cover->best[start - t->from].saved;
	int64_t fresh = before - start + a->fresh, saved;

	if (fresh >= a->saved) {
		a->saved = fresh;
		a->start = start;
	}
	saved = a->saved + at;
	if (saved > step->saved ||
	    (saved == step->saved && is_simpler(t, a, step)))
		*step = (struct step){(uint32_t)saved, a->candidate, a->start};
}

/* The candidates that hold `at`, where nothing happens to any. */
static inline void
consider_plain(const struct task *t, uint32_t at, struct step *step)
{
	for (size_t i = 0; i < t->active; i++)
		consider(t, &t->cover->active[i], at, step);
}

/* The candidates that hold `at`; drops those that end. */
static void
consider_active(struct task *t, uint32_t at, struct step *step)
{
	struct active *active = t->cover->active;

	t->event = t->to;
	for (size_t i = 0; i < t->active;) {
		struct active *a = &active[i];

		if (at >= a->event)
			move_on(a, at);
		consider(t, a, at, step);
		if (at == a->end) {
			*a = active[--t->active];
			continue;
		}
		t->event = a->event < t->event ? a->event : t->event;
		i++;
	}
}

/* A candidate that is ready at `at`. */
static int
consider_ready(struct task *t, const struct ready *r, struct step *step)
{
	struct cover *c = t->cover;
	struct active a = make_active(t, r), *grown;

	consider(t, &a, r->at, step);
	if (r->at == a.end)
		return 0;
	grown =
	    array_grow(c->active, &c->active_cap, t->active + 1, sizeof *grown);
	if (!grown)
		return -1;
	c->active = grown;
	c->active[t->active++] = a;
	t->event = a.event < t->event ? a.event : t->event;
	return 0;
}

static int
compare_ready(const void *a, const void *b)
{
	const struct ready *x = a, *y = b;

	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	return (x->candidate > y->candidate) - (x->candidate < y->candidate);
}

/* When each candidate is ready, in order. */
static int
sort_ready(struct cover *c, const struct candidate *all, size_t n)
{
	struct ready *grown =
	    array_grow(c->ready, &c->ready_cap, n + 1, sizeof *grown);

	if (!grown)
		return -1;
	c->ready = grown;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t period = c->chains->chain[all[i].chain].period;

		grown[i] = (struct ready){
		    all[i].start + (uint32_t)c->reps * period, i};
	}
	if (n)
		qsort(grown, n, sizeof *grown, compare_ready);
	return 0;
}

int
cover_find(struct cover *c, uint32_t from, uint32_t to,
    const struct candidate *all, size_t n, uint32_t *saved)
{
	struct task t = {c, from, to, all, 0, to};
	const struct ready *next, *end;

	if (sort_ready(c, all, n))
		return -1;
	next = c->ready;
	end = next + n;
	c->best[0] = (struct step){0, NONE, 0};
	for (uint32_t at = from + 1; at <= to; at++) {
		struct step *step;

		if (next < end && next->at < t.event)
			t.event = next->at;
		for (; at < t.event; at++)
			consider_plain(&t, at, begin_step(&t, at));
		step = begin_step(&t, at);
		consider_active(&t, at, step);
		for (; next < end && next->at == at; next++)
			if (consider_ready(&t, next, step))
				return -1;
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

static size_t
count_pieces(const struct cover *c, uint32_t from, uint32_t at)
{
	const struct step *s;
	size_t n = 0;

	for (; (s = last_piece(c, from, &at))->candidate != NONE; n++)
		at = s->start;
	return n;
}

struct piece *
cover_pieces(const struct cover *c, uint32_t from, uint32_t to,
    const struct candidate *all, size_t *n)
{
	size_t left = *n = count_pieces(c, from, to);
	struct piece *piece = malloc((left + 1) * sizeof *piece);
	uint32_t at = to;

	while (piece && left-- > 0) {
		const struct step *s = last_piece(c, from, &at);
		const struct candidate *d = &all[s->candidate];

		piece[left] =
		    (struct piece){s->start, at, d->start, d->end, d->chain};
		at = s->start;
	}
	return piece;
}
