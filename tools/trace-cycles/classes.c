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
room_of(const struct piece *piece, size_t n, size_t i, const struct run *run,
    uint32_t from, uint32_t to)
{
	const struct run *r = &run[piece[i].run];
	struct room room = {from, to};

	if (i > 0)
		room.from = piece[i - 1].start +
		    piece[i - 1].reps * piece[i - 1].period;
	if (i + 1 < n)
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

static int
align_class(struct classes *c, const struct run *run, struct room whole,
    struct piece *piece, size_t n, struct list list)
{
	uint32_t period = piece[list.first].period, start, phase;
	int32_t *gain =
	    array_grow(c->gain, &c->gain_cap, period + 1u, sizeof *gain);

	if (!gain)
		return -1;
	c->gain = gain;
	memset(gain, 0, (period + 1u) * sizeof *gain);
	for (size_t i = list.first; i < n; i = list.next[i]) {
		struct room room =
		    room_of(piece, n, i, run, whole.from, whole.to);

		favour(gain, period, phase_of(room.from, c->least[i], period),
		    (room.to - room.from) % period);
	}
	start = phase_of(piece[list.first].start, c->least[list.first], period);
	phase = best_phase(gain, period, start);
	for (size_t i = list.first; i < n; i = list.next[i]) {
		struct room room =
		    room_of(piece, n, i, run, whole.from, whole.to);
		uint32_t here = phase_of(room.from, c->least[i], period);

		piece[i].start = room.from +
		    (phase >= here ? phase - here : phase + period - here);
		piece[i].reps = (room.to - piece[i].start) / period;
	}
	return 0;
}

int
classes_align(struct classes *c, const struct run *run, uint32_t from,
    uint32_t to, struct piece *piece, const uint32_t *class, size_t n)
{
	size_t *first = malloc((n + 1) * sizeof *first);
	size_t *next = malloc((n + 1) * sizeof *next);
	int rc = first && next ? 0 : -1;

	for (size_t i = 0; i < n && rc == 0; i++)
		first[i] = n;
	for (size_t i = n; i-- > 0 && rc == 0;) {
		next[i] = first[class[i]];
		first[class[i]] = i;
	}
	for (size_t k = 0; k < n && rc == 0; k++)
		if (first[k] < n)
			rc = align_class(c, run, (struct room){from, to}, piece,
			    n, (struct list){first[k], next});
	free(first);
	free(next);
	return rc;
}
