/*
 * print_path - rows of the path, and what is known of a row.
 */
#pragma once

#include "common/meaning/rules.h"
#include "tools/trace-critical/critical_path.h"
#include "tools/trace-critical/points.h"

/* The resource that bounds a part of the path. */
enum bound {
	BOUND_COMPUTE = WORK_COMPUTATION,
	BOUND_COMMUNICATION = WORK_COMMUNICATION,
	BOUND_COPY = WORK_COPY,
	BOUND_LAUNCH = WORKS,
	BOUND_QUEUE,
	BOUND_HOST,
	BOUND_DATA,
	BOUND_SYNC,
	BOUND_COLLECTIVE,
	BOUND_UNKNOWN,
	BOUNDS
};

const char *bound_name(enum bound);
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

/*
 * The graph of a window as the two tables of trace-whatif.
 *
 * Operations are events of the GPU, and what the host did from one of its
 * points to the next: N.start and N.end are what it did until event N started
 * and ended. What nothing precedes follows the operation "window", at its
 * traced distance.
 */

/* These end the program with a message when they fail. */
void export_operations(struct tsvw *, const struct points *,
    const struct lags *, const struct rules *, struct interval window);
void export_edges(struct tsvw *, const struct points *, const struct lags *,
    struct interval window);
