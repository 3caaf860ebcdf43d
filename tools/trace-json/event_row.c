#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/bytes/number.h"
#include "common/bytes/order.h"
#include "common/bytes/pool.h"
#include "common/json/repair.h"
#include "common/meaning/event_category.h"
#include "common/trace/file_facts.h"
#include "tools/trace-json/event_row.h"

#define LINK_STRIDE (INT64_C(1) << 40)
#define LINK_RANKS INT64_C(8190)
#define LINK_OTHERS (LINK_RANKS * LINK_STRIDE)
#define PROCESS_OTHERS METADATA_PIDS_MOST
#define PROCESS_RANKS (PROCESS_OTHERS / PROCESS_STRIDE)

struct process {
	bool named, device;
};

/* Pools have texts with their ranks before them. */
struct ids {
	struct pool *links, *processes; /* those that do not fit */
	struct pool *noted;             /* processes */
	struct process *process;        /* by the number of those */
	size_t n, cap, next;
	struct buf key;
};

struct ids *
ids_new(void)
{
	struct ids *s = xcalloc(1, sizeof *s);

	s->links = pool_new();
	s->processes = pool_new();
	s->noted = pool_new();
	return s;
}

void
ids_free(struct ids *s)
{
	if (!s)
		return;
	pool_free(s->links);
	pool_free(s->processes);
	pool_free(s->noted);
	free(s->process);
	buf_free(&s->key);
	free(s);
}

/* A number below `most` as numbers are written, so that no two are one. */
static bool
is_below(struct span text, int64_t most, int64_t *v)
{
	return fixed_parse_natural(text, v) == 0 && *v < most;
}

/* The number of a rank's text in a pool. */
static int64_t
number_in(struct ids *s, struct pool *pool, struct span rank, struct span text)
{
	return pool_add(pool, BUF_JOIN(&s->key, rank, span_of("\t"), text));
}

int64_t
ids_link_number(struct ids *s, struct span rank, struct span id)
{
	int64_t r, v;

	if (is_below(rank, LINK_RANKS, &r) && is_below(id, LINK_STRIDE, &v))
		return r * LINK_STRIDE + v;
	return LINK_OTHERS + number_in(s, s->links, rank, id);
}

void
ids_link(struct ids *s, struct buf *out, struct span rank, struct span id)
{
	buf_add_int(out, ids_link_number(s, rank, id));
}

void
ids_process(struct ids *s, struct buf *out, struct span rank, struct span pid)
{
	int64_t r, v;

	if (!is_below(pid, INT64_MAX, &v)) {
		BUF_ADD_ALL(out, span_of("rank "), rank, span_of(": "), pid);
		return;
	}
	if (is_below(rank, PROCESS_RANKS, &r) && v < PROCESS_STRIDE) {
		buf_add_int(out, r * PROCESS_STRIDE + v);
		return;
	}
	buf_add_int(
	    out, PROCESS_OTHERS + number_in(s, s->processes, rank, pid));
}

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

void
ids_note(struct ids *s, const struct row *r)
{
	struct span rank = r->text[ROW_RANK], pid = r->text[ROW_PID];
	struct span cat = r->text[ROW_CAT];
	size_t number;

	if (!rank.n || !number_is(pid))
		return;
	number = (size_t)number_in(s, s->noted, rank, pid);
	if (number == s->n)
		ARRAY_PUSH(s->process, s->n, &s->cap, (struct process){0});
	if (span_is(r->text[ROW_NAME], "process_name"))
		s->process[number].named = true;
	if (event_category_on_device(
		cat, event_category_group(cat, r->text[ROW_PH])))
		s->process[number].device = true;
}

bool
ids_next_nameless(struct ids *s, struct row *r, struct buf *name)
{
	const char *what;
	struct span key;

	while (s->next < s->n && s->process[s->next].named)
		s->next++;
	if (s->next == s->n)
		return false;
	key = pool_get(s->noted, (uint32_t)s->next);
	r->text[ROW_RANK] = span_take(&key, '\t');
	r->text[ROW_PID] = key;
	what = s->process[s->next++].device ? ": GPU " : ": process ";
	name->n = 0;
	BUF_ADD_ALL(name, span_of("rank "), r->text[ROW_RANK], span_of(what),
	    r->text[ROW_PID]);
	return true;
}

void
flows_free(struct flows *f)
{
	free(f->flow);
	free(f->end);
}

void
flows_add(struct flows *f, const struct flow *flow)
{
	for (int side = 0; side < 2; side++) {
		struct flow_end end = {flow->row[side], f->n, side};

		ARRAY_PUSH(f->end, f->ends, &f->end_cap, end);
	}
	ARRAY_PUSH(f->flow, f->n, &f->cap, *flow);
}

ORDER_BY(compare, struct flow_end, UP(row), UP(flow), UP(side))

void
flows_sort(struct flows *f)
{
	ARRAY_SORT(f->end, f->ends, compare);
}

struct flow_end *
flows_at(const struct flows *f, int64_t row, size_t *n)
{
	size_t first = 0, high = f->ends;

	BISECT(first, high, i, f->end[i].row < row);
	*n = 0;
	while (first + *n < f->ends && f->end[first + *n].row == row)
		++*n;
	return *n ? &f->end[first] : NULL;
}

size_t
flows_unmet(const struct flows *f, size_t *reversed)
{
	size_t unmet = 0;

	*reversed = 0;
	for (size_t i = 0; i < f->n; i++) {
		const struct flow *flow = &f->flow[i];

		if (flow->met[0] && flow->met[1])
			*reversed += flow->ts[1] < flow->ts[0];
		else
			unmet++;
	}
	return unmet;
}
