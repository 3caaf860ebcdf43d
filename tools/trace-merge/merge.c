#include <stdlib.h>

#include "common/bytes/order.h"
#include "tools/trace-merge/merge.h"

int
merge_rows_time(struct tsv *in, const struct row_columns *c, int64_t *ts)
{
	*ts = ROWS_NO_TIME;
	return tsv_us(in, c->ts, ts) < 0 ? -1 : 0;
}

int
merge_rows_add(
    struct rows *r, struct tsv *in, const struct row_columns *c, int64_t ts)
{
	struct span line = tsv_line(in);
	struct row row = {.ts = ts, .u.at = r->text.n, .n = line.n};

	if (c->dur != TSV_MISSING && tsv_us(in, c->dur, &row.dur) < 0)
		return -1;
	buf_add(&r->text, line.p, line.n);
	ARRAY_PUSH(r->row, r->n, &r->cap, row);
	return 0;
}

ORDER_BY(compare, struct row, UP(ts), DOWN(dur),
    span_compare(
	(struct span){x->u.line, x->n}, (struct span){y->u.line, y->n}))

void
merge_rows_sort(struct rows *r)
{
	for (size_t i = 0; i < r->n; i++)
		r->row[i].u.line = r->text.p + r->row[i].u.at;
	ARRAY_SORT(r->row, r->n, compare);
}

struct span
merge_rows_line(const struct rows *r, size_t i)
{
	return (struct span){r->row[i].u.line, r->row[i].n};
}

size_t
merge_rows_size(const struct rows *r)
{
	return r->n * sizeof *r->row + r->text.n;
}

void
merge_rows_clear(struct rows *r)
{
	r->n = 0;
	r->text.n = 0;
}

void
merge_rows_free(struct rows *r)
{
	free(r->row);
	buf_free(&r->text);
	*r = (struct rows){0};
}

static int
fail(struct merge *m, const struct tsv *table)
{
	m->error = tsv_error(table);
	return -1;
}

/*
 * Goes on to the table's next record, which is no earlier than `from`, and puts
 * its time into the heap; at the end, nothing.
 */
static int
advance(struct merge *m, uint32_t number, int64_t from)
{
	struct tsv *table = m->table[number];
	struct heap_entry e = {.number = number};
	int got = tsv_next(table);

	if (got == 0)
		return 0;
	if (got < 0 || merge_rows_time(table, &m->column, &e.time))
		return fail(m, table);
	if (e.time < from) {
		tsv_fail(table, "earlier than the record before; --sort sorts",
		    tsv_field(table, m->column.ts));
		return fail(m, table);
	}
	heap_push(&m->heap, e);
	return 0;
}

int
merge_open(
    struct merge *m, struct tsv **table, size_t n, struct row_columns column)
{
	*m = (struct merge){.table = table, .column = column};
	for (uint32_t i = 0; i < n; i++)
		if (advance(m, i, ROWS_NO_TIME))
			return -1;
	return 0;
}

/* Gathers all records of the earliest time. */
static int
fill_batch(struct merge *m)
{
	int64_t time = m->heap.entry[0].time;

	merge_rows_clear(&m->batch);
	m->next = 0;
	while (m->heap.n && m->heap.entry[0].time == time) {
		uint32_t number = heap_pop(&m->heap).number;
		struct tsv *table = m->table[number];

		if (merge_rows_add(&m->batch, table, &m->column, time))
			return fail(m, table);
		if (advance(m, number, time))
			return -1;
	}
	merge_rows_sort(&m->batch);
	return 0;
}

int
merge_next(struct merge *m, struct span *line)
{
	if (m->next == m->batch.n) {
		if (m->heap.n == 0)
			return 0;
		if (fill_batch(m))
			return -1;
	}
	*line = merge_rows_line(&m->batch, m->next++);
	return 1;
}

void
merge_free(struct merge *m)
{
	heap_free(&m->heap);
	merge_rows_free(&m->batch);
}
