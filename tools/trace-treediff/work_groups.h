/*
 * work_groups - equal work of equal operators, together.
 */
#ifndef TRACE_TREEDIFF_WORK_GROUPS_H
#define TRACE_TREEDIFF_WORK_GROUPS_H

#include "tools/trace-treediff/cells.h"

struct group {
	struct span key;         /* its cells, with tabs between */
	const struct stat *stat; /* the first of its rows */
	int64_t count, ns;
};

/* The longest first; of equal ones in the order of their cells. */
struct groups {
	struct group *group;
	size_t n, cap;
	struct pool *keys;
};

/* Is it a cell that tells groups apart? */
bool work_groups_has(const struct report *, int cell);

void work_groups_find(struct groups *, const struct report *);
void work_groups_free(struct groups *);

/* Are both trees' rows the same, one after the other? */
bool work_groups_identical(const struct report *);

#endif
