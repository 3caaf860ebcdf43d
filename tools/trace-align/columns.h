/*
 * columns - the table that trace-align prints.
 */
#ifndef TRACE_ALIGN_COLUMNS_H
#define TRACE_ALIGN_COLUMNS_H

#include "common/table/tsv.h"
#include "tools/trace-align/compare.h"
#include "tools/trace-align/side.h"
#include "tools/trace-align/welch.h"

struct report {
	const struct comparison *comparison;
	const struct side *a, *b;
	const struct pool *names;
	struct threshold threshold;
};

void columns_header(struct tsvw *);
void columns_rows(struct tsvw *, const struct report *);

#endif
