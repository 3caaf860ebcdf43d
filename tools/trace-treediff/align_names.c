#include <stdbool.h>
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "tools/trace-treediff/align_names.h"

/* A part of both sequences that is still to be aligned. */
struct box {
	size_t a, a_end, b, b_end;
};

struct boxes {
	struct box *box;
	size_t n, cap;
};

/* The search from both ends; diagonals are numbered x - y. */
struct search {
	const uint32_t *a, *b;
	int64_t n, m;
	int64_t *forward, *backward; /* by diagonal: how far x came */
	int64_t x, y;                /* where the part is divided */
};

static int64_t
step(const int64_t *v, int64_t k, int64_t d)
{
	if (k == -d || (k != d && v[k - 1] < v[k + 1]))
		return v[k + 1];
	return v[k - 1] + 1;
}

static bool
search_forward(struct search *s, int64_t d)
{
	int64_t delta = s->n - s->m;

	for (int64_t k = -d; k <= d; k += 2) {
		int64_t x = step(s->forward, k, d), y = x - k;

		while (x >= 0 && y >= 0 && x < s->n && y < s->m &&
		    s->a[x] == s->b[y])
			x++, y++;
		s->forward[k] = x;
		if (x > s->n || y > s->m || y < 0)
			continue;
		if ((delta & 1) && k >= delta - d + 1 && k <= delta + d - 1 &&
		    x + s->backward[delta - k] >= s->n) {
			s->x = x;
			s->y = y;
			return true;
		}
	}
	return false;
}

static bool
search_backward(struct search *s, int64_t d)
{
	int64_t delta = s->n - s->m;

	for (int64_t k = -d; k <= d; k += 2) {
		int64_t x = step(s->backward, k, d), y = x - k;

		while (x >= 0 && y >= 0 && x < s->n && y < s->m &&
		    s->a[s->n - 1 - x] == s->b[s->m - 1 - y])
			x++, y++;
		s->backward[k] = x;
		if (x > s->n || y > s->m || y < 0)
			continue;
		if (!(delta & 1) && delta - k >= -d && delta - k <= d &&
		    x + s->forward[delta - k] >= s->n) {
			s->x = s->n - x;
			s->y = s->m - y;
			return true;
		}
	}
	return false;
}

/* Where the forward search came furthest. */
static void
give_up(struct search *s, int64_t d)
{
	s->x = s->y = 0;
	for (int64_t k = -d; k <= d; k += 2) {
		int64_t x = s->forward[k], y = x - k;

		if (x <= s->n && y >= 0 && y <= s->m && x + y > s->x + s->y) {
			s->x = x;
			s->y = y;
		}
	}
}

static void
divide(struct search *s)
{
	s->forward[1] = s->backward[1] = 0;
	for (int64_t d = 0; d <= ALIGN_EFFORT; d++)
		if (search_forward(s, d) || search_backward(s, d))
			return;
	give_up(s, ALIGN_EFFORT);
}

/* Matches what both ends have in common, and takes it off. */
static void
strip(struct box *box, const uint32_t *a, const uint32_t *b, uint32_t *to)
{
	while (box->a < box->a_end && box->b < box->b_end &&
	    a[box->a] == b[box->b])
		to[box->a++] = (uint32_t)box->b++;
	while (box->a < box->a_end && box->b < box->b_end &&
	    a[box->a_end - 1] == b[box->b_end - 1])
		to[--box->a_end] = (uint32_t)--box->b_end;
}

/* Aligns one part, or leaves two smaller ones. */
static int
align_box(struct boxes *all, struct search *s, const uint32_t *a,
    const uint32_t *b, uint32_t *to)
{
	struct box box = all->box[--all->n], first;

	strip(&box, a, b, to);
	if (box.a == box.a_end || box.b == box.b_end)
		return 0;
	s->a = a + box.a;
	s->b = b + box.b;
	s->n = (int64_t)(box.a_end - box.a);
	s->m = (int64_t)(box.b_end - box.b);
	divide(s);
	if ((s->x == 0 && s->y == 0) || (s->x == s->n && s->y == s->m))
		return 0;
	first = (struct box){
	    box.a, box.a + (size_t)s->x, box.b, box.b + (size_t)s->y};
	box.a = first.a_end;
	box.b = first.b_end;
	if (ARRAY_PUSH(all->box, all->n, &all->cap, first))
		return -1;
	return ARRAY_PUSH(all->box, all->n, &all->cap, box);
}

int
align_names(
    const uint32_t *a, size_t n, const uint32_t *b, size_t m, uint32_t *to)
{
	enum { DIAGONALS = ALIGN_EFFORT + 2 };
	int64_t *room = calloc(4 * DIAGONALS + 2, sizeof *room);
	struct search s = {
	    .forward = room + DIAGONALS, .backward = room + 3 * DIAGONALS + 1};
	struct boxes all = {0};
	int rc = room ? 0 : -1;

	for (size_t i = 0; i < n; i++)
		to[i] = ALIGN_NONE;
	if (rc == 0)
		rc = ARRAY_PUSH(
		    all.box, all.n, &all.cap, (struct box){0, n, 0, m});
	while (rc == 0 && all.n)
		rc = align_box(&all, &s, a, b, to);
	free(all.box);
	free(room);
	return rc;
}

/* One row of the table of distances after another; which are left by a step. */
static void
fill_table(const uint32_t *a, size_t n, const uint32_t *b, size_t m,
    uint32_t *row, unsigned char *deleted)
{
	for (size_t j = 0; j <= m; j++)
		row[j] = (uint32_t)j;
	for (size_t i = 1; i <= n; i++) {
		uint32_t diagonal = row[0];

		row[0] = (uint32_t)i;
		for (size_t j = 1; j <= m; j++) {
			uint32_t above = row[j], best = above + 1;

			if (row[j - 1] + 1 < best)
				best = row[j - 1] + 1;
			if (diagonal + (a[i - 1] != b[j - 1]) < best)
				best = diagonal + (a[i - 1] != b[j - 1]);
			if (best == above + 1) {
				size_t bit = (i - 1) * m + j - 1;

				deleted[bit / 8] |=
				    (unsigned char)(1u << bit % 8);
			}
			diagonal = above;
			row[j] = best;
		}
	}
}

static void
trace_back(const uint32_t *a, size_t n, const uint32_t *b, size_t m,
    const unsigned char *deleted, uint32_t *to)
{
	size_t i = n, j = m;

	while (i && j) {
		size_t bit = (i - 1) * m + j - 1;

		if (a[i - 1] == b[j - 1])
			to[--i] = (uint32_t)--j;
		else if (deleted[bit / 8] >> bit % 8 & 1)
			i--;
		else
			j--;
	}
}

int
align_names_reference(
    const uint32_t *a, size_t n, const uint32_t *b, size_t m, uint32_t *to)
{
	uint32_t *row;
	unsigned char *deleted;
	int rc = -1;

	for (size_t i = 0; i < n; i++)
		to[i] = ALIGN_NONE;
	if (n && m > SIZE_MAX / 8 / n)
		return -1;
	row = malloc((m + 1) * sizeof *row);
	deleted = calloc(n * m / 8 + 1, 1);
	if (row && deleted) {
		fill_table(a, n, b, m, row, deleted);
		trace_back(a, n, b, m, deleted, to);
		rc = 0;
	}
	free(row);
	free(deleted);
	return rc;
}
