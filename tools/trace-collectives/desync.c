#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/order.h"
#include "tools/trace-collectives/desync.h"

/* The first of the group's collectives from that sequence number and rank on.
 */
static size_t
find(const struct dumps *d, const struct process_group *g, int64_t sequence,
    int64_t rank)
{
	size_t low = g->first, high = g->transfers;

	BISECT(low, high, i,
	    d->record[i].sequence < sequence ||
		(d->record[i].sequence == sequence &&
		    d->record[i].rank < rank));
	return low;
}

const struct record *
desync_record(const struct dumps *d, const struct process_group *g,
    const struct member *m, int64_t sequence)
{
	size_t i = find(d, g, sequence, m->rank);

	return i < g->transfers && d->record[i].sequence == sequence &&
		d->record[i].rank == m->rank
	    ? &d->record[i]
	    : NULL;
}

enum standing
desync_standing(const struct dumps *d, const struct member *m, int64_t sequence)
{
	const struct dump *dump;

	if (m->dump < 0)
		return STANDING_ABSENT;
	if (m->elsewhere)
		return STANDING_UNKNOWN;
	dump = &d->dump[m->dump];
	if (sequence > m->enqueued)
		return dump->lost == 0 && !dump->damage &&
			(dump->whole || m->enqueued >= 0)
		    ? STANDING_MISSING
		    : STANDING_UNKNOWN;
	return sequence <= m->completed ? STANDING_COMPLETED : STANDING_UNKNOWN;
}

/*
 * Must all ranks pass messages of one size and type to it? Not to all_to_all,
 * scatter, and what is not known.
 */
static bool
is_uniform(struct span kind)
{
	while (kind.n)
		if (!span_is_among(span_take(&kind, '+'),
			"all_reduce allreduce_coalesced broadcast "
			"_broadcast_oop reduce _reduce_oop all_gather "
			"_all_gather_base all_gather_into_tensor_coalesced "
			"ALLGATHER_coalesced reduce_scatter "
			"_reduce_scatter_base reduce_scatter_tensor_coalesced "
			"REDUCE_SCATTER_coalesced gather send coalesced"))
			return false;
	return true;
}

unsigned
desync_differs(
    const struct dumps *d, const struct record *a, const struct record *b)
{
	unsigned how = 0;

	if (!a->transfer && a->kind != b->kind)
		return DIFFERS_KIND;
	if (!is_uniform(dump_text(d, a->kind)))
		return 0;
	if (a->elements >= 0 && b->elements >= 0 && a->elements != b->elements)
		how |= DIFFERS_SIZES;
	if (a->in_dtypes && b->in_dtypes && a->in_dtypes != b->in_dtypes)
		how |= DIFFERS_DTYPES;
	return how;
}

/* How many records have the collective of that one, which is their first. */
static size_t
same_collective(
    const struct dumps *d, const struct process_group *g, size_t first)
{
	size_t end = first;

	while (end < g->transfers &&
	    d->record[end].sequence == d->record[first].sequence)
		end++;
	return end - first;
}

const struct record *
desync_usual(
    const struct dumps *d, const struct process_group *g, int64_t sequence)
{
	size_t first = find(d, g, sequence, INT64_MIN);
	size_t n = same_collective(d, g, first), most = 0;
	const struct record *usual, *r;

	if (n == 0 || d->record[first].sequence != sequence)
		return NULL;
	usual = r = d->record + first;
	for (size_t i = 0; i < n && 2 * most <= n; i++) {
		size_t agree = 0;

		for (size_t k = 0; k < n && !r[i].torn; k++)
			agree += desync_differs(d, &r[i], &r[k]) == 0;
		if (agree > most) {
			most = agree;
			usual = &r[i];
		}
	}
	return usual;
}

/* Do the n records from r on, of one collective, disagree? */
static bool
disagree(const struct dumps *d, const struct record *r, size_t n)
{
	const struct record *first = NULL;

	for (size_t i = 0; i < n; i++) {
		if (r[i].torn)
			continue;
		if (first && desync_differs(d, first, &r[i]))
			return true;
		first = first ? first : &r[i];
	}
	return false;
}

/* The first with that problem, or DUMP_NONE. */
static int64_t
first_mismatch(const struct dumps *d, const struct process_group *g)
{
	size_t n;

	for (size_t i = g->first; i < g->transfers; i += n) {
		n = same_collective(d, g, i);
		if (disagree(d, d->record + i, n))
			return d->record[i].sequence;
	}
	return DUMP_NONE;
}

/* Of those that somebody recorded. */
static int64_t
first_missing(const struct dumps *d, const struct process_group *g)
{
	int64_t last, first = INT64_MAX;
	size_t i;

	if (g->first == g->transfers)
		return DUMP_NONE;
	last = d->record[g->transfers - 1].sequence;
	for (i = 0; i < g->members; i++) {
		const struct member *m = &g->member[i];

		if (m->enqueued < first &&
		    desync_standing(d, m, last) == STANDING_MISSING)
			first = m->enqueued;
	}
	if (first >= last)
		return DUMP_NONE;
	return d->record[find(d, g, first + 1, INT64_MIN)].sequence;
}

