#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/fixed.h"
#include "common/json/repair.h"
#include "tools/trace-json/event_row.h"

/* As enum row_column has them. */
const char *const row_names[ROW_COLUMNS] = {"ts_us", "dur_us", "name", "cat",
    "ph", "id", "pid", "tid", "device", "stream", "correlation", "external_id",
    "args", "rest", "rank", "lane", "unit", "value", "row"};

/*
 * An escaped field, unescaped. The scratch has room for the whole record, so
 * that texts stay in place.
 */
static void
unescape(struct row *r, struct span *text)
{
	size_t start = r->scratch.n;

	if (text->n == 0 || !memchr(text->p, '\\', text->n))
		return;
	tsv_unescape(&r->scratch, *text);
	*text = span_cut(buf_span(&r->scratch), start, r->scratch.n);
}

static int
read_time(struct tsv *in, int column, bool *has, int64_t *ns)
{
	int got = column == TSV_MISSING ? 0 : tsv_us(in, column, ns);

	*has = got > 0;
	return got < 0 ? -1 : 0;
}

/* A whole number from 0 on, or what stands for none. */
static int
read_number(struct tsv *in, int column, int64_t none, int64_t *v)
{
	int got = column == TSV_MISSING ? 0 : tsv_int(in, column, v);

	if (got == 0)
		*v = none;
	if (got > 0 && *v < 0)
		return tsv_fail(in, "it is negative", tsv_field(in, column));
	return got < 0 ? -1 : 0;
}

int
row_read(struct row *r, struct tsv *in, const int column[ROW_COLUMNS])
{
	struct span line = tsv_line(in);
	bool escaped = span_holds(line, '\\');

	r->scratch.n = 0;
	/* Texts lie in there: it may not move while the record is read. */
	if (escaped)
		buf_reserve(&r->scratch, 2 * line.n + 1);
	for (int i = 0; i < ROW_COLUMNS; i++) {
		r->text[i] = tsv_field_or_none(in, column[i]);
		if (escaped)
			unescape(r, &r->text[i]);
	}
	if (read_time(in, column[ROW_TS], &r->has_ts, &r->ts) ||
	    read_time(in, column[ROW_DUR], &r->has_dur, &r->dur) ||
	    read_number(in, column[ROW_LANE], 0, &r->lane) ||
	    read_number(in, column[ROW_NUMBER], -1, &r->number))
		return -1;
	r->whole = column[ROW_ARGS] != TSV_MISSING;
	r->bare = column[ROW_REST] == TSV_MISSING;
	r->compact = json_is_compact(r->text[ROW_ARGS]);
	if (column[ROW_PH] == TSV_MISSING)
		r->text[ROW_PH] = span_of(r->has_dur ? "X"
			: r->text[ROW_VALUE].n       ? "C"
						     : "i");
	return 0;
}
