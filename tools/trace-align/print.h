/*
 * print - the comparison as a table, and its balance for people.
 */
#ifndef TRACE_ALIGN_PRINT_H
#define TRACE_ALIGN_PRINT_H

#include "common/tsv.h"
#include "tools/trace-align/compare.h"
#include "tools/trace-align/side.h"

struct report {
	const struct comparison *comparison;
	const struct side *a, *b;
	const struct pool *names;
	double threshold; /* the share of a's time that a difference needs */
};

void print_header(struct tsvw *);
void print_rows(struct tsvw *, const struct report *);

#endif
