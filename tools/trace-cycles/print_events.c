#include <stdlib.h>

#include "common/cli/x.h"
#include "tools/trace-cycles/marks.h"
#include "tools/trace-cycles/print.h"
#include "tools/trace-cycles/row.h"

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

static void
print_mark(struct tsvw *out, const struct report *r, const struct mark *m,
    struct buf *path)
{
	print_number(out, m->cycle);
	row_which(out, m->which);
	print_number(out, m->position);
	row_path(out, r, m->cycle, m->which, path);
}

void
print_events(struct tsvw *out, const struct report *r)
{
	struct mark *mark = marks_find(r);
	struct buf path = {0}, line = {0};

	if (!mark)
		die_memory();
	for (size_t i = 0; i < r->events->n; i++) {
		uint32_t event = r->events->order[i];

		if (event_line(r->events, event, &line))
			die_memory();
		tsvw_field(out, buf_span(&line));
		print_mark(out, r, &mark[event], &path);
		xtsvw_end(out);
	}
	buf_free(&line);
	buf_free(&path);
	free(mark);
}
