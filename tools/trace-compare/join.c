#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "tools/trace-compare/join.h"

enum { NAME_ROOM = 100 };

static int
find_count(const struct names *names, struct span rest)
{
	int at;

	if (span_starts(rest, "_period"))
		return plan_find(names, span_of("periods"));
	at = plan_find(names, span_of("count"));
	return at < 0 ? plan_find(names, span_of("reps")) : at;
}

/* "stddev" and what follows "sum" or "mean" in the value's name. */
struct noise_columns
noise_find(struct span value, const struct names *names)
{
	static const char *const words[] = {[SUM_ERROR_DEVIATION] = "stddev",
	    [SUM_ERROR_LAG] = "lag1",
	    [SUM_ERROR_MIN] = "min",
	    [SUM_ERROR_MAX] = "max"};
	bool mean = span_starts(value, "mean");
	struct noise_columns c = {{-1, -1, -1, -1, -1}, mean};
	struct span rest = span_cut(value, mean ? 4 : 3, value.n);

	if ((!mean && !span_starts(value, "sum")) || rest.n > NAME_ROOM / 2)
		return c;
	c.at[SUM_ERROR_COUNT] = find_count(names, rest);
	for (int i = SUM_ERROR_DEVIATION; i < SUM_ERRORS; i++) {
		char name[NAME_ROOM];
		size_t unit =
		    i == SUM_ERROR_LAG && span_ends(rest, "_us") ? 3 : 0;

		(void)snprintf(name, sizeof name, "%s%.*s", words[i],
		    (int)(rest.n - unit), rest.p);
		c.at[i] = plan_find(names, span_of(name));
	}
	return c;
}

enum { QUOTIENT_PLACES = 3 }; /* at least: those of microseconds */

void
join_open(struct join *j, size_t tables, size_t columns)
{
	*j = (struct join){.tables = tables,
	    .columns = columns,
	    .keys = pool_new(),
	    .scale = xcalloc(columns + 1, sizeof *j->scale)};
}

void
join_free(struct join *j)
{
	pool_free(j->keys);
	free(j->scale);
	free(j->sum);
	free(j->seen);
	free(j->sides);
}

static size_t
cell(const struct join *j, uint32_t row, size_t table, size_t column)
{
	return ((size_t)row * j->tables + table) * j->columns + column;
}

/* Room for one more row, of zeros. */
static void
add_row(struct join *j, uint32_t row)
{
	size_t at = cell(j, row, 0, 0), n = j->tables * j->columns;
	size_t before = row * j->tables;

	ARRAY_RESERVE(j->sum, &j->sum_cap, at + n);
	ARRAY_RESERVE(j->seen, &j->seen_cap, at + n);
	ARRAY_RESERVE(j->sides, &j->sides_cap, before + j->tables);
	memset(j->sum + at, 0, n * sizeof *j->sum);
	memset(j->seen + at, 0, n);
	memset(j->sides + before, 0, j->tables * sizeof *j->sides);
}

uint32_t
join_row(struct join *j, size_t table, struct span key)
{
	uint32_t before = pool_count(j->keys), row = pool_add(j->keys, key);

	if (row == before)
		add_row(j, row);
	j->sides[row * j->tables + table].any = true;
	return row;
}

int
join_add(struct join *j, uint32_t row, size_t table, size_t column, decimal v,
    int places)
{
	size_t at = cell(j, row, table, column);
	struct scale *s = &j->scale[column];

	if (!s->any || places < s->least)
		s->least = places;
	if (!s->any || places > s->most)
		s->most = places;
	s->any = true;
	j->seen[at] += j->seen[at] < 2;
	return decimal_add(&j->sum[at], v);
}

void
join_add_noise(struct join *j, uint32_t row, size_t table, struct sum_error n)
{
	sum_error_add(&j->sides[row * j->tables + table].noise, n);
}

struct sum_error
join_noise(const struct join *j, uint32_t row, size_t table)
{
	return j->sides[row * j->tables + table].noise;
}

int
join_add_row(
    struct join *j, uint32_t row, const struct join *from, uint32_t other)
{
	for (size_t t = 0; t < j->tables; t++) {
		join_add_noise(j, row, t, join_noise(from, other, t));
		for (size_t c = 0; c < j->columns; c++) {
			size_t at = cell(from, other, t, c);

			if (from->seen[at] &&
			    join_add(j, row, t, c, from->sum[at], 0))
				return -1;
		}
	}
	return 0;
}

bool
join_has(const struct join *j, uint32_t row, size_t table)
{
	return j->sides[row * j->tables + table].any;
}

bool
join_has_rows(const struct join *j, size_t table)
{
	for (uint32_t r = 0; r < pool_count(j->keys); r++)
		if (join_has(j, r, table))
			return true;
	return false;
}

bool
join_is_ambiguous(
    const struct join *j, const struct value *v, uint32_t row, size_t table)
{
	return v->bottom == PLAN_NONE && v->about.never &&
	    j->seen[cell(j, row, table, (size_t)v->top)] > 1;
}

struct number
join_value(
    const struct join *j, const struct value *v, uint32_t row, size_t table)
{
	size_t top = cell(j, row, table, (size_t)v->top), bottom;
	struct number n = {j->seen[top] > 0, j->sum[top]};

	if (join_is_ambiguous(j, v, row, table))
		n.there = false;
	if (!n.there || v->bottom == PLAN_NONE)
		return n;
	bottom = cell(j, row, table, (size_t)v->bottom);
	n.there = decimal_divide(
		      n.v, j->sum[bottom], join_scale(j, v).most, &n.v) == 0;
	return n;
}

struct scale
join_scale(const struct join *j, const struct value *v)
{
	struct scale s = j->scale[v->top];

	if (v->bottom == PLAN_NONE)
		return s;
	if (s.least != s.most)
		return (struct scale){true, 0, DECIMAL_PLACES};
	if (s.most < QUOTIENT_PLACES)
		s.least = s.most = QUOTIENT_PLACES;
	return s;
}
