#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/fixed.h"
#include "tools/trace-classify/coverage.h"

int
coverage_init(struct coverage *c)
{
	*c = (struct coverage){.categories = pool_new()};
	return c->categories ? 0 : -1;
}

void
coverage_free(struct coverage *c)
{
	pool_free(c->categories);
	free(c->rows);
}

int
coverage_add(struct coverage *c, struct span category, int64_t ns)
{
	uint32_t known = pool_count(c->categories);
	uint32_t id = pool_add(c->categories, category);

	if (id == known) {
		ARRAY_RESERVE(c->rows, &c->cap, (size_t)id + 1);
		c->rows[id] = (struct coverage_row){
		    .category = pool_get(c->categories, id)};
	}
	c->rows[id].count++;
	if (fixed_add(&c->total, ns))
		return -1;
	return fixed_add(&c->rows[id].sum, ns);
}

static int
compare(const void *pa, const void *pb)
{
	const struct coverage_row *a = pa, *b = pb;

	if (a->sum != b->sum)
		return a->sum > b->sum ? -1 : 1;
	return span_compare(a->category, b->category);
}

size_t
coverage_sort(struct coverage *c)
{
	size_t n = pool_count(c->categories);

	if (n)
		qsort(c->rows, n, sizeof *c->rows, compare);
	return n;
}
