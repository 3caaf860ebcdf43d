#include <stdlib.h>

#include "common/kname.h"
#include "tools/trace-align/names.h"

struct named {
	uint32_t id;
	struct span name;
};

static int
compare(const void *pa, const void *pb)
{
	const struct named *a = pa, *b = pb;

	return span_compare(a->name, b->name);
}

/*
 * Ranks the names by their bytes, so that the numbers do not depend on which
 * table was read first.
 */
static int
rank(const struct pool *names, uint32_t *number)
{
	uint32_t n = pool_count(names);
	struct named *sorted = calloc((size_t)n + 1, sizeof *sorted);

	if (!sorted)
		return -1;
	for (uint32_t i = 0; i < n; i++)
		sorted[i] = (struct named){i, pool_get(names, i)};
	qsort(sorted, n, sizeof *sorted, compare);
	for (uint32_t i = 0; i < n; i++)
		number[sorted[i].id] = i;
	free(sorted);
	return 0;
}

/* Numbers the normalised names. */
static int
normalise(const struct pool *names, struct pool *normal, uint32_t *number)
{
	struct buf b = {0};
	int status = -1;

	for (uint32_t i = 0; i < pool_count(names); i++) {
		b.n = 0;
		if (kname_normalise(pool_get(names, i), &b))
			goto out;
		number[i] = pool_add(normal, buf_span(&b));
		if (number[i] == POOL_NONE)
			goto out;
	}
	status = 0;
out:
	buf_free(&b);
	return status;
}

int
names_number(const struct pool *names, uint32_t *const level[ALIGN_LEVELS])
{
	struct pool *normal = pool_new();
	int status = -1;

	if (normal && normalise(names, normal, level[ALIGN_SIMILAR]) == 0)
		status = rank(names, level[ALIGN_EXACT]);
	pool_free(normal);
	return status;
}
