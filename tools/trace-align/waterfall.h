/*
 * waterfall - from the period of A to that of B: how much each kind of change
 * adds.
 */
#ifndef TRACE_ALIGN_WATERFALL_H
#define TRACE_ALIGN_WATERFALL_H

#include "tools/trace-align/page.h"

/*
 * Writes rows of the section `kind`, and their sum: of kernels by what became
 * of them; of the time that kernels overlap, which is negative; of gaps
 * between kernels. The sum is the period, to the nanosecond. Where a period is
 * not known, it is that of the kernels. Kinds that no kernel is of are left
 * out.
 */
void waterfall_write(struct page *);

#endif
