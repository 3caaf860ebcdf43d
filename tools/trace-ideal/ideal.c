#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "tools/trace-ideal/ideal.h"

void
ideal_start(struct ideal *d, int64_t rank, struct span phase, bool autopilot)
{
	struct ideal_table t = {
	    .rank = rank, .autopilot = autopilot, .total = -1};

	t.phase = pool_add(d->texts, phase.n ? phase : span_of("UNKN"));
	ARRAY_PUSH(d->table, d->n, &d->cap, t);
}

static bool
time_equal(struct ideal_time a, struct ideal_time b)
{
	return a.cycles == b.cycles && a.ns == b.ns;
}

void
ideal_add(struct ideal *d, struct span name, struct span category,
    struct ideal_time time)
{
	struct ideal_table *t = &d->table[d->n - 1];
	struct ideal_kernel k = {.name = pool_add(d->texts, name),
	    .category = pool_add(d->texts, category),
	    .time = time};
	size_t known = t->names.n, id = idpool_add(&t->names, k.name);

	if (id == known) {
		ARRAY_RESERVE(t->first, &t->first_cap, id + 1);
		t->first[id] = (uint32_t)t->n;
	} else if (!time_equal(t->kernel[t->first[id]].time, time)) {
		d->different++;
	}
	t->timed = t->timed || time.cycles < 0;
	(void)idpool_add(&t->categories, k.category);
	ARRAY_PUSH(t->kernel, t->n, &t->cap, k);
}

void
ideal_free(struct ideal *d)
{
	for (size_t i = 0; i < d->n; i++) {
		free(d->table[i].kernel);
		free(d->table[i].first);
		idpool_free(&d->table[i].names);
		idpool_free(&d->table[i].categories);
	}
	free(d->table);
}

const struct ideal_kernel *
ideal_find(const struct ideal_table *t, uint32_t name)
{
	uint32_t id = idpool_find(&t->names, name);

	return id == IDPOOL_NONE ? NULL : &t->kernel[t->first[id]];
}

/* Whether two tables have the same kernels with the same times. */
static bool
ideal_same(const struct ideal_table *a, const struct ideal_table *b)
{
	if (a->n != b->n || a->autopilot != b->autopilot)
		return false;
	for (size_t i = 0; i < a->n; i++)
		if (a->kernel[i].name != b->kernel[i].name ||
		    !time_equal(a->kernel[i].time, b->kernel[i].time))
			return false;
	return true;
}

struct ideal_time
ideal_sum(const struct ideal_table *t)
{
	struct ideal_time sum = {0};

	for (size_t i = 0; i < t->n; i++) {
		if (t->kernel[i].time.cycles >= 0)
			sum.cycles += t->kernel[i].time.cycles;
		else
			sum.ns += t->kernel[i].time.ns;
	}
	return sum;
}

double
ideal_us(struct ideal_time t, double mhz)
{
	return (t.cycles > 0 ? (double)t.cycles / mhz : 0) + (double)t.ns / 1e3;
}

/*
 * A table below the one, or with another one this near, is not certain. Nor is
 * one that lacks the sequence of the job's first kernels: counts and times
 * alone can fit a table of other kernels.
 */
#define CHOOSE_CERTAIN 0.8
#define CHOOSE_NEAR 0.2

/* Do the job's first kernels stand in the table, from there on? */
static bool
stands_at(const struct job *j, size_t n, const struct ideal_table *t, size_t at)
{
	for (size_t i = 0; i < n; i++)
		if (t->kernel[at + i].name != j->first[i])
			return false;
	return true;
}

static bool
in_sequence(const struct job *j, const struct ideal_table *t)
{
	size_t n = j->n < CHOOSE_FIRST ? (size_t)j->n : CHOOSE_FIRST;
	size_t m = t->n < CHOOSE_KERNELS ? t->n : CHOOSE_KERNELS;

	for (size_t at = 0; at + n <= m; at++)
		if (stands_at(j, n, t, at))
			return true;
	return false;
}

double
choose_score(const struct job *j, const struct ideal_table *t, double mhz)
{
	double ideal = ideal_us(ideal_sum(t), mhz);

	if (j->n == 0 || (size_t)j->n > t->n || !(j->us > 0) || ideal > j->us)
		return 0;
	return (in_sequence(j, t) ? 0.5 : 0.25) +
	    0.5 * (double)j->n / (double)t->n + 0.5 * ideal / j->us;
}

struct choice
choose_table(const struct job *j, const struct ideal *d, double mhz)
{
	int64_t rank = -1; /* whose tables are compared; -1: all */
	struct choice c = {0};

	for (size_t i = 0; i < d->n; i++)
		if (d->table[i].rank == j->rank)
			rank = j->rank;
	for (size_t i = 0; i < d->n; i++) {
		const struct ideal_table *t = &d->table[i];
		double score = choose_score(j, t, mhz);

		if ((rank < 0 || t->rank == rank) && score > c.score) {
			c.table = t;
			c.score = score;
		}
	}
	for (size_t i = 0; c.table && i < d->n; i++) {
		const struct ideal_table *t = &d->table[i];
		bool other =
		    (rank < 0 || t->rank == rank) && !ideal_same(t, c.table);
		double score = other ? choose_score(j, t, mhz) : 0;

		c.second = score > c.second ? score : c.second;
	}
	c.uncertain = c.table &&
	    (!in_sequence(j, c.table) || c.score < CHOOSE_CERTAIN ||
		(c.second > 0 && c.score - c.second <= CHOOSE_NEAR));
	return c;
}

void
totals_free(struct totals_list *l)
{
	for (size_t i = 0; i < l->n; i++)
		free(l->list[i].total);
	free(l->list);
}

/* Rows of one group follow each other, mostly: the search begins at the last.
 */
struct totals *
totals_of(struct totals_list *l, uint32_t key, const struct ideal_table *table)
{
	struct totals one = {.key = key, .table = table};

	for (size_t i = l->n; i-- > 0;)
		if (l->list[i].key == key && l->list[i].table == table)
			return &l->list[i];
	one.total = xcalloc(table->categories.n + 1, sizeof *one.total);
	ARRAY_PUSH(l->list, l->n, &l->cap, one);
	return &l->list[l->n - 1];
}

void
total_add(struct total *t, const struct total *one)
{
	t->calls += one->calls;
	if (fixed_add(&t->ns, one->ns))
		t->ns = INT64_MAX; /* 292 years */
	t->cycles += one->cycles;
	t->counted += one->counted;
	if (one->ideal.cycles > 0)
		t->ideal.cycles += one->ideal.cycles;
	t->ideal.ns += one->ideal.ns;
}
