#include "tools/trace-merge/merge.h"

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
