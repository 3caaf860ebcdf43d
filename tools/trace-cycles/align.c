/*
 * reach[d][k] is how far the root gets on diagonal k (repeat less root) with d
 * differences. Row d has the diagonals -d to d, and starts at d * d: the rows
 * before it have 1 + 3 + ... + (2d - 1) entries.
 */
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "tools/trace-cycles/align.h"

enum {
	NEVER = INT32_MIN / 2,
	WORTH = 2 /* symbols that must fit behind a difference: COVER_FAULT */
};

struct problem {
	const struct text *text;
	size_t root, repeat; /* where to begin */
	int32_t n, m;
	bool back; /* from there backwards */
	int32_t *reach;
};

void
align_free(struct aligner *a)
{
	free(a->reach);
	*a = (struct aligner){0};
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

/* How many symbols are equal behind the first i of the root, i + k of both. */
static int32_t
equal_from(const struct problem *p, int32_t i, int32_t k)
{
	int32_t j = i + k;
	size_t a = (size_t)i, b = (size_t)j;
	size_t room_a = (size_t)p->n - a, room_b = (size_t)p->m - b;
	size_t room = room_a < room_b ? room_a : room_b, same;

	if (p->back)
		same = text_behind(p->text, p->root - a, p->repeat - b, room);
	else
		same = text_ahead(p->text, p->root + a, p->repeat + b);
	return (int32_t)(same < room ? same : room);
}

/* Fills row d, for which it makes room. Returns 0, or -1: no memory. */
static int
fill_row(struct aligner *a, struct problem *p, int32_t d)
{
	size_t side = (size_t)d + 1, entries = side * side;
	int32_t *grown =
	    array_grow(a->reach, &a->reach_cap, entries, sizeof *grown);

	if (!grown)
		return -1;
	a->reach = p->reach = grown;
	for (int32_t k = -d; k <= d; k++) {
		int32_t i = step_to(p, d, k);

		if (i != NEVER)
			i += equal_from(p, i, k);
		p->reach[(size_t)d * d + (k + d)] = i;
	}
	return 0;
}

/* From the end back: what was equal behind each difference. */
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
		if (reach_of(p, d - 1, k) + 1 == start)
			place[--i] = ALIGN_NONE;
		else if (reach_of(p, d - 1, k - 1) == start)
			k--;
		else {
			place[--i] = ALIGN_NONE;
			k++;
		}
	}
}

int
align_find(struct aligner *a, const struct text *text, size_t root, size_t n,
    size_t repeat, size_t m, uint32_t *place)
{
	struct problem p = {
	    text, root, repeat, (int32_t)n, (int32_t)m, false, NULL};

	if (n > m + ALIGN_MOST || m > n + ALIGN_MOST)
		return 0;
	for (int32_t d = 0; d <= ALIGN_MOST; d++) {
		if (fill_row(a, &p, d))
			return -1;
		if (reach_of(&p, d, p.m - p.n) == p.n) {
			trace_back(&p, d, place);
			return 1;
		}
	}
	return 0;
}

/*
 * How well the next root fits beside a repeat of m symbols; where there is no
 * room for it, it need not.
 */
static size_t
fit_beside(const struct problem *p, int32_t m)
{
	size_t n = (size_t)p->n, same;

	if (m == p->m)
		return n;
	if (p->back)
		return text_behind(p->text, p->root, p->repeat - (size_t)m, n);
	same = text_ahead(p->text, p->root, p->repeat + (size_t)m);
	return same < n ? same : n;
}

/* The best length of a repeat with d differences; -1 if there is none. */
static int32_t
best_length(const struct problem *p, int32_t d)
{
	int32_t best = -1;
	size_t most = 0;

	for (int32_t k = -d; k <= d; k++) {
		size_t fits;

		if (reach_of(p, d, k) != p->n)
			continue;
		fits = fit_beside(p, p->n + k);
		if (best < 0 || fits > most ||
		    (fits == most && abs(k) < abs(best - p->n))) {
			best = p->n + k;
			most = fits;
		}
	}
	return best;
}

static struct problem
problem_of(const struct align_task *t)
{
	return (struct problem){t->text, t->back ? t->root.end : t->root.start,
	    t->back ? t->to : t->from, (int32_t)(t->root.end - t->root.start),
	    (int32_t)(t->to - t->from), t->back, NULL};
}

int64_t
align_next(struct aligner *a, const struct align_task *t, struct repeat *out)
{
	struct problem p = problem_of(t);

	for (int32_t d = 0; d <= (int32_t)t->most; d++) {
		int32_t length;

		if (fill_row(a, &p, d))
			return -2;
		length = best_length(&p, d);
		if (length < 0)
			continue;
		*out = (struct repeat){t->from, t->from + (uint32_t)length};
		if (t->back)
			*out = (struct repeat){t->to - (uint32_t)length, t->to};
		return d;
	}
	return -1;
}

/* How far the root gets with d differences, on any diagonal. */
static int32_t
furthest(const struct problem *p, int32_t d)
{
	int32_t most = 0;

	for (int32_t k = -d; k <= d; k++)
		most = max(most, reach_of(p, d, k));
	return most;
}

int64_t
align_part(struct aligner *a, const struct align_task *t)
{
	struct problem p = problem_of(t);
	int32_t best = 0, score = 0;

	for (int32_t d = 0; d <= (int32_t)t->most; d++) {
		int32_t far;

		if (fill_row(a, &p, d))
			return -1;
		far = furthest(&p, d);
		if (d == 0 || far - WORTH * d > score) {
			best = far;
			score = far - WORTH * d;
		}
	}
	return best;
}
