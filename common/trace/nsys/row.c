#include <stdio.h>

#include "common/trace/nsys/row.h"

enum { VALUE = 1 }; /* among the columns of texts */

/* The text that a field is, or is the number of: 1, 0: none. */
static int
find_text(struct sqlite_reader *s, size_t column, struct span *text)
{
	struct nsys_row *n = s->state;
	int64_t id;
	int got;

	if (!database_rows_integer(s->rows, column, &id)) {
		*text = database_rows_text(s->rows, column);
		return text->n > 0;
	}
	got = database_lookup_find(&n->texts, id);
	if (got > 0)
		*text = database_rows_text(n->texts.rows, VALUE);
	return got > 0 ? text->n > 0 : got;
}

/*
 * The name of the row, if it has any. One whose text is gone has its number
 * for a name, and counts as unreadable.
 */
static int
find_name(struct sqlite_reader *s, int64_t sort, struct span *name)
{
	struct nsys_row *n = s->state;
	int64_t id = 0;
	int got = 0;

	*name = nsys_sort_name(n->kind, sort, n->name);
	for (size_t i = NSYS_NAME; name->n == 0 && i <= NSYS_NAME_3; i++) {
		got = find_text(s, i, name);
		if (got < 0)
			return -1;
	}
	for (size_t i = NSYS_NAME; name->n == 0 && i <= NSYS_NAME_3; i++) {
		if (!database_rows_integer(s->rows, i, &id))
			continue;
		*name = (struct span){n->name,
		    (size_t)snprintf(n->name, sizeof n->name,
			"unknown_name_%lld", (long long)id)};
		s->unreadable++;
	}
	if (n->kind->column[NSYS_GLOBAL].n &&
	    span_is(span_of(n->kind->cat), "cuda_runtime"))
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
read_place(struct nsys_row *n, struct database_rows *r, struct kevent *e)
{
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

static bool
read_times(struct database_rows *r, struct kevent *e, bool with_end)
{
	int64_t start, end;

	return database_rows_integer(r, NSYS_START, &start) &&
	    (!with_end || database_rows_integer(r, NSYS_END, &end)) &&
	    sqlite_times(e, start, with_end ? &end : NULL);
}

/*
 * Which phase a row is of: a mark has no end, and a range may have none because
 * the recording ended first. NULL: it is no event.
 */
static const char *
phase_of(const struct sqlite_reader *s, int64_t sort)
{
	const struct nsys_row *n = s->state;
	bool ends = database_rows_text(s->rows, NSYS_END).n > 0;

	if (strcmp(n->kind->table, "NVTX_EVENTS") != 0)
		return "X";
	if (sort == NSYS_NVTX_MARK)
		return "i";
	if (sort < 0 || sort == NSYS_NVTX_PUSH_POP ||
	    sort == NSYS_NVTX_START_END)
		return ends ? "X" : "B";
	return NULL;
}

int
nsys_row_read(struct sqlite_reader *s, struct kevent *e)
{
	struct nsys_row *n = s->state;
	int64_t sort;
	const char *ph;

	if (!database_rows_integer(s->rows, NSYS_SORT, &sort))
		sort = -1;
	*e = (struct kevent){.asked = s->asked, .cat = span_of(n->kind->cat)};
	ph = phase_of(s, sort);
	if (!ph)
		return 0;
	if (find_name(s, sort, &e->name))
		return -1;
	e->ph = span_of(ph);
	e->group = category_group(e->cat, e->ph);
	if (!read_times(s->rows, e, *ph == 'X')) {
		s->r.lost++;
		return 0;
	}
	read_place(n, s->rows, e);
	for (size_t i = 0; i < s->nargs; i++)
		s->asked[i] = database_rows_text(s->rows, NSYS_COLUMNS + i);
	return s->r.whole && sqlite_keep_whole(s, e) ? -1 : 1;
}
