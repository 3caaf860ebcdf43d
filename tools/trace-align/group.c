#include <stdbool.h>
#include <stdlib.h>

#include "tools/trace-align/group.h"
#include "tools/trace-align/words.h"

/* Which rows are alone between the same two pairs; runs count from 1. */
struct runs {
	size_t n;
	size_t *start;  /* run g is member[start[g]] to member[start[g+1]-1] */
	size_t *member; /* rows, run after run */
	size_t *before; /* the pair before run g on the ring, or NONE */
	size_t *after;
};

#define NONE SIZE_MAX

static bool
is_pair(const struct pair *p)
{
	return p->a && p->b;
}

/* Has it vanished or come, and not only moved, in the repeat compared? */
static bool
is_alone(const struct pair *p)
{
	return !is_pair(p) && !p->twin && !p->outside;
}

/*
 * Numbers the runs. Where the first and the last meet on the ring, they are
 * one. Returns how many there are.
 */
static size_t
number_runs(struct pair *p, size_t rows)
{
	bool open = false, begins = false, pairs = false;
	size_t n = 0;

	for (size_t i = 0; i < rows; i++) {
		if (is_alone(&p[i])) {
			if (!open)
				n++;
			open = true;
			begins |= !pairs;
			p[i].group = n;
		} else if (is_pair(&p[i])) {
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
find_neighbours(struct runs *r, const struct pair *p, size_t rows)
{
	size_t first = NONE, last = NONE, open = 0;

	for (size_t i = 0; i < rows; i++) {
		if (is_pair(&p[i])) {
			if (open && r->after[open] == NONE)
				r->after[open] = i;
			first = first == NONE ? i : first;
			last = i;
			open = 0;
		} else if (p[i].group) {
			open = p[i].group;
			if (r->before[open] == NONE)
				r->before[open] = last;
		}
	}
	for (size_t g = 1; g <= r->n; g++) {
		if (r->before[g] == NONE)
			r->before[g] = last;
		if (r->after[g] == NONE)
			r->after[g] = first;
	}
}

static void
list_members(struct runs *r, const struct pair *p, size_t rows)
{
	for (size_t i = 0; i < rows; i++)
		if (p[i].group)
			r->start[p[i].group]++;
	for (size_t g = 0; g <= r->n; g++)
		r->start[g + 1] += r->start[g];
	for (size_t i = rows; i-- > 0;)
		if (p[i].group)
			r->member[--r->start[p[i].group]] = i;
}

static int
runs_init(struct runs *r, struct pair *p, size_t rows)
{
	r->n = number_runs(p, rows);
	r->start = calloc(r->n + 2, sizeof *r->start);
	r->member = calloc(rows + 1, sizeof *r->member);
	r->before = malloc((r->n + 1) * sizeof *r->before);
	r->after = malloc((r->n + 1) * sizeof *r->after);
	if (!r->start || !r->member || !r->before || !r->after)
		return -1;
	for (size_t g = 1; g <= r->n; g++)
		r->before[g] = r->after[g] = NONE;
	find_neighbours(r, p, rows);
	list_members(r, p, rows);
	return 0;
}

static void
runs_free(struct runs *r)
{
	free(r->start);
	free(r->member);
	free(r->before);
	free(r->after);
}

/* --- groups --- */

static int
add_side(struct words *w, const struct pair *p, const struct row *r,
    const struct pool *names)
{
	return r ? words_add(w, pool_get(names, r->name), p->family) : 0;
}

struct ledger {
	struct pair *p;
	const struct pool *names;
	const struct runs *runs;
};

/* What the rows of the run say, one side and the other. */
static int
collect_words(
    const struct ledger *l, size_t g, struct words *a, struct words *b)
{
	for (size_t k = l->runs->start[g]; k < l->runs->start[g + 1]; k++) {
		const struct pair *p = &l->p[l->runs->member[k]];

		if (add_side(a, p, p->a, l->names) ||
		    add_side(b, p, p->b, l->names))
			return -1;
	}
	return 0;
}

/* Does a similar pair say that it belongs to the rows with these words? */
static bool
belongs(const struct ledger *l, size_t i, const struct words *a,
    const struct words *b)
{
	const struct pair *p = i == NONE ? NULL : &l->p[i];

	return p && p->match == SIMILAR && p->group == 0 &&
	    (words_explain(a, pool_get(l->names, p->b->name), p->family) ||
		words_explain(b, pool_get(l->names, p->a->name), p->family));
}

static void
count_row(struct group *sum, const struct ledger *l, const struct pair *p,
    const struct words *a, const struct words *b)
{
	if (p->a) {
		sum->a_rows++;
		sum->a_sum += p->a->sum;
		sum->explained +=
		    words_explain(b, pool_get(l->names, p->a->name), p->family);
	}
	if (p->b) {
		sum->b_rows++;
		sum->b_sum += p->b->sum;
		sum->explained +=
		    words_explain(a, pool_get(l->names, p->b->name), p->family);
	}
}

/* Completes the group of run g. */
static int
complete(const struct ledger *l, size_t g, struct words *a, struct words *b,
    struct group *sum)
{
	size_t pair = l->runs->before[g];

	if (collect_words(l, g, a, b))
		return -1;
	if (!belongs(l, pair, a, b))
		pair = l->runs->after[g];
	if (belongs(l, pair, a, b)) {
		struct pair *p = &l->p[pair];

		p->group = g;
		if (add_side(a, p, p->a, l->names) ||
		    add_side(b, p, p->b, l->names))
			return -1;
		count_row(sum, l, p, a, b);
	}
	for (size_t k = l->runs->start[g]; k < l->runs->start[g + 1]; k++)
		count_row(sum, l, &l->p[l->runs->member[k]], a, b);
	return 0;
}

static int
complete_all(const struct ledger *l, struct group *groups)
{
	int status = 0;

	for (size_t g = 1; status == 0 && g <= l->runs->n; g++) {
		struct words a, b;
		int no_a = words_init(&a), no_b = words_init(&b);

		status =
		    no_a || no_b ? -1 : complete(l, g, &a, &b, &groups[g - 1]);
		words_free(&a);
		words_free(&b);
	}
	return status;
}

struct group *
group_rows(struct pair *p, size_t rows, const struct pool *names, size_t *n)
{
	struct runs runs;
	struct ledger l = {p, names, &runs};
	int failed = runs_init(&runs, p, rows);
	struct group *groups = calloc(runs.n + 1, sizeof *groups);

	if (failed || !groups || complete_all(&l, groups)) {
		free(groups);
		groups = NULL;
	}
	*n = runs.n;
	runs_free(&runs);
	return groups;
}
