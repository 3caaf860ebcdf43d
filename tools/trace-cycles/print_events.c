#include <stdio.h>
#include <stdlib.h>

#include "common/x.h"
#include "tools/trace-cycles/marks.h"
#include "tools/trace-cycles/print.h"

const char *const print_event_columns[] = {
    "cycle", "rep", "position", "path", NULL};

static void
print_number(struct tsvw *out, uint32_t n)
{
	if (n)
		tsvw_int(out, n);
	else
		tsvw_empty(out);
}

/* From the outermost cycle inwards: "1:3/4:17". */
static void
write_path(
    struct buf *path, const struct view *view, uint32_t cycle, uint32_t rep)
{
	uint32_t parent = view[cycle - 1].found->parent;
	char step[40];
	int n;

	if (parent != CYCLE_NONE)
		write_path(
		    path, view, parent + 1, marks_parent_rep(view, cycle, rep));
	n = snprintf(step, sizeof step, "%s%u:%u",
	    parent == CYCLE_NONE ? "" : "/", cycle, rep);
	xbuf_add(path, step, (size_t)n);
}

static void
print_mark(struct tsvw *out, const struct view *view, const struct mark *m,
    struct buf *path)
{
	print_number(out, m->cycle);
	print_number(out, m->rep);
	print_number(out, m->position);
	path->n = 0;
	if (m->cycle)
		write_path(path, view, m->cycle, m->rep);
	tsvw_text(out, buf_span(path));
}

void
print_events(struct tsvw *out, const struct report *r)
{
	struct view *view = xcalloc(r->n, sizeof *view);
	struct mark *mark = marks_find(r);
	struct buf path = {0};

	if (!mark)
		die_memory();
	for (size_t i = 0; i < r->n; i++)
		view[i] = view_cycle(r, i);
	for (size_t i = 0; i < r->events->n; i++) {
		uint32_t event = r->events->order[i];

		tsvw_field(out, event_line(r->events, event));
		print_mark(out, view, &mark[event], &path);
		xtsvw_end(out);
	}
	buf_free(&path);
	free(mark);
	free(view);
}
