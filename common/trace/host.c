#include <stdlib.h>

#include "common/trace/host.h"

static int
compare(int64_t a, int64_t b)
{
	return (a > b) - (a < b);
}

static int
compare_hosts(const void *a, const void *b)
{
	const struct host *x = a, *y = b;
	int c = compare(x->start, y->start);

	c = c ? c
	      : compare(x->kind != HOST_ANNOTATION, y->kind != HOST_ANNOTATION);
	c = c ? c : compare(y->end, x->end);
	c = c ? c : compare(x->kind, y->kind);
	c = c ? c : compare(x->external, y->external);
	c = c ? c : compare(x->thread, y->thread);
	c = c ? c : compare(x->name, y->name);
	c = c ? c : compare(x->details, y->details);
	return c ? c : compare(x->id, y->id);
}

void
host_sort(struct host *h, size_t n, const uint32_t *place, bool number)
{
	int64_t operators = 0;

	for (size_t i = 0; i < n; i++) {
		h[i].scope = place[h[i].scope];
		h[i].process = place[h[i].process];
		h[i].thread = place[h[i].thread];
		h[i].name = place[h[i].name];
		h[i].details = place[h[i].details];
	}
	if (n) /* h may be NULL otherwise */
		qsort(h, n, sizeof *h, compare_hosts);
	for (size_t i = 0; number && i < n; i++)
		if (h[i].kind == HOST_OPERATOR)
			h[i].id = operators++;
}

bool
host_copies_and_waits(struct span name)
{
	static const char *const copies[] = {
	    "cudaMemcpy", "hipMemcpy", "hipMemcpyWithStream", NULL};

	return span_is_one_of(name, copies);
}
