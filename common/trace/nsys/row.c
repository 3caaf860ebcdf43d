#include <stdio.h>

#include "common/trace/nsys/row.h"

/* The text that a field is, or is the number of: 1, 0: none. */
static int
find_text(struct nsys_row *n, size_t column, struct span *text)
{
	int64_t id;

	if (!database_rows_integer(n->rows, column, &id)) {
		*text = database_rows_text(n->rows, column);
		return text->n > 0;
	}
	return nsys_texts_find(&n->texts, id, text);
}

/*
 * The name of the row, if it has any. One whose text is gone has its number
 * for a name, and counts as unreadable.
 */
static int
find_name(struct nsys_row *n, const struct nsys_kind *kind, int64_t sort,
    struct span *name)
{
	int64_t id = 0;
	int got = 0;

	*name = nsys_sort_name(kind, sort, n->name);
	for (size_t i = NSYS_NAME; name->n == 0 && i <= NSYS_NAME_3; i++) {
		got = find_text(n, i, name);
		if (got < 0)
			return -1;
	}
	for (size_t i = NSYS_NAME; name->n == 0 && i <= NSYS_NAME_3; i++) {
		if (!database_rows_integer(n->rows, i, &id))
			continue;
		*name = (struct span){n->name,
		    (size_t)snprintf(n->name, sizeof n->name,
			"unknown_name_%lld", (long long)id)};
		n->unreadable++;
	}
	if (kind->column[NSYS_GLOBAL].n &&
	    span_is(span_of(kind->cat), "cuda_runtime"))
		*name = nsys_call_name(*name);
	return 0;
}

static struct span
print_number(char *out, int64_t v)
{
	return (struct span){
	    out, (size_t)snprintf(out, NSYS_NUMBER, "%lld", (long long)v)};
}

/*
 * Process, thread and device. Numbers of correlations are those of one process:
 * those of all but the first one that comes get its number in front.
 */
static void
read_place(struct nsys_row *n, struct kevent *e)
{
	struct database_rows *r = n->rows;
	int64_t global, device, process = -1;

	if (database_rows_integer(r, NSYS_GLOBAL, &global)) {
		process = global >> 24 & 0xFFFFFF;
		e->pid = print_number(n->pid, process);
		if (e->group != GROUP_GPU && global & 0xFFFFFF)
			e->tid = print_number(n->tid, global & 0xFFFFFF);
		if (n->first_process < 0)
			n->first_process = process;
	}
	if (database_rows_integer(r, NSYS_DEVICE, &device))
		e->device = print_number(
		    n->device, nsys_target_gpu(&n->target, process, device));
	e->stream = database_rows_text(r, NSYS_STREAM);
	e->correlation = database_rows_text(r, NSYS_CORRELATION);
	if (e->correlation.n && e->correlation.n < NSYS_NUMBER &&
	    process != n->first_process)
		e->correlation = (struct span){n->correlation,
		    (size_t)snprintf(n->correlation, sizeof n->correlation,
			"%.*s/%.*s", (int)e->pid.n, e->pid.p,
			(int)e->correlation.n, e->correlation.p)};
}

/* False when a time is missing, or the end precedes the start. */
static bool
read_times(struct nsys_row *n, struct kevent *e, bool with_end)
{
	int64_t end;

	if (!database_rows_integer(n->rows, NSYS_START, &e->ts) || e->ts < 0 ||
	    e->ts > KEVENT_TIME_MAX)
		return false;
	e->has_ts = true;
	if (!with_end)
		return true;
	if (!database_rows_integer(n->rows, NSYS_END, &end) || end < e->ts ||
	    end > KEVENT_TIME_MAX)
		return false;
	e->dur = end - e->ts;
	return e->has_dur = true;
}

/*
 * Which phase a row is of: a mark has no end, and a range may have none because
 * the recording ended first. NULL: it is no event.
 */
static const char *
phase_of(struct nsys_row *n, const struct nsys_kind *kind, int64_t sort)
{
	bool ends = database_rows_text(n->rows, NSYS_END).n > 0;

	if (strcmp(kind->table, "NVTX_EVENTS") != 0)
		return "X";
	if (sort == NSYS_NVTX_MARK)
		return "i";
	if (sort < 0 || sort == NSYS_NVTX_PUSH_POP ||
	    sort == NSYS_NVTX_START_END)
		return ends ? "X" : "B";
	return NULL;
}

/*
 * What other tools look for among the arguments, and all columns of the row.
 */
static int
keep_whole(struct nsys_row *n, struct kevent *e)
{
	struct whole *w = n->whole;
	int got =
	    n->all ? database_rows_find(n->all, database_rows_id(n->rows)) : 0;

	if (got < 0 || whole_begin(w, e))
		return -1;
	for (size_t i = 0; got && i < database_rows_columns(n->all); i++) {
		struct span text = database_rows_text(n->all, i);

		if (text.n && whole_put(w, database_rows_name(n->all, i), text))
			return -1;
	}
	if (whole_end(w))
		return -1;
	e->args = buf_span(&w->args);
	return 0;
}

int
nsys_row_read(
    struct nsys_row *n, const struct nsys_kind *kind, struct kevent *e)
{
	int64_t sort;
	const char *ph;

	if (!database_rows_integer(n->rows, NSYS_SORT, &sort))
		sort = -1;
	*e = (struct kevent){.asked = n->asked, .cat = span_of(kind->cat)};
	ph = phase_of(n, kind, sort);
	if (!ph)
		return 0;
	if (find_name(n, kind, sort, &e->name))
		return -1;
	e->ph = span_of(ph);
	e->group = category_group(e->cat, e->ph);
	if (!read_times(n, e, *ph == 'X')) {
		n->lost++;
		return 0;
	}
	read_place(n, e);
	for (size_t i = 0; i < n->nargs; i++)
		n->asked[i] = database_rows_text(n->rows, NSYS_COLUMNS + i);
	return n->whole && keep_whole(n, e) ? -1 : 1;
}
