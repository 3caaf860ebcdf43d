/*
 * shelf - some rows of a table, to go on from again.
 *
 * Tracing back needs the decisions of all rows, and there is room for some. So
 * one row in so many is kept; what lies between two of them is computed again,
 * with a shelf of its own.
 */
#ifndef TRACE_ALIGN_SHELF_H
#define TRACE_ALIGN_SHELF_H

#include "tools/trace-align/cells.h"

enum { SHELF_MOST = 16 }; /* rows; even */

struct kept {
	size_t row, from, to;
	int32_t *scores;
};

struct shelf {
	struct kept kept[SHELF_MOST];
	size_t n;
	size_t step, offered; /* every step-th of the rows offered is kept */
};

void shelf_init(struct shelf *);

/*
 * Offers the row that the cells are at; the first one is kept, and of the
 * others as many as there is room for, in equal steps. Returns 0, or -1 when
 * there is no memory.
 */
__attribute__((warn_unused_result)) int shelf_offer(
    struct shelf *, const struct cells *);

/* Takes the cells back to a row. */
void shelf_return(const struct kept *, struct cells *);

/* Drops the last row, or all of them. */
void shelf_drop(struct shelf *);
void shelf_clear(struct shelf *);

#endif
