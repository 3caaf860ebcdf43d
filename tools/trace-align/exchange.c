#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/bytes/memory.h"
#include "tools/trace-align/exchange.h"
#include "tools/trace-align/ring.h"

/* A similar pair, by its names; or a row alone, by its name and 0. */
struct entry {
	uint32_t first, second, op;
	int64_t position; /* of both, the same when they are swapped */
	size_t place;     /* among the pairs */
};

struct table {
	struct entry *e;
	size_t n;
};

struct work {
	struct pair *p;
	size_t n;
	const uint32_t *name; /* numbers of exact names */
	struct table pairs, removed, added;
	struct entry *in_order; /* the pairs, by their positions */
	bool *taken, *divided;
};

static int
compare_names(const struct entry *a, const struct entry *b)
{
	if (a->first != b->first)
		return a->first < b->first ? -1 : 1;
	if (a->second != b->second)
		return a->second < b->second ? -1 : 1;
	return (a->op > b->op) - (a->op < b->op);
}

/*
 * From first to last: what is divided must not depend on which cycle is A, so
 * names do not decide.
 */
static int
compare_positions(const void *pa, const void *pb)
{
	const struct entry *a = pa, *b = pb;

	uint32_t least_a = a->first < a->second ? a->first : a->second;
	uint32_t least_b = b->first < b->second ? b->first : b->second;

	if (a->position != b->position)
		return a->position < b->position ? -1 : 1;
	if (least_a != least_b)
		return least_a < least_b ? -1 : 1;
	return (a->place > b->place) - (a->place < b->place);
}

static int
compare(const void *pa, const void *pb)
{
	const struct entry *a = pa, *b = pb;
	int order = compare_names(a, b);

	if (order)
		return order;
	if (a->position != b->position)
		return a->position < b->position ? -1 : 1;
	return (a->place > b->place) - (a->place < b->place);
}

static int64_t
position_of(const struct pair *p)
{
	int64_t a = p->a ? p->a->position : 0, b = p->b ? p->b->position : 0;

	return (a + b) * ALIGN_MOST + (a < b ? a : b);
}

static void
add(struct table *t, const struct work *w, size_t place, uint32_t first,
    uint32_t second)
{
	const struct pair *p = &w->p[place];

	t->e[t->n++] = (struct entry){.first = first,
	    .second = second,
	    .op = p->op,
	    .position = position_of(p),
	    .place = place};
}

static void
collect(struct work *w)
{
	for (size_t i = 0; i < w->n; i++) {
		const struct pair *p = &w->p[i];
		uint32_t a = p->a ? w->name[p->a->name] : 0;
		uint32_t b = p->b ? w->name[p->b->name] : 0;

		if (p->match == SIMILAR)
			add(&w->pairs, w, i, a, b);
		else if (p->match == REMOVED)
			add(&w->removed, w, i, a, 0);
		else if (p->match == ADDED)
			add(&w->added, w, i, b, 0);
	}
	qsort(w->pairs.e, w->pairs.n, sizeof *w->pairs.e, compare);
	memcpy(w->in_order, w->pairs.e, w->pairs.n * sizeof *w->in_order);
	qsort(w->in_order, w->pairs.n, sizeof *w->in_order, compare_positions);
	qsort(w->removed.e, w->removed.n, sizeof *w->removed.e, compare);
	qsort(w->added.e, w->added.n, sizeof *w->added.e, compare);
}

/* The first entry with these names that is not taken; or NULL. */
static const struct entry *
find(const struct work *w, const struct table *t, uint32_t first,
    uint32_t second, uint32_t op)
{
	struct entry key = {first, second, op, INT64_MIN, 0};
	size_t low = 0, high = t->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (compare(&t->e[middle], &key) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	while (low < t->n && compare_names(&t->e[low], &key) == 0) {
		if (!w->taken[t->e[low].place])
			return &t->e[low];
		low++;
	}
	return NULL;
}

/* Differences that only rounding makes are none. */
static const double slack = 1e-9;

/* How far apart two times are; the same when they are swapped. */
static double
apart(const struct row *a, const struct row *b)
{
	if (a->each <= 0 || b->each <= 0)
		return a->each == b->each ? 0 : INFINITY;
	return fabs(log((double)a->each / (double)b->each));
}

/* Two pairs that have each other's names. */
static void
try_pairs(struct work *w, const struct entry *e)
{
	const struct entry *other =
	    find(w, &w->pairs, e->second, e->first, e->op);
	const struct pair *p = &w->p[e->place], *q;

	if (!other || other->place == e->place)
		return;
	q = &w->p[other->place];
	if (apart(p->a, q->b) + apart(q->a, p->b) >
	    apart(p->a, p->b) + apart(q->a, q->b) + slack)
		return;
	w->taken[e->place] = w->taken[other->place] = true;
	w->divided[e->place] = w->divided[other->place] = true;
}

/* A pair whose kernels are alone elsewhere, under their own names. */
static void
try_alone(struct work *w, const struct entry *e)
{
	const struct entry *a = find(w, &w->removed, e->second, 0, e->op);
	const struct entry *b = find(w, &w->added, e->first, 0, e->op);
	const struct pair *p = &w->p[e->place];

	if (!a || !b ||
	    apart(p->a, w->p[b->place].b) + apart(w->p[a->place].a, p->b) >
		apart(p->a, p->b) + slack)
		return;
	w->taken[e->place] = w->taken[a->place] = w->taken[b->place] = true;
	w->divided[e->place] = true;
}

/* Writes the rows again, from the end on; returns how many there are. */
static size_t
write_rows(struct work *w)
{
	size_t more = 0, to;

	for (size_t i = 0; i < w->n; i++)
		more += w->divided[i];
	to = w->n + more;
	for (size_t i = w->n; i-- > 0;) {
		struct pair p = w->p[i];

		if (!w->divided[i]) {
			w->p[--to] = p;
			continue;
		}
		p.level = ALIGN_DIFFERENT;
		p.match = ADDED;
		w->p[--to] = p;
		w->p[to].a = NULL;
		p.match = REMOVED;
		w->p[--to] = p;
		w->p[to].b = NULL;
	}
	return w->n + more;
}

size_t
exchange_divide(struct pair *p, size_t n, const struct likeness *names)
{
	struct entry *room = xcalloc(4 * n + 1, sizeof *room);
	struct work w = {.p = p,
	    .n = n,
	    .name = names->level[ALIGN_EXACT],
	    .pairs.e = room,
	    .removed.e = room + n,
	    .added.e = room + 2 * n,
	    .in_order = room + 3 * n,
	    .taken = xcalloc(n + 1, sizeof *w.taken),
	    .divided = xcalloc(n + 1, sizeof *w.divided)};
	size_t rows;

	collect(&w);
	for (size_t i = 0; i < w.pairs.n; i++)
		if (!w.taken[w.in_order[i].place])
			try_pairs(&w, &w.in_order[i]);
	for (size_t i = 0; i < w.pairs.n; i++)
		if (!w.taken[w.in_order[i].place])
			try_alone(&w, &w.in_order[i]);
	rows = write_rows(&w);
	free(room);
	free(w.taken);
	free(w.divided);
	return rows;
}
