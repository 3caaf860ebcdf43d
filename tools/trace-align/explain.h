/*
 * explain - which changes and which families of kernels make the difference of
 * two cycles. What they say of faster and slower is as sure as the sums are.
 */
#ifndef TRACE_ALIGN_EXPLAIN_H
#define TRACE_ALIGN_EXPLAIN_H

#include "tools/trace-align/change.h"
#include "tools/trace-align/page.h"

/* The rows of the section `change`: the largest, all else, and their sum. */
void explain_changes(struct page *, const struct changes *);

/* The rows of the section `family`, the ones that take most time first. */
void explain_families(struct page *);

#endif
