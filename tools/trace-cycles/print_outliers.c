#include <stdio.h>
#include <stdlib.h>

#include "common/cli/die.h"
#include "common/cli/x.h"
#include "tools/trace-cycles/outliers.h"
#include "tools/trace-cycles/print.h"
#include "tools/trace-cycles/row.h"

/* The position and name of a kernel, a time and its median; or nothing. */
static void
print_excess(
    struct tsvw *out, const struct view *v, bool has, const struct excess *e)
{
	if (!has) {
		for (int i = 0; i < 4; i++)
			tsvw_empty(out);
		return;
	}
	tsvw_int(out, (int64_t)e->position + 1);
	tsvw_field(out,
	    event_text(v->report->events,
		view_kernel(v->report, v->sequence, e->place)->name));
	tsvw_us(out, e->time);
	row_time(out, e->median ? e->median : -1);
}

static void
print_outlier(struct tsvw *out, const struct report *r, const struct outlier *o)
{
	struct view v = view_cycle(r, o->cycle);
	struct row_phase phase = row_find_phase(&v);
	char cut[64];

	row_identity(out, &v);
	tsvw_int(out, o->rep);
	tsvw_us(out, o->start);
	tsvw_us(out, o->time);
	tsvw_us(out, o->median);
	tsvw_us(out, o->mad);
	tsvw_us(out, o->time - o->median);
	print_excess(out, &v, o->has_kernel, &o->kernel);
	print_excess(out, &v, o->has_gap, &o->gap);
	snprintf(cut, sizeof cut, "trace-cut --cycle %zu --repeat %lu",
	    v.number, (unsigned long)o->rep);
	tsvw_text(out, span_of(cut));
	row_phase(out, r, &phase);
	xtsvw_end(out);
}

size_t
print_outliers(struct tsvw *out, const struct report *r)
{
	struct outlier *list;
	size_t n;
	int rc = outliers_find(r, &list, &n);

	if (rc == -2)
		die("times too large for their median");
	if (rc)
		die_memory();
	for (size_t i = 0; i < n; i++)
		print_outlier(out, r, &list[i]);
	free(list);
	return n;
}
