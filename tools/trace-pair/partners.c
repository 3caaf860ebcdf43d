#include <stdlib.h>

#include "common/bytes/buf.h"
#include "tools/trace-pair/lag.h"
#include "tools/trace-pair/partners.h"

void
partners_free(struct partners *r)
{
	free(r->row);
	free(r->pair);
}

static int
compare_int(int64_t a, int64_t b)
{
	return (a > b) - (a < b);
}

/* The places of ranks stand in `rank` while rows are sorted. */
static int
compare(const void *a, const void *b)
{
	const struct row *x = a, *y = b;
	int c = compare_int(x->sequence, y->sequence);

	c = c ? c : compare_int(x->rank, y->rank);
	c = c ? c : compare_int(x->ts, y->ts);
	c = c ? c : compare_int(x->end, y->end);
	c = c ? c : compare_int(x->key, y->key);
	return c ? c : compare_int(x->number, y->number);
}

void
partners_sort(struct partners *r)
{
	if (r->n)
		qsort(r->row, r->n, sizeof *r->row, compare);
}

static int
add_pair(struct partners *r, size_t source, size_t target, uint32_t n)
{
	return ARRAY_PUSH(
	    r->pair, r->pairs, &r->pair_cap, (struct pair){source, target, n});
}

/* Behind the last row from `from` on of the same sequence, and rank. */
static size_t
end_of(const struct partners *r, size_t from, bool rank)
{
	size_t i = from;

	while (i < r->n && r->row[i].sequence == r->row[from].sequence &&
	    (!rank || r->row[i].rank == r->row[from].rank))
		i++;
	return i;
}

/* A rank's rows in a sequence, for lag_find. */
static struct lag_event *
events_of(const struct partners *r, size_t from, size_t to)
{
	struct lag_event *e = calloc(to - from + 1, sizeof *e);

	for (size_t i = from; e && i < to; i++)
		e[i - from] = (struct lag_event){r->row[i].key, r->row[i].end};
	return e;
}

/* Rows of the reference, [0], and of another rank, [1]. */
struct two {
	size_t from[2], to[2];
};

static int
add_nth(struct partners *r, const struct two *t, int64_t lag)
{
	int64_t na = (int64_t)(t->to[0] - t->from[0]);
	int64_t nb = (int64_t)(t->to[1] - t->from[1]);

	for (int64_t i = 0; i < na; i++) {
		size_t a = t->from[0] + (size_t)i, b = PARTNERS_NONE;

		if (i + lag >= 0 && i + lag < nb) {
			b = t->from[1] + (size_t)(i + lag);
			b = r->row[a].key == r->row[b].key ? b : PARTNERS_NONE;
		}
		if (b != PARTNERS_NONE && add_pair(r, a, b, (uint32_t)i + 1))
			return -1;
	}
	return 0;
}

static int
pair_two(struct partners *r, const struct two *t, int64_t most,
    partners_tell *report, void *context)
{
	struct lag_event *a = events_of(r, t->from[0], t->to[0]);
	struct lag_event *b = events_of(r, t->from[1], t->to[1]);
	int64_t lag = 0;
	enum lag_result result = LAG_FAILED;

	if (a && b)
		result = lag_find(a, t->to[0] - t->from[0], b,
		    t->to[1] - t->from[1], most, &lag);
	free(a);
	free(b);
	if (result == LAG_FOUND)
		return add_nth(r, t, lag);
	if (result != LAG_FAILED) {
		const struct row *one = &r->row[t->from[1]];

		report(context,
		    &(struct partners_verdict){one->sequence, one->rank,
			r->row[t->from[0]].rank, (int)result});
	}
	return result == LAG_FAILED ? -1 : 0;
}

int
partners_pair_nth(
    struct partners *r, int64_t most, partners_tell *report, void *context)
{
	for (size_t i = 0; i < r->n;) {
		size_t end = end_of(r, i, false);
		struct two t = {{i, 0}, {end_of(r, i, true), 0}};

		for (size_t k = t.to[0]; k < end; k = t.to[1]) {
			t.from[1] = k;
			t.to[1] = end_of(r, k, true);
			if (pair_two(r, &t, most, report, context))
				return -1;
		}
		i = end;
	}
	return 0;
}

int
partners_pair_by(struct partners *r)
{
	for (size_t i = 0; i < r->n;) {
		size_t end = end_of(r, i, true);

		if (end == i + 1 && add_pair(r, i, PARTNERS_NONE, 1))
			return -1;
		for (size_t k = i + 1; k < end; k++)
			if (add_pair(r, i, k, (uint32_t)(k - i)))
				return -1;
		i = end;
	}
	return 0;
}

/* A side without a peer takes any: a multicast has no single one. */
static bool
is_peer(uint32_t peer, uint32_t rank)
{
	return peer == POOL_NONE || peer == rank;
}

/* Do these two belong together, if their tag is the same? */
static bool
are_partners(const struct row *source, const struct row *target, bool peers)
{
	if (!target->target || source->rank == target->rank)
		return false;
	if (!peers)
		return true;
	return is_peer(source->peer, target->rank) &&
	    is_peer(target->peer, source->rank);
}

/* Pairs one source with its targets among rows of the same tag. */
static int
pair_source(
    struct partners *r, size_t source, size_t from, size_t to, bool peers)
{
	uint32_t n = 0;

	for (size_t k = from; k < to; k++)
		if (are_partners(&r->row[source], &r->row[k], peers) &&
		    add_pair(r, source, k, ++n))
			return -1;
	return n ? 0 : add_pair(r, source, PARTNERS_NONE, 1);
}

int
partners_pair_tags(struct partners *r, bool peers)
{
	for (size_t i = 0; i < r->n;) {
		size_t end = end_of(r, i, false);

		for (size_t k = i; k < end; k++)
			if (r->row[k].source &&
			    pair_source(r, k, i, end, peers))
				return -1;
		i = end;
	}
	return 0;
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

int
partners_pair_anchors(struct partners *r)
{
	for (size_t i = 0; i < r->n;) {
		size_t end = end_of(r, i, true);
		size_t a = next_of(r, i, end, true);
		size_t b = next_of(r, i, end, false);

		for (uint32_t n = 1; a < end || b < end; n++) {
			/* A row that is both is no partner of itself. */
			if (a != b &&
			    add_pair(r, a < end ? a : PARTNERS_NONE,
				b < end ? b : PARTNERS_NONE, n))
				return -1;
			a = a < end ? next_of(r, a + 1, end, true) : end;
			b = b < end ? next_of(r, b + 1, end, false) : end;
		}
		i = end;
	}
	return 0;
}
