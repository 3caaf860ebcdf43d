/*
 * missing - the table of --missing: which rank lacks which collective in a
 * hang, of the dumps of flight recorders (dump.h, desync.h).
 */
#ifndef TOOLS_TRACE_COLLECTIVES_MISSING_H
#define TOOLS_TRACE_COLLECTIVES_MISSING_H

#include "tools/trace-collectives/options.h"

/* The rank that a file's name tells, or DUMP_NONE. */
int64_t missing_rank(const char *path);

/*
 * Reads the files, prints the table, and reports what is damaged. Returns
 * STATUS_OK if a rank lacks anything, STATUS_NO if none does, STATUS_DAMAGED.
 * Ends the program if a file is no dump.
 */
int missing_run(const struct options *, char *const *paths, int n);

#endif
