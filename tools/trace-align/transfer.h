/*
 * transfer - copies columns, such as operator and module, from the kernels of A
 * to the kernels of B that they are aligned with.
 *
 * A graph's replay has kernels, but no calls: its capture, or an eager run,
 * knows who launched them.
 *
 * Part of main: what is wrong ends the program with a message.
 */
#ifndef TRACE_ALIGN_TRANSFER_H
#define TRACE_ALIGN_TRANSFER_H

#include "common/table/tsv.h"
#include "tools/trace-align/compare.h"
#include "tools/trace-align/cycle_table.h"

struct transfer;

/*
 * Takes columns, a list with commas between that must live as long, from table
 * a to table b, whose headers have been read and whose lines are kept. Those
 * that b does not have come after its own.
 */
struct transfer *transfer_open(const char *columns, const struct cycle_table *a,
    const struct cycle_table *b);
void transfer_close(struct transfer *);

/* The rows of b in this comparison take over from their partners. */
void transfer_pairs(struct transfer *, const struct comparison *);

/*
 * Writes table b: a field that is empty is that of the partner. Says on stderr,
 * unless quiet, what share of the time of the cycles that were compared has a
 * value then. Returns whether any has one.
 */
bool transfer_write(const struct transfer *, struct tsvw *, bool quiet);

#endif
