#include <stdlib.h>
#include <string.h>

#include "common/buf.h"
#include "common/pool.h"
#include "tools/trace-cycles/classes.h"

void
classes_free(struct classes *c)
{
	free(c->rotated);
	free(c->least);
	free(c->gain);
	*c = (struct classes){0};
}

/*
 * Two rotations race; the one that loses at its k-th symbol loses at every
 * start up to there, so all of these are skipped (Shiloach, "Fast canonization
 * of circular strings", Journal of Algorithms 2, 1981). Linear.
 */
size_t
classes_least_rotation(const uint32_t *s, size_t n)
{
	size_t i = 0, j = 1, k = 0;

	while (i < n && j < n && k < n) {
		uint32_t a = s[(i + k) % n], b = s[(j + k) % n];

		if (a == b) {
			k++;
			continue;
		}
		if (a > b)
			i += k + 1;
		else
			j += k + 1;
		j += i == j;
		k = 0;
	}
	return i < j ? i : j;
}

/* The class of one piece: the number of its least rotation in the pool. */
static uint32_t
name_piece(struct classes *c, struct pool *pool, const uint32_t *symbol,
    struct piece p, uint32_t *least)
{
	const uint32_t *root = symbol + p.start;
	size_t first = classes_least_rotation(root, p.period);
	size_t rest = p.period - first;
	uint32_t *grown =
	    array_grow(c->rotated, &c->rotated_cap, p.period, sizeof *grown);

	if (!grown)
		return POOL_NONE;
	c->rotated = grown;
	memcpy(grown, root + first, rest * sizeof *grown);
	memcpy(grown + rest, root, first * sizeof *grown);
	*least = p.start + (uint32_t)first;
	return pool_add(
	    pool, (struct span){(char *)grown, p.period * sizeof *grown});
}

int
classes_name(struct classes *c, const uint32_t *symbol,
    const struct piece *piece, size_t n, uint32_t *class)
{
	struct pool *pool = pool_new();
	uint32_t *grown = array_grow(c->least, &c->least_cap, n, sizeof *grown);
	int rc = pool && grown ? 0 : -1;

	c->least = grown ? grown : c->least;
	for (size_t i = 0; i < n && rc == 0; i++) {
		class[i] = name_piece(c, pool, symbol, piece[i], &c->least[i]);
		rc = class[i] == POOL_NONE ? -1 : 0;
	}
	pool_free(pool);
	return rc;
}

/* How far `at` is behind the last start of a least rotation. */
static uint32_t
phase_of(uint32_t at, uint32_t least, uint32_t period)
{
	return (at % period + (period - least % period)) % period;
}

/* Where a piece may lie: in its run, between its neighbours. */
struct room {
	uint32_t from, to;
};

static struct room
room_of(const struct alignment *a, size_t i)
{
	const struct piece *piece = a->piece;
	const struct run *r = &a->run[piece[i].run];
	struct room room = {a->from, a->to};

	if (i > 0)
		room.from = piece[i - 1].end;
	if (i + 1 < a->n)
		room.to = piece[i + 1].start;
	room.from = r->start > room.from ? r->start : room.from;
	room.to = r->end < room.to ? r->end : room.to;
	return room;
}

/* Adds one to gain[first .. first + width], around the period. */
static void
favour(int32_t *gain, uint32_t period, uint32_t first, uint32_t width)
{
	uint32_t end = first + width + 1;

	gain[first]++;
	gain[end < period ? end : period]--;
	if (end > period) {
		gain[0]++;
		gain[end - period]--;
	}
}

/* The phase favoured most; of equal ones the first at or behind `from`. */
static uint32_t
best_phase(int32_t *gain, uint32_t period, uint32_t from)
{
	int32_t most = INT32_MIN;
	uint32_t best = 0;

	for (uint32_t i = 1; i < period; i++)
		gain[i] += gain[i - 1];
	for (uint32_t k = 0; k < period; k++) {
		uint32_t i = from + k < period ? from + k : from + k - period;

		if (gain[i] > most) {
			most = gain[i];
			best = i;
		}
	}
	return best;
}

/* The pieces of one class are a list: `first`, then next[first] ... */
struct list {
	size_t first;
	const size_t *next;
};

/* Shares the rooms of the list's pieces out: which phase gives most repeats. */
static uint32_t
choose_phase(struct classes *c, const struct alignment *a, struct list list)
{
	uint32_t period = a->piece[list.first].period;
	uint32_t start = room_of(a, list.first).from;

	memset(c->gain, 0, (period + 1u) * sizeof *c->gain);
	for (size_t i = list.first; i < a->n; i = list.next[i]) {
		struct room room = room_of(a, i);

		favour(c->gain, period,
		    phase_of(room.from, c->least[i], period),
		    (room.to - room.from) % period);
	}
	return best_phase(
	    c->gain, period, phase_of(start, c->least[list.first], period));
}

/* Moves the pieces of one class; returns how far all could move on. */
static uint32_t
align_class(struct classes *c, const struct alignment *a, struct list list)
{
	uint32_t period = a->piece[list.first].period, slack = period;
	uint32_t phase = choose_phase(c, a, list);

	for (size_t i = list.first; i < a->n; i = list.next[i]) {
		struct room room = room_of(a, i);
		struct piece *p = &a->piece[i];
		uint32_t here = phase_of(room.from, c->least[i], period);

		p->start = room.from +
		    (phase >= here ? phase - here : phase + period - here);
		p->end = room.to - (room.to - p->start) % period;
		slack = room.to - p->end < slack ? room.to - p->end : slack;
	}
	return slack;
}

/* What is left of the pieces is whole periods. */
static uint32_t
cut_to_whole(struct piece *piece, size_t n)
{
	uint32_t longest = 0;

	for (size_t i = 0; i < n; i++) {
		struct piece *p = &piece[i];

		p->end -= (p->end - p->start) % p->period;
		longest = p->period > longest ? p->period : longest;
	}
	return longest;
}

int
classes_align(struct classes *c, const struct alignment *a,
    const uint32_t *class, uint32_t *slack)
{
	size_t *first = malloc((a->n + 1) * sizeof *first);
	size_t *next = malloc((a->n + 1) * sizeof *next);
	size_t longest = cut_to_whole(a->piece, a->n);
	int32_t *gain =
	    array_grow(c->gain, &c->gain_cap, longest + 1, sizeof *gain);
	int rc = first && next && gain ? 0 : -1;

	c->gain = gain ? gain : c->gain;
	for (size_t i = 0; i < a->n && rc == 0; i++)
		first[i] = a->n;
	for (size_t i = a->n; i-- > 0 && rc == 0;) {
		next[i] = first[class[i]];
		first[class[i]] = i;
	}
	for (size_t k = 0; k < a->n && rc == 0; k++)
		if (first[k] < a->n)
			slack[k] =
			    align_class(c, a, (struct list){first[k], next});
	free(first);
	free(next);
	return rc;
}
