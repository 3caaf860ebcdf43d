#include "tools/trace-ideal/choose.h"

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
