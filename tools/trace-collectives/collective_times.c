#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/cli/x.h"
#include "tools/trace-collectives/collective_times.h"

const char *
verdict_word(enum collective_verdict v)
{
	static const char *const words[] = {
	    "ok", "partial", "differs", "shifted"};

	return words[v];
}

/* Must the ranks of this kind pass messages of one size? */
static bool
has_one_size(enum kind kind)
{
	return kind_waits(kind) || kind == KIND_UNKNOWN;
}

static bool
says_the_same(const struct shape *a, const struct shape *b)
{
	if (a->kind == KIND_TRANSFER && b->kind == KIND_TRANSFER)
		return true;
	return a->sign == b->sign &&
	    a->text[SHAPE_NAME] == b->text[SHAPE_NAME] &&
	    a->text[SHAPE_DTYPE] == b->text[SHAPE_DTYPE] &&
	    a->group_size == b->group_size &&
	    (!has_one_size(a->kind) ||
		(a->in_nelems == b->in_nelems &&
		    a->out_nelems == b->out_nelems));
}

/* The shape of the i-th event. */
static const struct shape *
shape_at(const struct measure *m, size_t i)
{
	return shape_of(m->job, &m->event[i]);
}

static bool
differs(const struct measure *m)
{
	for (size_t i = 1; i < m->n; i++)
		if (!says_the_same(shape_at(m, 0), shape_at(m, i)))
			return true;
	return false;
}

/*
 * How many ranks a group has of which no size is told: those that it names;
 * else all of the job, if it is the group of all or the traces tell how many
 * that are; else those that it has anywhere, which are two or more.
 */
static int64_t
likely_size(const struct job *j, const struct group *g)
{
	int64_t size = g->members.n ? (int64_t)g->members.n
	    : j->without_metadata || j->told_world > 0
	    ? j->world
	    : (int64_t)g->ranks_present;

	return size < 2 ? 2 : size;
}

static enum collective_verdict
verdict_by_ranks(const struct measure *m)
{
	const struct group *g = &m->job->group[m->event->group];
	int64_t n = (int64_t)m->n, size = m->group_size;

	if (differs(m) || (size >= 0 && n > size))
		return VERDICT_DIFFERS;
	if (n < (size < 0 ? likely_size(m->job, g) : size))
		return VERDICT_PARTIAL;
	for (size_t i = 0; i < m->n; i++)
		if (m->event[i].shifted)
			return VERDICT_SHIFTED;
	return VERDICT_OK;
}

/* Adds to a sum of sizes that may be unknown, and stays so. */
static void
add_size(int64_t *sum, int64_t size)
{
	if (*sum >= 0 && (size < 0 || fixed_add(sum, size)))
		*sum = -1;
}

/* The message's bytes: the whole result of an all-gather, the inputs of all
 * ranks of an all-to-all-v, else the input of one rank. */
static void
measure_sizes(struct measure *m)
{
	const struct shape *first = shape_at(m, 0);
	int64_t total = 0;

	m->most_in = first->in_bytes;
	for (size_t i = 0; i < m->n; i++) {
		const struct shape *s = shape_at(m, i);

		add_size(&total, s->in_bytes);
		add_size(&m->total_nelems, s->in_nelems);
		if (s->in_bytes > m->most_in)
			m->most_in = s->in_bytes;
	}
	m->full_bytes = first->kind == KIND_ALLTOALLV ? total
	    : first->kind == KIND_ALLGATHER           ? first->out_bytes
						      : first->in_bytes;
	if (m->verdict == VERDICT_DIFFERS && first->kind != KIND_ALLTOALLV)
		m->full_bytes = -1;
}

static void
measure_times(struct measure *m)
{
	const struct event *e = m->event;
	int64_t start = e->start, end = start + e->duration, first_end = end;

	m->last_start = start;
	m->latency = m->longest = e->duration;
	m->first_rank = m->last_rank = e->rank;
	for (size_t i = 0; i < m->n; i++) {
		int64_t ends = e[i].start + e[i].duration;

		if (e[i].start < start) {
			start = e[i].start;
			m->first_rank = e[i].rank;
		}
		if (e[i].start > m->last_start) {
			m->last_start = e[i].start;
			m->last_rank = e[i].rank;
		}
		end = ends > end ? ends : end;
		first_end = ends < first_end ? ends : first_end;
		if (e[i].duration < m->latency)
			m->latency = e[i].duration;
		if (e[i].duration > m->longest)
			m->longest = e[i].duration;
	}
	m->start_skew = m->last_start - start;
	m->end_skew = end - first_end;
	m->wall = end - start;
}

/* Sums that do not fit stay at the most: 292 years. */
static void
add_time(int64_t *sum, int64_t ns)
{
	if (fixed_add(sum, ns))
		*sum = INT64_MAX;
}

