#include <stdlib.h>

#include "tools/trace-link/host.h"

struct numbered {
	struct span text;
	uint32_t number;
};

static int
compare_texts(const void *a, const void *b)
{
	return span_compare(((const struct numbered *)a)->text,
	    ((const struct numbered *)b)->text);
}

int
host_texts(const struct pool *pool, struct span **text, uint32_t **place)
{
	uint32_t n = pool_count(pool);
	struct numbered *sorted = calloc(n + 1u, sizeof *sorted);

	*text = calloc(n + 1u, sizeof **text);
	*place = calloc(n + 1u, sizeof **place);
	if (!sorted || !*text || !*place) {
		free(sorted);
		free(*text);
		free(*place);
		return -1;
	}
	for (uint32_t i = 0; i < n; i++)
		sorted[i] = (struct numbered){pool_get(pool, i), i};
	qsort(sorted, n, sizeof *sorted, compare_texts);
	for (uint32_t i = 0; i < n; i++) {
		(*text)[i] = sorted[i].text;
		(*place)[sorted[i].number] = i;
	}
	free(sorted);
	return 0;
}

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
