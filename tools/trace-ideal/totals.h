/*
 * totals - actual and ideal times of kernels, summed by table and category.
 */
#ifndef TRACE_IDEAL_TOTALS_H
#define TRACE_IDEAL_TOTALS_H

#include "tools/trace-ideal/ideal.h"

struct total {
	int64_t calls;
	int64_t ns;              /* that the kernels took; 292 years at most */
	int64_t cycles, counted; /* the same by the device, of how many */
	struct ideal_time ideal; /* of kernels that took no less */
};

/*
 * The totals of the kernels of one group that ran with one table. The last one
 * is of kernels that the table does not know.
 */
struct totals {
	uint32_t key;
	const struct ideal_table *table;
	struct total *total; /* of each category, and one more */
};

struct totals_list {
	struct totals *list; /* as they come */
	size_t n, cap;
};

void totals_free(struct totals_list *);

/* The totals of a group and table. */
struct totals *totals_of(
    struct totals_list *, uint32_t key, const struct ideal_table *);

/* Adds what `one` has to a total. */
void total_add(struct total *, const struct total *one);

#endif
