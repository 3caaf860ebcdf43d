#include <stdlib.h>

#include "tools/trace-align/runs.h"

bool
runs_alone(const struct pair *p)
{
	return !pair_has_both(p) && !p->twin && !p->outside;
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

int
runs_open(
    struct runs *r, struct pair *p, size_t rows, const struct likeness *names)
{
	*r = (struct runs){.p = p, .rows = rows, .names = names};
	r->n = number_runs(p, rows);
	r->run = calloc(r->n + 1, sizeof *r->run);
	if (!r->run)
		return -1;
	find_neighbours(r);
	return 0;
}

void
runs_close(struct runs *r)
{
	free(r->run);
}
