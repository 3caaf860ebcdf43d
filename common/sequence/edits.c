/*
 * reach[d][k] is how far the root gets on diagonal k (repeat less root) with d
 * differences. Row d has the diagonals -d to d, and starts at d * d: the rows
 * before it have 1 + 3 + ... + (2d - 1) entries.
 */
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/sequence/edits.h"

enum { NEVER = INT32_MIN / 2 };

struct problem {
	const struct text *text;
	size_t root, repeat; /* where to begin */
	int32_t n, m;
	int32_t *reach;
};

void
edits_free(struct edits *a)
{
	free(a->reach);
	*a = (struct edits){0};
}

static int32_t
reach_of(const struct problem *p, int32_t d, int32_t k)
{
	return k < -d || k > d ? NEVER : p->reach[(size_t)d * d + (k + d)];
}

/* A place in the root, or NEVER if it or that in the repeat is not there. */
static int32_t
valid(const struct problem *p, int32_t i, int32_t k)
{
	return i < 0 || i + k < 0 || i > p->n || i + k > p->m ? NEVER : i;
}

static int32_t
max(int32_t a, int32_t b)
{
	return a > b ? a : b;
}

/*
 * How far one more difference leads on a diagonal, without what is equal then.
 */
static int32_t
step_to(const struct problem *p, int32_t d, int32_t k)
{
	int32_t replaced, inserted, deleted;

	if (d == 0)
		return 0;
	replaced = valid(p, reach_of(p, d - 1, k) + 1, k);
	inserted = valid(p, reach_of(p, d - 1, k - 1), k);
	deleted = valid(p, reach_of(p, d - 1, k + 1) + 1, k);
	return max(replaced, max(inserted, deleted));
}

/* How many symbols after the first i of the root equal those after i + k. */
static int32_t
equal_from(const struct problem *p, int32_t i, int32_t k)
{
	size_t a = (size_t)i, b = (size_t)i + (size_t)k;
	size_t room_a = (size_t)p->n - a, room_b = (size_t)p->m - b;

	return (int32_t)text_ahead(p->text, p->root + a, p->repeat + b,
	    room_a < room_b ? room_a : room_b);
}

/* Fills row d, for which it makes room. */
static void
fill_row(struct edits *a, struct problem *p, int32_t d)
{
	size_t side = (size_t)d + 1, entries = side * side;

	ARRAY_RESERVE(a->reach, &a->reach_cap, entries);
	p->reach = a->reach;
	for (int32_t k = -d; k <= d; k++) {
		int32_t i = step_to(p, d, k);

		if (i != NEVER)
			i += equal_from(p, i, k);
		p->reach[(size_t)d * d + (k + d)] = i;
	}
}

/* From the end back: what was equal after each difference. */
static void
trace_back(const struct problem *p, int32_t d, uint32_t *place)
{
	int32_t k = p->m - p->n, i = p->n;

	for (;; d--) {
		int32_t start = step_to(p, d, k);

		while (i > start) {
			i--;
			place[i] = (uint32_t)(i + k);
		}
		if (d == 0)
			return;
		if (reach_of(p, d - 1, k - 1) == start)
			k--;
		else if (reach_of(p, d - 1, k + 1) + 1 == start) {
			place[--i] = EDITS_NONE;
			k++;
		} else
			place[--i] = EDITS_NONE;
	}
}

int
edits_find(struct edits *a, const struct text *text, size_t root, size_t n,
    size_t repeat, size_t m, uint32_t most, uint32_t *place)
{
	struct problem p = {text, root, repeat, (int32_t)n, (int32_t)m, NULL};

	most = most < EDITS_MOST ? most : EDITS_MOST;
	if (n > m + most || m > n + most)
		return 0;
	for (int32_t d = 0; d <= (int32_t)most; d++) {
		fill_row(a, &p, d);
		if (reach_of(&p, d, p.m - p.n) == p.n) {
			trace_back(&p, d, place);
			return 1;
		}
	}
	return 0;
}
