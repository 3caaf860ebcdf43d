/*
 * figures - the columns that trace-perf adds to a row.
 */
#ifndef TRACE_PERF_FIGURES_H
#define TRACE_PERF_FIGURES_H

#include <stdint.h>

#include "common/table/tsv.h"
#include "tools/trace-perf/arch.h"
#include "tools/trace-perf/work.h"

enum { SPEC_MOST = 32 };

/* Which columns there are. */
struct figures_form {
	bool backward;
	bool sheets;
	const struct arch *arch; /* NULL: no roofline */
};

/* What is known of a row; all numbers may be NAN. */
struct figures {
	struct work work;
	struct span model; /* empty: the operator has none */
	struct span unit;
	struct span category, sheet, backward_category;
	int64_t ns; /* the time that it took; 0: unknown */
};

/* The names of the columns, of which there may be more than fields fit; NULL
 * after the last. */
const char *figures_column(const struct figures_form *, int i);

/* matrix_bf16 or the like, into SPEC_MOST bytes; empty if not known. */
struct span figures_spec(const struct figures *, char *room);

/* The shortest time that the form's GPU takes, in microseconds; may be NAN. */
double figures_roofline_us(const struct figures_form *, const struct figures *);

/* Writes the fields of all columns. */
void figures_write(
    struct tsvw *, const struct figures_form *, const struct figures *);

#endif
