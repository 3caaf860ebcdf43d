#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "tools/trace-collectives/rank_list.h"

#define CUT "..."

/* The numbers of a text as they come, and before which of them it is cut. */
struct reading {
	struct rank_list list;
	size_t cap;
	size_t cut; /* 0: not cut */
};

void
rank_list_free(struct rank_list *l)
{
	free(l->p);
	*l = (struct rank_list){0};
}

/* Are all of them numbers but for one cut? */
static bool
read_items(struct reading *r, struct span text)
{
	while (text.n) {
		struct span item = span_trim(span_take(&text, ','));
		int64_t v;

		if (span_is(item, CUT) && !r->cut && r->list.n) {
			r->cut = r->list.n;
			continue;
		}
		if (fixed_parse_int(item, &v) || r->list.n == LIST_MOST)
			return false;
		ARRAY_PUSH(r->list.p, r->list.n, &r->cap, v);
	}
	return true;
}

/* The members between two: `left` from the start, the others up to the end. */
static bool
fill(struct reading *r, int64_t size)
{
	struct rank_list whole = {0}, *l = &r->list;
	int64_t step;

	if (r->cut < 2 || r->cut == l->n || size < (int64_t)l->n ||
	    size > LIST_MOST ||
	    __builtin_sub_overflow(l->p[1], l->p[0], &step) ||
	    step > UINT32_MAX || step < -(int64_t)UINT32_MAX ||
	    l->p[0] > INT64_MAX / 2 || l->p[0] < -INT64_MAX / 2)
		return false;
	for (size_t i = 0; i < l->n; i++) {
		int64_t at = (int64_t)i;

		if (i >= r->cut)
			at += size - (int64_t)l->n;
		if (l->p[i] != l->p[0] + at * step)
			return false;
	}
	whole.p = xcalloc((size_t)size, sizeof *whole.p);
	whole.n = (size_t)size;
	for (size_t i = 0; i < whole.n; i++)
		whole.p[i] = l->p[0] + (int64_t)i * step;
	rank_list_free(l);
	*l = whole;
	return true;
}

bool
rank_list_parse(struct rank_list *l, struct span text, int64_t size)
{
	struct reading r = {0};
	bool known = false;

	*l = (struct rank_list){0};
	if (text.n >= 2 && text.p[0] == '[' && text.p[text.n - 1] == ']')
		known = read_items(&r, span_cut(text, 1, text.n - 1));
	if (known && r.cut)
		known = fill(&r, size);
	else if (size >= 0 && (int64_t)r.list.n != size)
		known = false;
	if (known)
		*l = r.list;
	else
		rank_list_free(&r.list);
	return known;
}
