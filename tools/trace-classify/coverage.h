/*
 * coverage - how much time each category has, and how much has none.
 */
#ifndef TRACE_CLASSIFY_COVERAGE_H
#define TRACE_CLASSIFY_COVERAGE_H

#include <stdint.h>

#include "common/bytes/pool.h"

struct coverage_row {
	struct span category;
	int64_t count;
	int64_t sum; /* ns */
};

struct coverage {
	struct pool *categories;
	struct coverage_row *rows; /* one a category, by its number */
	size_t cap;
	int64_t total; /* ns, of all rows */
};

__attribute__((warn_unused_result)) int coverage_init(struct coverage *);
void coverage_free(struct coverage *);

/* Adds an event. Returns 0; -1: the sum would not fit. */
__attribute__((warn_unused_result)) int coverage_add(
    struct coverage *, struct span category, int64_t ns);

/*
 * Sorts the rows, most time first, equal ones by category; returns how many.
 * Nothing can be added then.
 */
size_t coverage_sort(struct coverage *);

#endif
