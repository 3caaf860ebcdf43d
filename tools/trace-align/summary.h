/*
 * summary - the comparison on one page: what it says, before all its rows.
 */
#ifndef TRACE_ALIGN_SUMMARY_H
#define TRACE_ALIGN_SUMMARY_H

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

#endif
