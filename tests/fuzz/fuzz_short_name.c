/*
 * Any lines as the names of a table's kernels: each gets a short name, and no
 * two names the same; half of them come after the others are settled.
 */
#include <stdint.h>
#include <stdlib.h>

#include "common/bytes/pool.h"
#include "common/meaning/short_name.h"

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

/* The first `most` lines. */
static size_t
split(const char *p, size_t n, struct span *line, size_t most)
{
	size_t lines = 0;

	for (size_t i = 0, end; i < n && lines < most; i = end + 1) {
		for (end = i; end < n && p[end] != '\n'; end++)
			;
		line[lines++] = (struct span){p + i, end - i};
	}
	return lines;
}

int
LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	struct span line[64], got;
	size_t lines = split((const char *)p, n, line, 64);
	struct distinct_names *k = distinct_names_new();
	struct pool *names = pool_new(), *given = pool_new();

	if (!k || !names || !given)
		abort();
	for (size_t i = 0; i < lines; i += 2)
		distinct_names_add(k, line[i]);
	distinct_names_choose(k);
	for (size_t i = 0; i < lines; i++) {
		got = distinct_names_get(k, line[i]);
		if ((line[i].n && !got.n) || got.n > 2 * SHORT_NAME_LONGEST)
			abort();
		pool_add(names, line[i]);
		pool_add(given, got);
	}
	if (pool_count(names) != pool_count(given))
		abort();
	distinct_names_free(k);
	pool_free(names);
	pool_free(given);
	return 0;
}
