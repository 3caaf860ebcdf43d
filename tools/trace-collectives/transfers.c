#include <stdlib.h>

#include "common/bytes/buf.h"
#include "tools/trace-collectives/desync.h"

/* The sends, or the receives, from one place to another, in their order. */
struct queue {
	const struct record **p;
	size_t n;
};

static int
compare_transfers(const void *a, const void *b)
{
	const struct record *x = *(const struct record *const *)a;
	const struct record *y = *(const struct record *const *)b;
	const int64_t of_x[] = {x->source, x->destination, x->receives, x->rank,
	    x->sequence, x->id};
	const int64_t of_y[] = {y->source, y->destination, y->receives, y->rank,
	    y->sequence, y->id};

	for (int i = 0; i < 6; i++)
		if (of_x[i] != of_y[i])
			return of_x[i] < of_y[i] ? -1 : 1;
	return 0;
}

static struct queue
sorted_transfers(const struct dumps *d, const struct process_group *g)
{
	struct queue q = {
	    xcalloc(g->end - g->transfers + 1, sizeof(struct record *)), 0};

	for (size_t i = g->transfers; i < g->end; i++)
		q.p[q.n++] = &d->record[i];
	if (q.n)
		qsort(q.p, q.n, sizeof(struct record *), compare_transfers);
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
