/*
 * pprof - stacks with nanoseconds as a profile that pprof and its viewers read
 * (Google, profile.proto).
 */
#ifndef TRACE_TREE_PPROF_H
#define TRACE_TREE_PPROF_H

#include "common/bytes/pool.h"

/*
 * Prints a profile, not compressed, of stacks whose names have ';' between
 * them, the outermost first. Ends the program with a message when it fails.
 */
void pprof_print(const struct pool *stacks, const int64_t *ns);

#endif
