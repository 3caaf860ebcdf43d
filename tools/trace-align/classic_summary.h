/*
 * classic_summary - what the classic uplifter tells people of a comparison.
 */
#ifndef TRACE_ALIGN_CLASSIC_SUMMARY_H
#define TRACE_ALIGN_CLASSIC_SUMMARY_H

#include "common/table/tsv.h"
#include "tools/trace-align/report.h"

/*
 * Prints a table, sections one after another: how often which match comes, the
 * compiled kernels that take longest, those only in eager, those only compiled.
 */
void classic_summary_print(struct tsvw *, const struct report *);

#endif
