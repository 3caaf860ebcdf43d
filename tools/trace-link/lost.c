#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/trace/linkage.h"
#include "tools/trace-link/lost.h"

struct lost_call {
	int64_t ts;
	enum lost_kind kind;
};

void
lost_free(struct lost *l)
{
	free(l->p);
}

enum lost_kind
lost_kind(struct span name, bool worked)
{
	if (!worked && linkage_is_launch(name))
		return LOST_LAUNCH;
	if (span_has(name, "StreamBeginCapture"))
		return LOST_BEGIN;
	return span_has(name, "StreamEndCapture") ? LOST_END : LOST_NOTHING;
}

void
lost_add(struct lost *l, enum lost_kind kind, int64_t ts)
{
	struct lost_call call = {ts, kind};

	ARRAY_PUSH(l->p, l->n, &l->cap, call);
}

static int
compare_calls(const void *a, const void *b)
{
	const struct lost_call *x = a, *y = b;

	if (x->ts != y->ts)
		return x->ts < y->ts ? -1 : 1;
	return (x->kind > y->kind) - (x->kind < y->kind);
}

/* Recording may have begun within a capture. */
static bool
begins_captured(const struct lost *l)
{
	for (size_t i = 0; i < l->n; i++)
		if (l->p[i].kind != LOST_LAUNCH)
			return l->p[i].kind == LOST_END;
	return false;
}

int
lost_close(struct lost *l, struct intervals *captures)
{
	size_t kept = 0;
	int64_t begin = 0;
	bool captured, known = false;

	if (l->n)
		qsort(l->p, l->n, sizeof *l->p, compare_calls);
	captured = begins_captured(l);
	for (size_t i = 0; i < l->n; i++) {
		struct lost_call c = l->p[i];

		if (c.kind == LOST_LAUNCH) {
			if (!captured)
				l->p[kept++] = c;
			continue;
		}
		if (c.kind == LOST_END && known &&
		    intervals_add(captures, (struct interval){begin, c.ts}))
			return -1;
		captured = known = c.kind == LOST_BEGIN;
		begin = c.ts;
	}
	l->n = kept;
	return 0;
}

bool
lost_between(const struct lost *l, int64_t from, int64_t to)
{
	size_t low = 0, high = l->n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (l->p[mid].ts <= from)
			low = mid + 1;
		else
			high = mid;
	}
	return low < l->n && l->p[low].ts < to;
}
