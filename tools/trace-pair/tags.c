#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/order.h"
#include "tools/trace-pair/tags.h"

static struct stretch
stretch_of(const struct partners *r, size_t from, bool rank)
{
	return (struct stretch){from, partners_end(r, from, rank)};
}

/* The state of two ranks, from all their tags. */
static enum sides_state
state_of(const struct partners *r, const struct sides *s, struct stretch a,
    struct stretch b)
{
	if (!s->state)
		return SIDES_EQUAL;
	return s->state[r->row[a.from].rank * s->ranks + r->row[b.from].rank];
}

/* Without peers, several sources may be parts of what one target received. */
static void
pair_all(struct partners *r, const struct sides *s)
{
	for (size_t i = 0; i < s->sources; i++)
		for (size_t k = 0; k < s->targets; k++)
			partners_add(r, s->source[i], s->target[k], 0);
}

static void
pair_ranks(struct partners *r, struct sides *s, struct stretch a,
    struct stretch b, bool peers)
{
	s->sources =
	    sides_collect(r, a, r->row[b.from].rank, peers, true, s->source);
	s->targets =
	    sides_collect(r, b, r->row[a.from].rank, peers, false, s->target);
	if (!s->sources || !s->targets || state_of(r, s, a, b) == SIDES_KNOWN)
		return;
	if (!peers && (s->sources == 1 || s->targets == 1))
		pair_all(r, s);
	else
		sides_pair_in_order(r, s, state_of(r, s, a, b) == SIDES_EQUAL);
}

ORDER_BY(compare_pairs, struct pair, UP(source), UP(target))

/* Orders the pairs, and leaves out empty ones of sources that
 * have a target; these come last. */
static void
number_pairs(struct partners *r)
{
	size_t kept = 0;

	ARRAY_SORT(r->pair, r->pairs, compare_pairs);
	for (size_t i = 0; i < r->pairs; i++) {
		struct pair p = r->pair[i];
		bool again = kept && r->pair[kept - 1].source == p.source;

		if (again && p.target == PARTNERS_NONE)
			continue;
		p.n = again ? r->pair[kept - 1].n + 1 : 1;
		r->pair[kept++] = p;
	}
	r->pairs = kept;
}

static void
pair_tag(struct partners *r, struct sides *s, struct stretch tag, bool peers)
{
	for (size_t i = tag.from; i < tag.to; i++)
		if (r->row[i].source)
			partners_add(r, i, PARTNERS_NONE, 0);
	for (size_t i = tag.from; i < tag.to;) {
		struct stretch a = stretch_of(r, i, true);

		for (size_t k = tag.from; k < tag.to;) {
			struct stretch b = stretch_of(r, k, true);

			if (b.from != a.from)
				pair_ranks(r, s, a, b, peers);
			k = b.to;
		}
		i = a.to;
	}
}

ORDER_BY(compare_ended, struct ended, UP(rank), UP(end), UP(row))

/* Those of a side whose tag the other one has, too. */
static size_t
keep_shared(
    const struct partners *r, const uint32_t *seen, size_t *at, size_t n)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++)
		if (seen[r->row[at[i]].sequence])
			at[kept++] = at[i];
	return kept;
}

/* The next two ranks begin with no tags: those of these rows go. */
static void
forget_tags(const struct partners *r, struct sides *s, struct stretch rows)
{
	for (size_t i = rows.from; i < rows.to; i++) {
		uint32_t tag = r->row[s->ended[i].row].sequence;

		s->seen[tag] = s->seen[s->tags + tag] = 0;
	}
}

/* Are tags of a side more or less often on the other one? */
static bool
differ(const struct partners *r, uint32_t *const seen[2], const size_t *at,
    size_t n)
{
	bool differ = false;

	for (size_t i = 0; i < n; i++)
		differ = differ ||
		    seen[0][r->row[at[i]].sequence] !=
			seen[1][r->row[at[i]].sequence];
	return differ;
}

/* Counts the tags of a side; does one come again? */
static bool
count_tags(const struct partners *r, uint32_t *seen, const size_t *at, size_t n)
{
	bool again = false;

	for (size_t i = 0; i < n; i++)
		again = ++seen[r->row[at[i]].sequence] > 1 || again;
	return again;
}

/* The rows of a rank in the order of their ends, of those that may be partners.
 */
static size_t
collect_ended(const struct partners *r, const struct sides *s,
    struct stretch rows, uint32_t rank, bool peers, bool source, size_t *at)
{
	size_t n = 0;

	for (size_t i = rows.from; i < rows.to; i++)
		n += sides_collect(r,
		    (struct stretch){s->ended[i].row, s->ended[i].row + 1},
		    rank, peers, source, at + n);
	return n;
}

/*
 * Pairs all that one rank sent to another, if a tag comes again: more rows tell
 * better than those of one tag which were lost.
 */
static void
pair_all_tags(struct partners *r, struct sides *s, struct stretch a,
    struct stretch b, bool peers)
{
	uint32_t from = s->ended[a.from].rank, to = s->ended[b.from].rank;
	uint32_t *seen[2] = {s->seen, s->seen + s->tags};
	struct lag_pair p;
	enum lag_result found;
	bool again, unequal;

	s->sources = collect_ended(r, s, a, to, peers, true, s->source);
	s->targets = collect_ended(r, s, b, from, peers, false, s->target);
	if (s->sources < LAG_LEAST || s->targets < LAG_LEAST)
		return;
	again = count_tags(r, seen[0], s->source, s->sources);
	again = count_tags(r, seen[1], s->target, s->targets) || again;
	unequal = differ(r, seen, s->source, s->sources) ||
	    differ(r, seen, s->target, s->targets);
	s->sources = keep_shared(r, seen[1], s->source, s->sources);
	s->targets = keep_shared(r, seen[0], s->target, s->targets);
	forget_tags(r, s, a);
	forget_tags(r, s, b);
	if (!again)
		return;
	p = sides_events(r, s);
	found = sides_pair_by_ends(r, s, &p);
	s->state[from * s->ranks + to] = found == LAG_FOUND ? SIDES_KNOWN
	    : unequal                                       ? SIDES_UNEQUAL
							    : SIDES_EQUAL;
}

static struct stretch
stretch_of_rank(const struct partners *r, const struct sides *s, size_t from)
{
	size_t i = from;

	while (i < r->n && s->ended[i].rank == s->ended[from].rank)
		i++;
	return (struct stretch){from, i};
}

static void
pair_ended(struct partners *r, struct sides *s, bool peers)
{
	for (size_t i = 0; i < r->n;) {
		struct stretch a = stretch_of_rank(r, s, i);

		for (size_t k = 0; k < r->n;) {
			struct stretch b = stretch_of_rank(r, s, k);

			if (b.from != a.from)
				pair_all_tags(r, s, a, b, peers);
			k = b.to;
		}
		i = a.to;
	}
}

void
tags_pair(struct partners *r, bool peers)
{
	struct sides s = {0};

	sides_open(r, &s);
	for (size_t i = 0; i < r->n; i++)
		s.ended[i] = (struct ended){r->row[i].rank, r->row[i].end, i};
	if (s.state) {
		qsort(s.ended, r->n, sizeof *s.ended, compare_ended);
		pair_ended(r, &s, peers);
	}
	for (size_t i = 0; i < r->n;) {
		struct stretch tag = stretch_of(r, i, false);

		pair_tag(r, &s, tag, peers);
		i = tag.to;
	}
	number_pairs(r);
	sides_close(&s);
}
