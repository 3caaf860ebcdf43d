#include <stdlib.h>

#include "common/cli/x.h"
#include "tools/trace-cycles/marks.h"
#include "tools/trace-cycles/print.h"
#include "tools/trace-cycles/row.h"

static bool
same_repeat(const struct mark *a, const struct mark *b)
{
	return a->cycle == b->cycle && a->which.number == b->which.number &&
	    a->which.partial == b->which.partial;
}

bool
print_events(struct tsvw *out, const struct report *r)
{
	struct mark *mark = marks_find(r), last = {0};
	struct buf path = {0}, line = {0};

	for (size_t i = 0; i < r->events->n; i++) {
		uint32_t event = r->events->order[i];
		const struct mark *m = &mark[event];

		event_line(r->events, event, &line);
		if (!same_repeat(m, &last))
			row_find_path(&path, r, m->cycle, m->which);
		last = *m;
		tsvw_field(out, buf_span(&line));
		row_number(out, m->cycle);
		row_which(out, m->which);
		row_number(out, m->position);
		tsvw_text(out, buf_span(&path));
		row_number(out, m->step);
		row_number(out, m->layer);
		xtsvw_end(out);
	}
	buf_free(&line);
	buf_free(&path);
	free(mark);
	return r->chosen.n > 0;
}
