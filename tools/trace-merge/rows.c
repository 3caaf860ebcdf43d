#include <stdlib.h>

#include "tools/trace-merge/rows.h"

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

static int
compare(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	if (x->ts != y->ts)
		return x->ts < y->ts ? -1 : 1;
	if (x->dur != y->dur)
		return x->dur > y->dur ? -1 : 1;
	return span_compare(
	    (struct span){x->u.line, x->n}, (struct span){y->u.line, y->n});
}

void
merge_rows_sort(struct rows *r)
{
	for (size_t i = 0; i < r->n; i++)
		r->row[i].u.line = r->text.p + r->row[i].u.at;
	if (r->n > 1)
		qsort(r->row, r->n, sizeof *r->row, compare);
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
