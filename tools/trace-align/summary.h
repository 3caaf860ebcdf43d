/*
 * summary - the comparison on one page: what it says, before all its rows.
 */
#ifndef TOOLS_TRACE_ALIGN_SUMMARY_H
#define TOOLS_TRACE_ALIGN_SUMMARY_H

#include "common/table/tsv.h"
#include "tools/trace-align/change.h"
#include "tools/trace-align/measure.h"
#include "tools/trace-align/page.h"

/*
 * Writes the answer in a sentence, what is compared, the times of both cycles,
 * what explains most of the difference, and the families. `facts` are those of
 * A and of B.
 */
void summary_rows(struct tsvw *, const struct report *, const struct changes *,
    const struct facts facts[2], size_t pair);

/*
 * Its sections on which changes and which families of kernels make the
 * difference. What they say of faster and slower is as sure as the sums are.
 */

/*
 * The rows of the section `kind`, and their sum: of kernels by what became of
 * them; of the time that kernels overlap, which is negative; of gaps between
 * kernels. The sum is the period, to the nanosecond. Where a period is not
 * known, it is that of the kernels. Kinds that no kernel is of are left out.
 */
void explain_kinds(const struct page *);

/*
 * The rows of the section `change`: the largest, of which those that may be
 * chance come last, all else, and their sum.
 */
void explain_changes(const struct page *, const struct changes *);

/* The rows of the section `family`, the ones that take most time first. */
void explain_families(const struct page *);

#endif
