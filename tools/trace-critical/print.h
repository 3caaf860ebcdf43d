/*
 * print - rows of the path, and what is known of a row.
 */
#ifndef TOOLS_TRACE_CRITICAL_PRINT_H
#define TOOLS_TRACE_CRITICAL_PRINT_H

#include "common/meaning/rules.h"
#include "tools/trace-critical/path.h"
#include "tools/trace-critical/points.h"

/* What bounds a part of the path. */
enum bound {
	BOUND_COMPUTE,
	BOUND_COMMUNICATION,
	BOUND_COPY,
	BOUND_LAUNCH,
	BOUND_QUEUE,
	BOUND_HOST,
	BOUND_DATA,
	BOUND_SYNC,
	BOUND_COLLECTIVE,
	BOUND_UNKNOWN,
	BOUNDS
};

const char *bound_name(enum bound);

/* What a row of the GPU does, by the rules for its name. */
enum bound bound_of_work(
    const struct points *, const struct rules *, uint32_t row);
enum bound bound_of(
    const struct points *, const struct rules *, const struct part *);

/* name, cat, rank, device, stream, thread, event: as columns, and of a row;
 * NONE is the host between its operators, or nothing. */
void print_field_names(struct tsvw *);
void print_fields(
    struct tsvw *, const struct points *, uint32_t row, bool host);

/* The rows of --compat hta, in the words of Holistic Trace Analysis. */

/*
 * The edges of the path, or with `sums` the time and share of what bounds it.
 * False: see hta_path.
 */
bool print_hta(
    struct tsvw *, const struct points *, struct interval window, bool sums);

#endif
