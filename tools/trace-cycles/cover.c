/*
 * At position i a candidate of period p can end a piece in two ways: by one
 * more period behind a piece of its own that ended at i - p, or by `reps`
 * periods fresh behind the best cover of what is before them. The former needs
 * the last p answers of each candidate, kept in a ring. So the time is the sum
 * of the candidates' lengths, which for the runs of a text is O(n log n).
 */
#include <stdlib.h>

#include "common/buf.h"
#include "tools/trace-cycles/cover.h"

/* The best cover of a prefix: what it saves, and the piece that ends it. */
struct step {
	uint32_t saved;
	uint32_t candidate; /* NONE: the last symbol is not covered */
	uint32_t reps;
};

struct last {
	int64_t saved;
	uint32_t reps;
};

/* A candidate that holds the current position. */
struct active {
	uint32_t candidate;
	uint32_t slot; /* of the current position in the ring */
	struct last *ring;
};

#define NONE UINT32_MAX

int
cover_init(struct cover *c, size_t length, size_t reps)
{
	*c = (struct cover){.reps = reps};
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
activate(struct cover *c, size_t *n, uint32_t number, uint32_t period)
{
	struct active *grown =
	    array_grow(c->active, &c->active_cap, *n + 1, sizeof *grown);
	struct active a = {number, 0, NULL};

	if (!grown)
		return -1;
	c->active = grown;
	a.ring = malloc(period * sizeof *a.ring);
	if (!a.ring)
		return -1;
	for (uint32_t i = 0; i < period; i++)
		a.ring[i] = (struct last){INT64_MIN / 2, 0};
	c->active[(*n)++] = a;
	return 0;
}

/* The best piece of a candidate that ends at `at`, which is in its range. */
static struct last
end_piece(const struct cover *c, uint32_t from, uint32_t at,
    const struct candidate *d, struct active *a)
{
	uint32_t fewest = (uint32_t)c->reps * d->period;
	struct last *last = &a->ring[a->slot];
	int64_t fresh = (int64_t)c->best[at - fewest - from].saved + fewest -
	    d->period + d->inside - COVER_PRICE;

	last->saved += d->period;
	last->reps++;
	if (fresh > last->saved)
		*last = (struct last){fresh, (uint32_t)c->reps};
	a->slot = a->slot + 1 == d->period ? 0 : a->slot + 1;
	return *last;
}

/* Whether a piece beats the best so far: more, then earlier, then shorter. */
static int
is_better(struct last new, const struct candidate *d, const struct step *old,
    const struct candidate *all)
{
	uint32_t old_length;

	if (new.saved != old->saved)
		return new.saved > old->saved;
	if (old->candidate == NONE)
		return 0;
	old_length = old->reps * all[old->candidate].period;
	if (new.reps * d->period != old_length)
		return new.reps * d->period > old_length;
	return d->period < all[old->candidate].period;
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
		const struct candidate *d = &all[a->candidate];

		if (at - d->start >= c->reps * d->period) {
			struct last new = end_piece(c, from, at, d, a);

			if (is_better(new, d, &step, all))
				step = (struct step){(uint32_t) new.saved,
				    a->candidate, new.reps};
		}
		if (at == d->end)
			free(a->ring);
		else
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
	int rc = 0;

	c->best[0] = (struct step){0, NONE, 0};
	for (uint32_t at = from; at < to && rc == 0;) {
		for (; next < n && all[next].start == at && rc == 0; next++)
			rc = activate(
			    c, &active, (uint32_t)next, all[next].period);
		if (rc == 0)
			take_step(c, from, ++at, all, &active);
	}
	*saved = rc == 0 ? c->best[to - from].saved : 0;
	for (size_t i = 0; i < active; i++)
		free(c->active[i].ring);
	return rc;
}

size_t
cover_pieces(const struct cover *c, uint32_t from, uint32_t to,
    const struct candidate *all, struct piece *piece, size_t most)
{
	size_t n = 0, left;
	uint32_t at;

	for (at = to; at > from;) {
		const struct step *s = &c->best[at - from];

		n += s->candidate != NONE;
		at -= s->candidate == NONE ? 1
					   : s->reps * all[s->candidate].period;
	}
	left = n;
	for (at = to; at > from;) {
		const struct step *s = &c->best[at - from];
		const struct candidate *d;

		if (s->candidate == NONE) {
			at--;
			continue;
		}
		d = &all[s->candidate];
		at -= s->reps * d->period;
		if (--left < most)
			piece[left] =
			    (struct piece){at, d->period, s->reps, d->run};
	}
	return n;
}
