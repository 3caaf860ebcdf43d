#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-pair/tags.h"

/*
 * Ranks may start LAGS events apart. With more than RANKS ranks the table of
 * all their pairs is left out, and each tag is paired by itself.
 */
enum { LAGS = 20, RANKS = 1024 };

/* A side without a peer takes any: a multicast has no single one. */
static bool
is_peer(uint32_t peer, uint32_t rank)
{
	return peer == POOL_NONE || peer == rank;
}

/* Rows of a stretch that may belong to a rank; how many. */
size_t
sides_collect(const struct partners *r, struct stretch rows, uint32_t rank,
    bool peers, bool source, size_t *at)
{
	size_t n = 0;

	for (size_t i = rows.from; i < rows.to; i++) {
		const struct row *row = &r->row[i];

		if ((source ? row->source : row->target) &&
		    (!peers || is_peer(row->peer, rank)))
			at[n++] = i;
	}
	return n;
}

struct lag_pair
sides_events(const struct partners *r, const struct sides *s)
{
	for (size_t i = 0; i < s->sources + s->targets; i++) {
		const struct row *row =
		    &r->row[i < s->sources ? s->source[i]
					   : s->target[i - s->sources]];

		s->event[i] = (struct lag_event){row->sequence, row->end};
	}
	return (struct lag_pair){
	    s->event, s->event + s->sources, s->sources, s->targets};
}

/*
 * Do pairs in order keep their distance? Where one side lost a row, and the
 * other side another one, it jumps by about what lies between two rows.
 */
static bool
is_steady(const struct lag_pair *p)
{
	for (size_t i = 1; i < p->na; i++) {
		int64_t a = p->a[i].end - p->a[i - 1].end;
		int64_t b = p->b[i].end - p->b[i - 1].end;

		if (llabs(a - b) > (a < b ? a : b) / 2 + LAG_NOISE)
			return false;
	}
	return true;
}

/* Pairs each source of a segment with the target so much later, if the tag is
 * the same. */
static void
pair_segment(
    struct partners *r, const struct sides *s, const struct lag_segment *g)
{
	for (size_t i = g->from; i < g->to; i++) {
		int64_t k = (int64_t)i + g->lag;

		if (k < 0 || k >= (int64_t)s->targets ||
		    r->row[s->source[i]].sequence !=
			r->row[s->target[k]].sequence)
			continue;
		partners_add(r, s->source[i], s->target[k], 0);
	}
}

/* Pairs those that belong together by their ends, if these tell. */
enum lag_result
sides_pair_by_ends(
    struct partners *r, const struct sides *s, const struct lag_pair *p)
{
	struct lag_segment *list = NULL;
	size_t n = 0;
	bool lost;
	enum lag_result found = lag_find_all(p, LAGS, &list, &n, &lost);

	for (size_t i = 0; found == LAG_FOUND && i < n; i++)
		pair_segment(r, s, &list[i]);
	free(list);
	return found;
}

/* Of one tag: by their ends, else in order, if no side lacks any. */
void
sides_pair_in_order(struct partners *r, const struct sides *s, bool whole)
{
	struct lag_pair p = sides_events(r, s);

	if (sides_pair_by_ends(r, s, &p) == LAG_FOUND || !whole ||
	    s->sources != s->targets || !is_steady(&p))
		return;
	pair_segment(r, s, &(struct lag_segment){0, s->sources, 0});
}

/* Room for all of them. */
void
sides_open(const struct partners *r, struct sides *s)
{
	for (size_t i = 0; i < r->n; i++) {
		if (r->row[i].sequence >= s->tags)
			s->tags = r->row[i].sequence + (size_t)1;
		if (r->row[i].rank >= s->ranks)
			s->ranks = r->row[i].rank + (size_t)1;
	}
	s->source = xcalloc(r->n + 1, sizeof *s->source);
	s->target = xcalloc(r->n + 1, sizeof *s->target);
	s->event = xcalloc(2 * r->n + 1, sizeof *s->event);
	s->ended = xcalloc(r->n + 1, sizeof *s->ended);
	s->seen = xcalloc(2 * s->tags + 1, sizeof *s->seen);
	if (s->ranks > RANKS)
		return;
	s->state = xcalloc(s->ranks * s->ranks + 1, sizeof *s->state);
}

void
sides_close(struct sides *s)
{
	free(s->source);
	free(s->target);
	free(s->event);
	free(s->ended);
	free(s->seen);
	free(s->state);
}
