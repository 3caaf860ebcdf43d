/*
 * Pairs sends with receives: rows of different ranks that have the same tag,
 * and with peers only if each is the other's.
 *
 * A program that runs the same step again sends under the same tag again. Which
 * source of a rank belongs to which target of another, lag.h tells by their
 * ends, also where events are lost; if it cannot, as of few, the n-th belongs
 * to the n-th, but only if there are as many and they keep their distance.
 */
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "tools/trace-pair/lag.h"
#include "tools/trace-pair/partners.h"

/* The counts of two ranks' tags, or that their ends already paired them. */
enum sides_state {
	SIDES_EQUAL,   /* each tag is as often on both sides, as far as known */
	SIDES_UNEQUAL, /* events are lost: their order tells nothing */
	SIDES_KNOWN    /* their pairs */
};

/* Rows of one tag, and some of them: those of one rank. */
struct stretch {
	size_t from, to;
};

/* The sources of one rank and the targets of another that may be partners. */
struct sides {
	struct partners *all;
	const struct row *row;   /* of all */
	bool peers;              /* they count */
	size_t *source, *target; /* rows; room for all of a tag */
	size_t sources, targets;
	struct lag_event *event; /* room for both */

	/* of all tags: */
	struct ended *ended; /* all rows */
	uint32_t *seen;      /* tags, and how often: room for both sides */
	size_t tags, ranks;
	unsigned char *state; /* of two ranks, enum sides_state */
};

/* A row in the order of ranks and ends. */
struct ended {
	uint32_t rank;
	int64_t end;
	size_t row;
};

/*
 * Ranks may start LAGS events apart. With more than RANKS ranks the table of
 * all their pairs is left out, and each tag is paired by itself.
 */
enum { LAGS = 20, RANKS = 1024 };

/*
 * Rows of a stretch that may belong to a rank: its sources or its targets, with
 * peers only those whose peer is that rank, or none, as a multicast has no
 * single one. Returns how many.
 */
static size_t
collect(const struct sides *s, struct stretch rows, uint32_t rank, bool source,
    size_t *at)
{
	size_t n = 0;

	for (size_t i = rows.from; i < rows.to; i++) {
		const struct row *row = &s->row[i];

		if ((source ? row->source : row->target) &&
		    (!s->peers || row->peer == POOL_NONE || row->peer == rank))
			at[n++] = i;
	}
	return n;
}

