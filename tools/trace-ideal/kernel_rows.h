/*
 * kernel_rows - kernels among the rows of a table of events.
 */
#ifndef TRACE_IDEAL_KERNEL_ROWS_H
#define TRACE_IDEAL_KERNEL_ROWS_H

#include "common/cli/xkey.h"
#include "common/meaning/interval.h"
#include "tools/trace-ideal/options.h"

struct rows {
	int ts, dur, name, ph, cat, rank, ts3, ts4;
	struct key job, key;
	double soc;
};

struct kernel {
	struct span name; /* as tables of ideal times call it */
	struct interval when;
	int64_t cycles; /* of the device that it took; 0: not known */
	double us;      /* that it took */
	int64_t rank;   /* -1: not known */
};

/* Ends the program with a message if a column is missing. */
void kernel_rows_open(
    struct rows *, const struct options *, const struct tsv *);
void kernel_rows_close(struct rows *);

/* Whether the record is a kernel, and which; its name lives as the record. */
bool kernel_rows_read(const struct rows *, struct tsv *, struct kernel *);

#endif