struct measure
measure_of(const struct job *j, const struct collective *c)
{
	const struct event *e = &j->event[c->first];
	const struct shape *first = shape_of(j, e);
	struct measure m = {
	    .job = j, .event = e, .n = c->n, .group_size = first->group_size};
	bool alike = true;

	m.verdict = verdict_by_ranks(&m);
	for (size_t i = 1; i < c->n; i++)
		alike = alike && shape_at(&m, i)->kind == first->kind;
	m.waits = alike &&
	    (kind_waits(first->kind) ||
		(first->kind == KIND_UNKNOWN && j->without_metadata));
	m.met = m.waits && c->n > 1;
	m.awaits =
	    m.met || (alike && first->kind == KIND_ALLTOALLV && c->n > 1);
	measure_sizes(&m);
	measure_times(&m);
	for (size_t i = 0; i < c->n; i++) {
		add_time(&m.sum, e[i].duration);
		add_time(&m.total_wait, wait_of(&m, &e[i]));
	}
	m.mean_wait = fixed_divide(m.total_wait, (int64_t)c->n);
	return m;
}

double
bandwidth(int64_t bytes, int64_t ns)
{
	if (bytes < 0 || ns <= 0)
		return (double)NAN;
	return (double)bytes / ((double)ns / 1e9);
}

double
measure_algorithm_bandwidth(const struct measure *m)
{
	return m->waits && shape_at(m, 0)->kind != KIND_UNKNOWN
	    ? bandwidth(m->full_bytes, m->latency)
	    : (double)NAN;
}

double
measure_bus_bandwidth(const struct measure *m)
{
	if (m->group_size < 1)
		return (double)NAN;
	return measure_algorithm_bandwidth(m) *
	    kind_bus_factor(shape_at(m, 0)->kind, m->group_size);
}

/* Those of an unknown size (-1) are alike: what a larger one takes longer is
 * not explained then, and its bound inconclusive. */
static bool
make_key(struct span kind, struct span dtype, int64_t bytes, int64_t size,
    char key[256])
{
	if (kind.n + dtype.n > 128)
		return false;
	snprintf(key, 256, "%.*s\t%.*s\t%lld\t%lld", (int)kind.n, kind.p,
	    (int)dtype.n, dtype.p, (long long)bytes, (long long)size);
	return true;
}

static bool
key_of(const struct measure *m, char key[256])
{
	const struct shape *s = shape_at(m, 0);

	return make_key(span_of(kind_word(s->kind)),
	    shape_text(m->job, s, SHAPE_DTYPE), m->full_bytes, m->group_size,
	    key);
}

static void
add(struct baselines *b, const char *key, int64_t ns)
{
	size_t n = pool_count(b->keys);
	uint32_t id = pool_add(b->keys, span_of(key));

	if (id == n)
		ARRAY_PUSH(b->ns, n, &b->cap, ns);
	else if (ns < b->ns[id])
		b->ns[id] = ns;
}

void
baselines_measure(struct baselines *b, const struct job *j)
{
	char key[256];

	b->keys = pool_new();
	for (size_t i = 0; i < j->collectives; i++) {
		struct measure m = measure_of(j, &j->collective[i]);

		if (m.met && m.verdict != VERDICT_DIFFERS && key_of(&m, key))
			add(b, key, m.latency);
	}
}

void
baselines_read(struct baselines *b, const char *path)
{
	static const char maker[] = "trace-collectives";
	struct tsv *in = xtsv_open_file(path);
	int kind = xtsv_column(in, "kind", maker);
	int dtype = xtsv_column(in, "dtype", maker);
	int bytes = xtsv_column(in, "full_bytes", maker);
	int size = xtsv_column(in, "group_size", maker);
	int baseline = xtsv_column(in, "baseline_us", maker);
	char key[256];

	b->keys = pool_new();
	b->given = true;
	while (xtsv_next(in))
		if (tsv_field(in, baseline).n &&
		    make_key(tsv_field(in, kind), tsv_field(in, dtype),
			xtsv_int_or(in, bytes, -1), xtsv_int_or(in, size, -1),
			key))
			add(b, key, xtsv_us(in, baseline));
	tsv_close(in);
}

void
baselines_free(struct baselines *b)
{
	pool_free(b->keys);
	free(b->ns);
}

int64_t
baselines_find(const struct baselines *b, const struct measure *m)
{
	char key[256];
	uint32_t id;

	if (!m->waits || m->verdict == VERDICT_DIFFERS || !key_of(m, key))
		return -1;
	id = pool_find(b->keys, span_of(key));
	return id == POOL_NONE ? -1 : b->ns[id];
}

const char *
baselines_word(
    const struct baselines *b, const struct measure *m, int64_t baseline)
{
	double mean = (double)m->sum / (double)m->n;
	double wait = (double)m->mean_wait, share;

	if (baseline < 0 || (!m->met && !b->given))
		return "inconclusive";
	if (!m->met)
		wait = mean > (double)baseline ? mean - (double)baseline : 0;
	if (3 * (wait + (double)baseline) < 2 * mean)
		return "inconclusive";
	share = wait / (wait + (double)baseline);
	return share * 3 <= 1 ? "transfer" : share * 3 >= 2 ? "skew" : "mixed";
}