static int64_t
first_unfinished(
    const struct dumps *d, const struct process_group *g, bool started)
{
	for (size_t i = g->first; i < g->transfers; i++) {
		const struct record *r = &d->record[i];

		if (started
			? r->state == RECORD_SCHEDULED && d->dump[r->dump].timed
			: r->state != RECORD_COMPLETED)
			return r->sequence;
	}
	return DUMP_NONE;
}

ORDER_BY(compare_problems, struct desync, UP(sequence))

size_t
desync_collectives(const struct dumps *d, const struct process_group *g,
    struct desync found[PROBLEMS])
{
	const int64_t sequence[PROBLEMS] = {
	    [PROBLEM_INCOMPLETE] = first_unfinished(d, g, false),
	    [PROBLEM_UNSTARTED] = first_unfinished(d, g, true),
	    [PROBLEM_MISSING] = first_missing(d, g),
	    [PROBLEM_MISMATCH] = first_mismatch(d, g),
	};
	size_t n = 0;

	/* of one collective the worst */
	for (int p = PROBLEM_MISMATCH; p > PROBLEM_NONE; p--) {
		size_t i = 0;

		while (i < n && found[i].sequence != sequence[p])
			i++;
		if (sequence[p] != DUMP_NONE && i == n)
			found[n++] = (struct desync){.problem = (enum problem)p,
			    .sequence = sequence[p]};
	}
	ARRAY_SORT(found, n, compare_problems);
	return n;
}

/* The sends, or the receives, from one place to another, in their order. */
struct queue {
	const struct record **p;
	size_t n;
};

ORDER_POINTERS_BY(compare_transfers, struct record, UP(source), UP(destination),
    UP(receives), UP(rank), UP(sequence), UP(id))

static struct queue
sorted_transfers(const struct dumps *d, const struct process_group *g)
{
	struct queue q = {
	    xcalloc(g->end - g->transfers + 1, sizeof(struct record *)), 0};

	for (size_t i = g->transfers; i < g->end; i++)
		q.p[q.n++] = &d->record[i];
	ARRAY_SORT(q.p, q.n, compare_transfers);
	return q;
}

/* Takes the leading ones that are between the same places and of one side. */
static struct queue
take(struct queue *rest, const struct record *like, bool receives)
{
	struct queue q = {rest->p, 0};

	while (q.n < rest->n && q.p[q.n]->source == like->source &&
	    q.p[q.n]->destination == like->destination &&
	    q.p[q.n]->receives == receives)
		q.n++;
	rest->p += q.n;
	rest->n -= q.n;
	return q;
}

static void
drop_completed(struct queue *q)
{
	size_t n = 0;

	for (size_t i = 0; i < q->n; i++)
		if (q->p[i]->state != RECORD_COMPLETED)
			q->p[n++] = q->p[i];
	q->n = n;
}

/* Is all that the rank at that place recorded in its dump? */
static bool
tells_all(const struct dumps *d, const struct process_group *g, int64_t place)
{
	const struct member *m = (uint64_t)place < g->places.n
	    ? dump_member(g, g->places.p[place])
	    : NULL;

	return m && m->dump >= 0 && d->dump[m->dump].whole && !m->elsewhere;
}

static enum problem
problem_of(const struct dumps *d, const struct record *send,
    const struct record *receive, bool sure)
{
	if (!send || !receive)
		return sure ? PROBLEM_MISSING : PROBLEM_INCOMPLETE;
	if (sure && desync_differs(d, send, receive))
		return PROBLEM_MISMATCH;
	return send->state == RECORD_COMPLETED &&
		receive->state == RECORD_COMPLETED
	    ? PROBLEM_NONE
	    : PROBLEM_INCOMPLETE;
}

/*
 * Pairs the sends and receives between two places. Where a dump does not begin
 * with the first one, only those that have not completed can be paired: these
 * are the last of each side. They need not belong to each other, because a send
 * can complete before its receive: none is called missing or another one. So it
 * is with those that do not tell their places.
 */
static struct desync
pair(const struct dumps *d, const struct process_group *g, struct queue sends,
    struct queue receives)
{
	const struct record *any = sends.n ? sends.p[0] : receives.p[0];
	bool sure =
	    tells_all(d, g, any->source) && tells_all(d, g, any->destination);
	struct desync found = {.problem = PROBLEM_NONE};
	size_t most;

	if (!sure) {
		drop_completed(&sends);
		drop_completed(&receives);
	}
	most = sends.n > receives.n ? sends.n : receives.n;
	for (size_t i = 0; i < most && !found.problem; i++) {
		found.send = i < sends.n ? sends.p[i] : NULL;
		found.receive = i < receives.n ? receives.p[i] : NULL;
		found.problem = problem_of(d, found.send, found.receive, sure);
	}
	return found;
}

void
desync_transfers(const struct dumps *d, const struct process_group *g,
    struct desync **found, size_t *n, size_t *cap)
{
	struct queue all = sorted_transfers(d, g), rest = all;

	while (rest.n) {
		const struct record *like = rest.p[0];
		struct queue sends = take(&rest, like, false);
		struct queue receives = take(&rest, like, true);
		struct desync one = pair(d, g, sends, receives);

		if (one.problem)
			ARRAY_PUSH(*found, *n, cap, one);
	}
	free(all.p);
}
