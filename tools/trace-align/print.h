/*
 * print - the comparison as a table, and its balance for people.
 */
#ifndef TRACE_ALIGN_PRINT_H
#define TRACE_ALIGN_PRINT_H

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

void print_header(struct tsvw *);
void print_rows(struct tsvw *, const struct report *);

#endif
