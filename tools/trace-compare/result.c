#include <math.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/cli/xkey.h"
#include "tools/trace-compare/result.h"

bool
value_adds_up(const struct value *v)
{
	return v->bottom == PLAN_NONE && !v->about.never;
}

struct change
change_of(
    const struct join *j, const struct value *v, uint32_t row, size_t other)
{
	struct change c = {join_value(j, v, row, 0),
	    join_value(j, v, row, other), {false, 0}, NAN, NAN};
	decimal a = c.a.there ? c.a.v : 0, b = c.b.there ? c.b.v : 0;

	c.delta.there = (c.a.there && c.b.there) ||
	    (value_adds_up(v) && (c.a.there || c.b.there));
	c.delta.v = b - a;
	if (!c.a.there || !c.b.there || a == 0)
		return c;
	c.ratio = decimal_real(b) / decimal_real(a);
	c.percent = 100 * decimal_real(b - a) / fabs(decimal_real(a));
	return c;
}

enum outcome
outcome_of(const struct join *j, const struct value *v,
    const struct threshold *t, uint32_t row, size_t other)
{
	bool in_a = join_has(j, row, 0), in_b = join_has(j, row, other);
	struct number a = join_value(j, v, row, 0),
		      b = join_value(j, v, row, other);

	if (in_a != in_b)
		return in_a ? OUTCOME_ONLY_A : OUTCOME_ONLY_B;
	return a.there && b.there ? compare_judge(t, a.v, b.v) : OUTCOME_NONE;
}

int
total_of(struct join *total, const struct join *j)
{
	static const char name[] = "total";
	uint32_t row = 0;

	if (join_open(total, j->tables, j->columns))
		return -1;
	for (size_t t = 0; t < j->tables; t++) {
		row = join_row(total, t, (struct span){name, sizeof name - 1});
		if (row == POOL_NONE)
			return -1;
	}
	for (uint32_t r = 0; r < pool_count(j->keys); r++)
		if (join_add_row(total, row, j, r))
			return -1;
	memcpy(total->scale, j->scale, j->columns * sizeof *j->scale);
	return 0;
}

struct rank {
	decimal amount; /* the greater, the earlier */
	struct span key;
	uint32_t row;
};

static int
compare_rank(const void *left, const void *right)
{
	const struct rank *a = left, *b = right;

	if (a->amount != b->amount)
		return a->amount > b->amount ? -1 : 1;
	return key_compare(a->key, b->key);
}

static decimal
amount_of(
    const struct join *j, const struct value *v, enum order order, uint32_t row)
{
	decimal most = 0;

	for (size_t t = 0; t < j->tables; t++) {
		struct change c = change_of(j, v, row, t);
		struct number n = order == ORDER_DELTA ? c.delta : c.b;

		if (n.there && decimal_abs(n.v) > most)
			most = decimal_abs(n.v);
	}
	return most;
}

uint32_t *
rows_in_order(const struct join *j, const struct value *v, enum order order)
{
	uint32_t n = pool_count(j->keys);
	uint32_t *row = xcalloc((size_t)n + 1, sizeof *row);
	struct rank *rank = xcalloc((size_t)n + 1, sizeof *rank);

	for (uint32_t i = 0; row && rank && i < n; i++) {
		rank[i] = (struct rank){0, pool_get(j->keys, i), i};
		if (order == ORDER_DELTA || order == ORDER_VALUE)
			rank[i].amount = amount_of(j, v, order, i);
	}
	if (rank && order != ORDER_INPUT)
		qsort(rank, n, sizeof *rank, compare_rank);
	for (uint32_t i = 0; row && rank && i < n; i++)
		row[i] = rank[i].row;
	if (!rank) {
		free(row);
		row = NULL;
	}
	free(rank);
	return row;
}
