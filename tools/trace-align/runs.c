#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-align/runs.h"

bool
runs_alone(const struct pair *p)
{
	return !pair_has_both(p) && !p->twin && !(p->a ? p->a : p->b)->few;
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

/* --- by operators --- */

struct member {
	size_t group, row;
	uint32_t op;
};

static int
compare_members(const void *pa, const void *pb)
{
	const struct member *a = pa, *b = pb;

	if (a->group != b->group)
		return a->group < b->group ? -1 : 1;
	if (a->op != b->op)
		return a->op < b->op ? -1 : 1;
	return (a->row > b->row) - (a->row < b->row);
}

static size_t
collect(const struct runs *r, struct member *m)
{
	bool known = false;
	size_t n = 0;

	for (size_t i = 0; i < r->rows; i++)
		if (r->p[i].group) {
			m[n++] = (struct member){r->p[i].group, i, r->p[i].op};
			known |= r->p[i].op > 0;
		}
	return known ? n : 0;
}

/* Rows m[0..n-1] of one run, and of one operator. */
struct block {
	const struct member *m;
	size_t n;
};

/* The rows from i on that are of the same run, and of the same operator. */
static struct block
find_block(const struct member *m, size_t n, size_t i, bool by_operator)
{
	size_t end = i + 1;

	while (end < n && m[end].group == m[i].group &&
	    (!by_operator || m[end].op == m[i].op))
		end++;
	return (struct block){m + i, end - i};
}

static bool
has_side(const struct runs *r, struct block b, bool of_a, bool unknown)
{
	for (size_t i = 0; i < b.n; i++)
		if ((r->p[b.m[i].row].a != NULL) == of_a &&
		    (!unknown || b.m[i].op == 0))
			return true;
	return false;
}

static bool
pair_is_of(const struct runs *r, size_t pair, uint32_t op)
{
	return pair != NO_ROW && r->p[pair].op == op;
}

/*
 * Do the rows of one operator stay in their run? Those of one side do if rows
 * of the other side, of operators that this one does not have, may be their
 * work, unless a pair beside the run is of their operator.
 */
static bool
stays(const struct runs *r, struct block run, struct block b)
{
	const struct run_of_rows *x = &r->run[b.m->group];
	bool a = has_side(r, b, true, false);

	if (b.m->op == 0)
		return true;
	if (a && has_side(r, b, false, false))
		return false;
	return has_side(r, run, !a, true) &&
	    !pair_is_of(r, x->before, b.m->op) &&
	    !pair_is_of(r, x->after, b.m->op);
}

/* Gives operators of a run a number of their own. */
static int
split(struct runs *r, const struct member *m, size_t n)
{
	size_t end = r->n + 1, cap = end;

	for (size_t i = 0; i < n;) {
		struct block run = find_block(m, n, i, false);
		struct block b;

		for (size_t k = 0; k < run.n; k += b.n) {
			b = find_block(run.m, run.n, k, true);
			if (stays(r, run, b))
				continue;
			for (size_t j = 0; j < b.n; j++)
				r->p[b.m[j].row].group = end;
			ARRAY_PUSH(r->run, end, &cap, r->run[b.m->group]);
		}
		i += run.n;
	}
	r->n = end - 1;
	return 0;
}

static int
split_runs(struct runs *r)
{
	struct member *m = xcalloc(r->rows + 1, sizeof *m);
	size_t n = m ? collect(r, m) : 0;
	int status = m ? 0 : -1;

	if (n > 0) {
		qsort(m, n, sizeof *m, compare_members);
		status = split(r, m, n);
	}
	free(m);
	return status;
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

int
runs_open(
    struct runs *r, struct pair *p, size_t rows, const struct likeness *names)
{
	*r = (struct runs){.p = p, .rows = rows, .names = names};
	r->n = number_runs(p, rows);
	r->run = xcalloc(r->n + 1, sizeof *r->run);
	link_all(r);
	find_neighbours(r);
	return split_runs(r);
}

void
runs_close(struct runs *r)
{
	free(r->run);
	for (int i = 0; i < 4; i++)
		free(r->of_side[i & 1][i >> 1]);
}