/* Both sides as lag.h wants them: valid until the next call. */
static struct lag_pair
events_of(const struct sides *s)
{
	for (size_t i = 0; i < s->sources + s->targets; i++) {
		const struct row *row =
		    &s->row[i < s->sources ? s->source[i]
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

/* Pairs each source of one lag with the target so much later, if tags agree. */
static void
pair_at_lag(const struct sides *s, const struct lag_stretch *g)
{
	for (size_t i = g->from; i < g->to; i++) {
		int64_t k = (int64_t)i + g->lag;

		if (k < 0 || k >= (int64_t)s->targets ||
		    s->row[s->source[i]].sequence !=
			s->row[s->target[k]].sequence)
			continue;
		partners_add(s->all, s->source[i], s->target[k], 0);
	}
}

/* Pairs those that belong together by their ends, if these tell. */
static enum lag_result
pair_by_ends(const struct sides *s, const struct lag_pair *p)
{
	struct lag_stretch *list = NULL;
	size_t n = 0;
	bool lost;
	enum lag_result found = lag_find_all(p, LAGS, &list, &n, &lost);

	for (size_t i = 0; found == LAG_FOUND && i < n; i++)
		pair_at_lag(s, &list[i]);
	free(list);
	return found;
}

/* Of one tag: by their ends, else in order, if no side lacks any. */
static void
pair_in_order(const struct sides *s, bool whole)
{
	struct lag_pair p = events_of(s);

	if (pair_by_ends(s, &p) == LAG_FOUND || !whole ||
	    s->sources != s->targets || !is_steady(&p))
		return;
	pair_at_lag(s, &(struct lag_stretch){0, s->sources, 0});
}

/* Room for all of them. */
static void
open_sides(struct sides *s)
{
	for (size_t i = 0; i < s->all->n; i++) {
		if (s->row[i].sequence >= s->tags)
			s->tags = s->row[i].sequence + (size_t)1;
		if (s->row[i].rank >= s->ranks)
			s->ranks = s->row[i].rank + (size_t)1;
	}
	s->source = xcalloc(s->all->n + 1, sizeof *s->source);
	s->target = xcalloc(s->all->n + 1, sizeof *s->target);
	s->event = xcalloc(2 * s->all->n + 1, sizeof *s->event);
	s->ended = xcalloc(s->all->n + 1, sizeof *s->ended);
	s->seen = xcalloc(2 * s->tags + 1, sizeof *s->seen);
	if (s->ranks > RANKS)
		return;
	s->state = xcalloc(s->ranks * s->ranks + 1, sizeof *s->state);
}

static void
close_sides(struct sides *s)
{
	free(s->source);
	free(s->target);
	free(s->event);
	free(s->ended);
	free(s->seen);
	free(s->state);
}

static struct stretch
stretch_of(const struct sides *s, size_t from, bool rank)
{
	return (struct stretch){from, partners_end(s->all, from, rank)};
}

/* The state of two ranks, from all their tags. */
static enum sides_state
state_of(const struct sides *s, struct stretch a, struct stretch b)
{
	if (!s->state)
		return SIDES_EQUAL;
	return s->state[s->row[a.from].rank * s->ranks + s->row[b.from].rank];
}

/* Without peers, several sources may be parts of what one target received. */
static void
pair_all(const struct sides *s)
{
	for (size_t i = 0; i < s->sources; i++)
		for (size_t k = 0; k < s->targets; k++)
			partners_add(s->all, s->source[i], s->target[k], 0);
}

static void
pair_ranks(struct sides *s, struct stretch a, struct stretch b)
{
	s->sources = collect(s, a, s->row[b.from].rank, true, s->source);
	s->targets = collect(s, b, s->row[a.from].rank, false, s->target);
	if (!s->sources || !s->targets || state_of(s, a, b) == SIDES_KNOWN)
		return;
	if (!s->peers && (s->sources == 1 || s->targets == 1))
		pair_all(s);
	else
		pair_in_order(s, state_of(s, a, b) == SIDES_EQUAL);
}

ORDER_BY(compare_pairs, struct pair, UP(source), UP(target))

/* Orders the pairs, and leaves out empty ones of sources that
 * have a target; these come last of each source. */
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

/* A pair with one side for each target in none, in the order of the rows. */
static void
add_targets(struct partners *r)
{
	bool *paired = xcalloc(r->n + 1, sizeof *paired);

	for (size_t i = 0; i < r->pairs; i++)
		if (r->pair[i].target != PARTNERS_NONE)
			paired[r->pair[i].target] = true;
	for (size_t i = 0; i < r->n; i++)
		if (r->row[i].target && !r->row[i].source && !paired[i])
			partners_add(r, PARTNERS_NONE, i, 1);
	free(paired);
}

static void
pair_tag(struct sides *s, struct stretch tag)
{
	for (size_t i = tag.from; i < tag.to; i++)
		if (s->row[i].source)
			partners_add(s->all, i, PARTNERS_NONE, 0);
	for (size_t i = tag.from; i < tag.to;) {
		struct stretch a = stretch_of(s, i, true);

		for (size_t k = tag.from; k < tag.to;) {
			struct stretch b = stretch_of(s, k, true);

			if (b.from != a.from)
				pair_ranks(s, a, b);
			k = b.to;
		}
		i = a.to;
	}
}

ORDER_BY(compare_ended, struct ended, UP(rank), UP(end), UP(row))

/* Those of a side whose tag the other one has, too. */
static size_t
keep_shared(const struct sides *s, const uint32_t *seen, size_t *at, size_t n)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++)
		if (seen[s->row[at[i]].sequence])
			at[kept++] = at[i];
	return kept;
}

/* The next two ranks begin with no tags: those of these rows go. */
static void
forget_tags(struct sides *s, struct stretch rows)
{
	for (size_t i = rows.from; i < rows.to; i++) {
		uint32_t tag = s->row[s->ended[i].row].sequence;

		s->seen[tag] = s->seen[s->tags + tag] = 0;
	}
}

/* Are tags of both sides more or less often on the other one? */
static bool
differ(
    const struct sides *s, uint32_t *const seen[2], const size_t *at, size_t n)
{
	bool differ = false;

	for (size_t i = 0; i < n; i++)
		differ = differ ||
		    seen[0][s->row[at[i]].sequence] !=
			seen[1][s->row[at[i]].sequence];
	return differ;
}

/* Counts the tags of a side; does one come again? */
static bool
count_tags(const struct sides *s, uint32_t *seen, const size_t *at, size_t n)
{
	bool again = false;

	for (size_t i = 0; i < n; i++)
		again = ++seen[s->row[at[i]].sequence] > 1 || again;
	return again;
}

/* The rows of a rank in the order of their ends, of those that may be partners.
 */
static size_t
collect_ended(const struct sides *s, struct stretch rows, uint32_t rank,
    bool source, size_t *at)
{
	size_t n = 0;

	for (size_t i = rows.from; i < rows.to; i++)
		n += collect(s,
		    (struct stretch){s->ended[i].row, s->ended[i].row + 1},
		    rank, source, at + n);
	return n;
}

/*
 * Pairs all that one rank sent to another, if a tag comes again: more rows tell
 * better than those of one tag which were lost.
 */
static void
pair_all_tags(struct sides *s, struct stretch a, struct stretch b)
{
	uint32_t from = s->ended[a.from].rank, to = s->ended[b.from].rank;
	uint32_t *seen[2] = {s->seen, s->seen + s->tags};
	struct lag_pair p;
	enum lag_result found;
	bool again, unequal;

	s->sources = collect_ended(s, a, to, true, s->source);
	s->targets = collect_ended(s, b, from, false, s->target);
	again = count_tags(s, seen[0], s->source, s->sources);
	again = count_tags(s, seen[1], s->target, s->targets) || again;
	s->sources = keep_shared(s, seen[1], s->source, s->sources);
	s->targets = keep_shared(s, seen[0], s->target, s->targets);
	unequal = differ(s, seen, s->source, s->sources);
	forget_tags(s, a);
	forget_tags(s, b);
	if (!again)
		return;
	p = events_of(s);
	found = pair_by_ends(s, &p);
	s->state[from * s->ranks + to] = found == LAG_FOUND ? SIDES_KNOWN
	    : unequal                                       ? SIDES_UNEQUAL
							    : SIDES_EQUAL;
}

static struct stretch
stretch_of_rank(const struct sides *s, size_t from)
{
	size_t i = from;

	while (i < s->all->n && s->ended[i].rank == s->ended[from].rank)
		i++;
	return (struct stretch){from, i};
}

static void
pair_ended(struct sides *s)
{
	for (size_t i = 0; i < s->all->n;) {
		struct stretch a = stretch_of_rank(s, i);

		for (size_t k = 0; k < s->all->n;) {
			struct stretch b = stretch_of_rank(s, k);

			if (b.from != a.from)
				pair_all_tags(s, a, b);
			k = b.to;
		}
		i = a.to;
	}
}

void
partners_pair_tags(struct partners *r, bool peers)
{
	struct sides s = {.all = r, .row = r->row, .peers = peers};

	open_sides(&s);
	for (size_t i = 0; i < r->n; i++)
		s.ended[i] = (struct ended){r->row[i].rank, r->row[i].end, i};
	if (s.state) {
		qsort(s.ended, r->n, sizeof *s.ended, compare_ended);
		pair_ended(&s);
	}
	for (size_t i = 0; i < r->n;) {
		struct stretch tag = stretch_of(&s, i, false);

		pair_tag(&s, tag);
		i = tag.to;
	}
	number_pairs(r);
	add_targets(r);
	close_sides(&s);
}
