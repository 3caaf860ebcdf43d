#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "common/cli/xkey.h"
#include "common/sequence/numbers.h"
#include "common/times/stats.h"
#include "tools/trace-collectives/collective_times.h"
#include "tools/trace-collectives/print_job.h"

/* Collectives of one name, type, size and group size. */
struct message {
	struct span key;
	const struct measure **measure; /* of each of them */
	size_t n, cap;
	int64_t latency; /* of all, ns */
};

struct messages {
	struct pool *keys;
	struct message *p; /* by the number of the key */
	size_t n, cap;
	struct measure *measure; /* by collective */
};

static uint32_t
message_key(const struct job *j, struct pool *keys, const struct event *e)
{
	const struct shape *s = shape_of(j, e);
	struct span name = shape_text(j, s, SHAPE_NAME);
	struct span dtype = shape_text(j, s, SHAPE_DTYPE);
	struct buf b = {0};
	char number[64];
	uint32_t id;
	int n;

	BUF_ADD_ALL(&b, name, span_of("\t"), dtype);
	n = snprintf(number, sizeof number, "\t%lld\t%lld",
	    (long long)s->in_nelems, (long long)s->group_size);
	buf_add(&b, number, (size_t)n);
	id = pool_add(keys, buf_span(&b));
	buf_free(&b);
	return id;
}

/* Of those that wait, which are the ones that have a latency. */
static void
collect(struct messages *all, const struct job *j)
{
	for (size_t i = 0; i < j->collectives; i++) {
		struct measure *one = &all->measure[i];
		struct message *m;
		uint32_t id;

		*one = measure_of(j, &j->collective[i]);
		if (!one->waits)
			continue;
		id = message_key(j, all->keys, one->event);
		if (id >= all->n)
			ARRAY_PUSH(all->p, all->n, &all->cap,
			    (struct message){.latency = 0});
		m = &all->p[id];
		ARRAY_PUSH(m->measure, m->n, &m->cap, one);
		if (fixed_add(&m->latency, one->latency))
			die("latencies do not add up to 64 bits");
	}
}

ORDER_BY(compare_messages, struct message, DOWN(latency),
    key_compare(x->key, y->key))

/* The values of a message's collectives: one of the times of a measure. */
static void
print_times(struct print *p, const struct message *m, size_t offset, bool sum)
{
	int64_t *v = xcalloc(m->n, sizeof *v);
	struct stats s;

	for (size_t i = 0; i < m->n; i++)
		memcpy(&v[i], (const char *)m->measure[i] + offset, sizeof *v);
	if (stats_of(v, m->n, &s))
		die("times do not add up to 64 bits");
	if (sum)
		tsvw_us(p->out, s.sum);
	tsvw_us(p->out, s.mean);
	tsvw_us(p->out, s.median);
	tsvw_us(p->out, s.min);
	tsvw_us(p->out, s.max);
	free(v);
}

/* The mean, median, least and greatest of those that are known. */
static void
print_rates(struct print *p, const struct message *m,
    double (*rate)(const struct measure *))
{
	double *v = xcalloc(m->n, sizeof *v), sum = 0;
	size_t n = 0;

	for (size_t i = 0; i < m->n; i++) {
		v[n] = rate(m->measure[i]);
		n += isfinite(v[n]);
	}
	qsort(v, n, sizeof *v, numbers_compare_real);
	for (size_t i = 0; i < n; i++)
		sum += v[i];
	print_rate(p, n ? sum / (double)n : (double)NAN);
	print_rate(p, n ? (v[(n - 1) / 2] + v[n / 2]) / 2 : (double)NAN);
	print_rate(p, n ? v[0] : (double)NAN);
	print_rate(p, n ? v[n - 1] : (double)NAN);
	free(v);
}

/* The group, if all are of one. */
static void
print_group(struct print *p, const struct message *m)
{
	uint32_t group = m->measure[0]->event->group;

	for (size_t i = 1; i < m->n; i++)
		if (m->measure[i]->event->group != group) {
			tsvw_empty(p->out);
			return;
		}
	tsvw_field(p->out, p->job->group[group].label);
}

static void
print_message(struct print *p, const struct message *m)
{
	const struct event *e = m->measure[0]->event;
	const struct shape *s = shape_of(p->job, e);
	int64_t ok = 0;

	for (size_t i = 0; i < m->n; i++) {
		enum collective_verdict v = m->measure[i]->verdict;

		ok += v == VERDICT_OK || v == VERDICT_SHIFTED;
	}
	print_text(p, e, SHAPE_NAME);
	print_text(p, e, SHAPE_DTYPE);
	tsvw_natural(p->out, s->in_nelems);
	tsvw_natural(p->out, s->group_size);
	print_group(p, m);
	tsvw_natural(p->out, m->measure[0]->full_bytes);
	tsvw_int(p->out, (int64_t)m->n);
	tsvw_int(p->out, ok);
	print_times(p, m, offsetof(struct measure, latency), true);
	print_times(p, m, offsetof(struct measure, start_skew), false);
	print_times(p, m, offsetof(struct measure, end_skew), false);
	print_rates(p, m, measure_algorithm_bandwidth);
	print_rates(p, m, measure_bus_bandwidth);
	xtsvw_end(p->out);
}

void
print_messages(struct print *p)
{
	struct messages all = {.keys = pool_new()};

	all.measure = xcalloc(p->job->collectives, sizeof *all.measure);
	collect(&all, p->job);
	for (uint32_t i = 0; i < all.n; i++)
		all.p[i].key = pool_get(all.keys, i);
	ARRAY_SORT(all.p, all.n, compare_messages);
	for (size_t i = 0; i < all.n; i++)
		print_message(p, &all.p[i]);
	for (size_t i = 0; i < all.n; i++)
		free(all.p[i].measure);
	free(all.p);
	free(all.measure);
	pool_free(all.keys);
}
