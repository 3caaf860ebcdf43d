#include <stdlib.h>

#include "common/cli/die.h"
#include "common/cli/x.h"
#include "common/meaning/column.h"
#include "tools/trace-history/history.h"

/* The columns that are measurements by their names, unless some were chosen. */
static void
open_values(struct history *t, const char *values)
{
	struct buf list = {0};

	for (int i = 0; !values && i < tsv_columns(t->in); i++) {
		struct span name = tsv_name(t->in, i);
		struct column c = column_of(name);

		if (c.kind < COLUMN_TIME || c.second)
			continue;
		BUF_ADD_ALL(&list, span_of(list.n ? "," : ""), name);
	}
	buf_add(&list, "", 1);
	xkey_open(&t->value, t->in, values ? values : list.p);
	buf_free(&list);
	if (t->value.n == 0)
		die("no column has a unit in its name: choose columns with -v");
}

/* The number of the row's key; a new one has series without values. */
static size_t
key_of(struct history *t)
{
	size_t key = pool_add(t->keys, xkey_of(&t->key, t->in));

	if (key < t->keys_n)
		return key;
	ARRAY_PUSH(t->places, t->keys_n, &t->keys_cap, 0);
	for (int i = 0; i < t->value.n; i++)
		ARRAY_PUSH(
		    t->series, t->series_n, &t->series_cap, (struct series){0});
	return key;
}

void
xhistory_add(struct history *t)
{
	size_t key = key_of(t);
	uint32_t run = (uint32_t)t->n;
	uint32_t carried = pool_add(t->carried, xkey_of(&t->carry, t->in));

	ARRAY_PUSH(
	    t->run, t->n, &t->cap, (struct run){++t->places[key], carried});
	for (int i = 0; i < t->value.n; i++) {
		struct series *s =
		    &t->series[key * (size_t)t->value.n + (size_t)i];
		size_t n = s->n;

		if (!tsv_field(t->in, t->value.column[i]).n)
			continue;
		ARRAY_PUSH(s->values, n, &s->values_cap,
		    xtsv_real(t->in, t->value.column[i]));
		ARRAY_PUSH(s->runs, s->n, &s->runs_cap, run);
	}
}

void
xhistory_open(struct history *t, struct tsv *in, const char *keys,
    const char *values, const char *carry)
{
	*t = (struct history){
	    .in = in, .keys = pool_new(), .carried = pool_new()};
	xkey_open(&t->key, in, keys);
	xkey_open(&t->carry, in, carry);
	open_values(t, values);
}

void
history_free(struct history *t)
{
	for (size_t i = 0; i < t->series_n; i++) {
		free(t->series[i].values);
		free(t->series[i].runs);
	}
	free(t->series);
	free(t->places);
	free(t->run);
	pool_free(t->keys);
	pool_free(t->carried);
	key_free(&t->key);
	key_free(&t->value);
	key_free(&t->carry);
}
