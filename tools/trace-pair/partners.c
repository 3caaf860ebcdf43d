#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "tools/trace-pair/lag.h"
#include "tools/trace-pair/partners.h"

void
partners_free(struct partners *r)
{
	free(r->row);
	free(r->pair);
}

ORDER_BY(compare, struct row, UP(sequence), UP(rank), UP(ts), UP(end), UP(key),
    UP(number))

void
partners_sort(struct partners *r)
{
	ARRAY_SORT(r->row, r->n, compare);
}

void
partners_add(struct partners *r, size_t source, size_t target, uint32_t n)
{
	ARRAY_PUSH(
	    r->pair, r->pairs, &r->pair_cap, (struct pair){source, target, n});
}

size_t
partners_end(const struct partners *r, size_t from, bool rank)
{
	size_t i = from;

	while (i < r->n && r->row[i].sequence == r->row[from].sequence &&
	    (!rank || r->row[i].rank == r->row[from].rank))
		i++;
	return i;
}

/* A rank's rows in a sequence, as lag.h wants them. */
static struct lag_event *
events_of(const struct partners *r, size_t from, size_t to)
{
	struct lag_event *e = xcalloc(to - from + 1, sizeof *e);

	for (size_t i = from; i < to; i++)
		e[i - from] = (struct lag_event){r->row[i].key, r->row[i].end};
	return e;
}

/* Rows of the reference, [0], and of another rank, [1]. */
struct two {
	size_t from[2], to[2];
};

/* Pairs the rows of a stretch that agree; their places count from from[0]. */
static void
add_stretch(
    struct partners *r, const struct two *t, const struct lag_stretch *g)
{
	int64_t nb = (int64_t)(t->to[1] - t->from[1]);

	for (size_t i = g->from; i < g->to; i++) {
		int64_t k = (int64_t)i + g->lag;
		size_t a = t->from[0] + i, b = t->from[1] + (size_t)k;

		if (k < 0 || k >= nb || r->row[a].key != r->row[b].key)
			continue;
		partners_add(r, a, b, (uint32_t)i + 1);
	}
}

/* Pairs what is sure, and counts what either rank lost between stretches. */
static void
add_stretches(struct partners *r, const struct two *t,
    const struct lag_stretch *g, size_t n, struct partners_verdict *v)
{
	size_t before = r->pairs;

	for (size_t i = 0; i < n; i++) {
		int64_t change = i ? g[i].lag - g[i - 1].lag : 0;

		if (change)
			v->lost[change < 0] += (size_t)llabs(change);
		add_stretch(r, t, &g[i]);
	}
	v->pairs = r->pairs - before;
}

static void
pair_two(struct partners *r, const struct two *t, int64_t most,
    partners_tell *report, void *context)
{
	struct lag_event *a = events_of(r, t->from[0], t->to[0]);
	struct lag_event *b = events_of(r, t->from[1], t->to[1]);
	struct lag_pair p = {
	    a, b, t->to[0] - t->from[0], t->to[1] - t->from[1]};
	struct partners_verdict v = {.rank = r->row[t->from[1]].rank,
	    .reference = r->row[t->from[0]].rank};
	struct lag_stretch *list = NULL;
	size_t n = 0;
	bool lost = false;

	v.result = (int)lag_find_all(&p, most, &list, &n, &lost);
	if (v.result == LAG_FOUND)
		add_stretches(r, t, list, n, &v);
	free(a);
	free(b);
	free(list);
	if (v.result != LAG_FOUND || lost)
		report(context, &v);
}

void
partners_pair_nth(
    struct partners *r, int64_t most, partners_tell *report, void *context)
{
	for (size_t i = 0; i < r->n;) {
		size_t end = partners_end(r, i, false);
		struct two t = {{i, 0}, {partners_end(r, i, true), 0}};

		for (size_t k = t.to[0]; k < end; k = t.to[1]) {
			t.from[1] = k;
			t.to[1] = partners_end(r, k, true);
			pair_two(r, &t, most, report, context);
		}
		i = end;
	}
}

void
partners_pair_by(struct partners *r)
{
	for (size_t i = 0; i < r->n;) {
		size_t end = partners_end(r, i, true);

		if (end == i + 1)
			partners_add(r, i, PARTNERS_NONE, 1);
		for (size_t k = i + 1; k < end; k++)
			partners_add(r, i, k, (uint32_t)(k - i));
		i = end;
	}
}

/* The next row from `from` on that is a source, or a target. */
static size_t
next_of(const struct partners *r, size_t from, size_t to, bool source)
{
	while (
	    from < to && !(source ? r->row[from].source : r->row[from].target))
		from++;
	return from;
}

void
partners_pair_anchors(struct partners *r)
{
	for (size_t i = 0; i < r->n;) {
		size_t end = partners_end(r, i, true);
		size_t a = next_of(r, i, end, true);
		size_t b = next_of(r, i, end, false);

		for (uint32_t n = 1; a < end || b < end; n++) {
			/* A row that is both is no partner of itself. */
			if (a != b)
				partners_add(r, a < end ? a : PARTNERS_NONE,
				    b < end ? b : PARTNERS_NONE, n);
			a = a < end ? next_of(r, a + 1, end, true) : end;
			b = b < end ? next_of(r, b + 1, end, false) : end;
		}
		i = end;
	}
}
