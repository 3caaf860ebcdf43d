#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "tools/trace-ideal/ideal.h"

enum { IDEAL_NONE = -1 };

void
ideal_start(struct ideal *d, int64_t rank, struct span phase, bool autopilot)
{
	struct ideal_table t = {
	    .rank = rank, .autopilot = autopilot, .total = -1};

	t.phase = pool_add(d->texts, phase);
	ARRAY_PUSH(d->table, d->n, &d->cap, t);
}

void
ideal_add(struct ideal *d, struct span name, struct span category,
    struct ideal_time time)
{
	struct ideal_table *t = &d->table[d->n - 1];
	struct ideal_kernel k = {.name = pool_add(d->texts, name),
	    .category = pool_add(d->texts, category),
	    .time = time};

	ARRAY_PUSH(t->kernel, t->n, &t->cap, k);
}

/* By name, and of one name the first. The context is not needed by qsort, so
 * places are sorted as pairs. */
struct place {
	uint32_t name, at;
};

ORDER_BY(compare_places, struct place, UP(name), UP(at))

static bool
time_equal(struct ideal_time a, struct ideal_time b)
{
	return a.cycles == b.cycles && a.ns == b.ns;
}

/* Keeps the first place of each name; returns how many have other times. */
static int64_t
index_names(struct ideal_table *t, const struct place *place)
{
	int64_t different = 0;

	for (size_t i = 0; i < t->n; i++) {
		uint32_t last = t->distinct ? t->by_name[t->distinct - 1] : 0;

		if (t->distinct == 0 || t->kernel[last].name != place[i].name)
			t->by_name[t->distinct++] = place[i].at;
		else if (!time_equal(
			     t->kernel[last].time, t->kernel[place[i].at].time))
			different++;
	}
	return different;
}

static void
list_categories(struct ideal_table *t)
{
	for (size_t i = 0; i < t->n; i++) {
		uint32_t category = t->kernel[i].category;

		if (ideal_category(t, category) == t->n_categories)
			t->categories[t->n_categories++] = category;
	}
}

static void
end_table(struct ideal *d, struct ideal_table *t)
{
	struct place *place = xcalloc(t->n + 1, sizeof *place);

	t->by_name = xcalloc(t->n + 1, sizeof *t->by_name);
	t->categories = xcalloc(t->n + 1, sizeof *t->categories);
	for (size_t i = 0; i < t->n; i++)
		place[i] = (struct place){t->kernel[i].name, (uint32_t)i};
	qsort(place, t->n, sizeof *place, compare_places);
	d->different += index_names(t, place);
	list_categories(t);
	free(place);
}

void
ideal_end(struct ideal *d)
{
	for (size_t i = 0; i < d->n; i++)
		end_table(d, &d->table[i]);
}

void
ideal_free(struct ideal *d)
{
	for (size_t i = 0; i < d->n; i++) {
		free(d->table[i].kernel);
		free(d->table[i].by_name);
		free(d->table[i].categories);
	}
	free(d->table);
}

const struct ideal_kernel *
ideal_find(const struct ideal_table *t, uint32_t name)
{
	size_t low = 0, high = t->distinct;

	BISECT(low, high, i, t->kernel[t->by_name[i]].name < name);
	if (low == t->distinct || t->kernel[t->by_name[low]].name != name)
		return NULL;
	return &t->kernel[t->by_name[low]];
}

size_t
ideal_category(const struct ideal_table *t, uint32_t category)
{
	size_t i = 0;

	while (i < t->n_categories && t->categories[i] != category)
		i++;
	return i;
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

/* The rank whose tables are compared; -1: all. */
static int64_t
rank_of(const struct job *j, const struct ideal *d)
{
	for (size_t i = 0; i < d->n; i++)
		if (d->table[i].rank == j->rank)
			return j->rank;
	return -1;
}

struct choice
choose_table(const struct job *j, const struct ideal *d, double mhz)
{
	int64_t rank = rank_of(j, d);
	struct choice c = {0};

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
	one.total = xcalloc(table->n_categories + 1, sizeof *one.total);
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
