#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-align/runs.h"

bool
runs_alone(const struct pair *p)
{
	return !pair_has_both(p) && !p->twin && !pair_row(p)->few;
}

bool
runs_same_operator(const struct pair *p, const struct pair *q)
{
	return !p->op || !q->op || p->op == q->op;
}

const struct ops *
runs_ops(const struct runs *r, const struct row *row)
{
	return likeness_ops(r->names, row->name);
}

/* Returns how many there are. */
static size_t
number_runs(struct pair *p, size_t rows)
{
	bool open = false, begins = false, pairs = false;
	size_t n = 0;

	for (size_t i = 0; i < rows; i++) {
		if (runs_alone(&p[i])) {
			if (!open)
				n++;
			open = true;
			begins |= !pairs;
			p[i].group = n;
		} else if (pair_has_both(&p[i])) {
			open = false;
			pairs = true;
		}
	}
	if (!open || !begins || n < 2)
		return n;
	for (size_t i = 0; i < rows; i++)
		if (p[i].group == n)
			p[i].group = 1;
	return n - 1;
}

/* Finds the pairs around each run, which are the same for its parts. */
static void
find_neighbours(struct runs *l)
{
	size_t first = NO_ROW, last = NO_ROW, open = 0;

	for (size_t g = 1; g <= l->n; g++)
		l->run[g].before = l->run[g].after = NO_ROW;
	for (size_t i = 0; i < l->rows; i++) {
		if (pair_has_both(&l->p[i])) {
			if (open && l->run[open].after == NO_ROW)
				l->run[open].after = i;
			first = first == NO_ROW ? i : first;
			last = i;
			open = 0;
		} else if (l->p[i].group) {
			open = l->p[i].group;
			if (l->run[open].before == NO_ROW)
				l->run[open].before = last;
		}
	}
	for (size_t g = 1; g <= l->n; g++) {
		if (l->run[g].before == NO_ROW)
			l->run[g].before = last;
		if (l->run[g].after == NO_ROW)
			l->run[g].after = first;
	}
}

/* --- along the ring --- */

static bool
has_kernel(const struct pair *p, bool of_a)
{
	return of_a ? p->a != NULL : p->b != NULL;
}

/* For each row the next one of a side; twice round, for the ring has no end. */
static void
link_rows(struct runs *r, bool of_a, bool back)
{
	size_t *next = xcalloc(r->rows + 1, sizeof *next);
	size_t last = NO_ROW;

	r->of_side[of_a][back] = next;
	for (size_t k = 0; k < 2 * r->rows; k++) {
		size_t i = k % r->rows;

		if (!back)
			i = r->rows - 1 - i;
		next[i] = last;
		if (has_kernel(&r->p[i], of_a))
			last = i;
	}
}

size_t
runs_next(const struct runs *r, size_t row, bool of_a, bool back)
{
	return r->of_side[of_a][back][row];
}

static void
link_all(struct runs *r)
{
	for (size_t i = 0; i < r->rows; i++) {
		r->count[false] += has_kernel(&r->p[i], false);
		r->count[true] += has_kernel(&r->p[i], true);
	}
	for (int i = 0; i < 4; i++)
		link_rows(r, i & 1, i & 2);
}

void
runs_open(
    struct runs *r, struct pair *p, size_t rows, const struct likeness *names)
{
	*r = (struct runs){.p = p, .rows = rows, .names = names};
	r->n = number_runs(p, rows);
	r->run = xcalloc(r->n + 1, sizeof *r->run);
	link_all(r);
	find_neighbours(r);
}

void
runs_close(struct runs *r)
{
	free(r->run);
	for (int i = 0; i < 4; i++)
		free(r->of_side[i & 1][i >> 1]);
}
