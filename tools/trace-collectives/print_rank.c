#include <math.h>
#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "tools/trace-collectives/measure.h"
#include "tools/trace-collectives/print.h"

/* What a rank did; waits count where another rank is there to wait for. */
struct rank_sums {
	uint32_t rank, order;
	int64_t events, duration;
	int64_t collectives, wait, most_wait, first, last;
	int64_t late; /* how long the others waited for it, on average */
};

static void
xadd(int64_t *sum, int64_t ns)
{
	if (fixed_add(sum, ns))
		die("the times of a rank do not add up to 64 bits");
}

static void
add_collective(
    struct rank_sums *sums, const struct job *j, const struct collective *c)
{
	struct measure m = measure_of(j, c);

	if (!m.met)
		return;
	for (size_t i = 0; i < c->n; i++) {
		const struct event *e = &j->event[c->first + i];
		struct rank_sums *s = &sums[e->rank];
		int64_t wait = wait_of(&m, e);

		s->collectives++;
		xadd(&s->wait, wait);
		s->most_wait = wait > s->most_wait ? wait : s->most_wait;
		s->first += e->rank == m.first_rank;
		s->last += e->rank == m.last_rank;
		if (e->rank == m.last_rank)
			xadd(&s->late,
			    fixed_divide(m.total_wait, (int64_t)c->n - 1));
	}
}

static int
compare_sums(const void *a, const void *b)
{
	const struct rank_sums *x = a, *y = b;

	if ((x->collectives == 0) != (y->collectives == 0))
		return x->collectives == 0 ? 1 : -1;
	if (x->wait != y->wait)
		return x->wait < y->wait ? -1 : 1;
	return (x->order > y->order) - (x->order < y->order);
}

static void
print_sums(struct print *p, const struct rank_sums *s)
{
	tsvw_field(p->out, pool_get(p->job->ranks, s->rank));
	tsvw_int(p->out, s->events);
	tsvw_us(p->out, s->duration);
	tsvw_int(p->out, s->collectives);
	if (s->collectives) {
		tsvw_us(p->out, s->wait);
		tsvw_us(p->out, fixed_divide(s->wait, s->collectives));
		tsvw_us(p->out, s->most_wait);
		tsvw_int(p->out, s->first);
		tsvw_int(p->out, s->last);
		tsvw_real(
		    p->out, 100 * (double)s->last / (double)s->collectives, 6);
		tsvw_us(p->out, s->late);
	} else {
		for (int i = 0; i < 7; i++)
			tsvw_empty(p->out);
	}
	print_node(p, s->rank);
	xtsvw_end(p->out);
}

void
print_ranks(struct print *p)
{
	const struct job *j = p->job;
	uint32_t n = pool_count(j->ranks);
	struct rank_sums *sums = xcalloc(n, sizeof *sums);

	for (uint32_t i = 0; i < n; i++) {
		sums[i].rank = i;
		sums[i].order = j->order[i];
	}
	for (size_t i = 0; i < j->events; i++) {
		sums[j->event[i].rank].events++;
		xadd(&sums[j->event[i].rank].duration, j->event[i].duration);
	}
	for (size_t i = 0; i < j->collectives; i++)
		add_collective(sums, j, &j->collective[i]);
	if (n)
		qsort(sums, n, sizeof *sums, compare_sums);
	for (uint32_t i = 0; i < n; i++)
		print_sums(p, &sums[i]);
	free(sums);
}
