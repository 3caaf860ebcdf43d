/*
 * print_calls - the calls of a batch on standard output: as replay IR, as a
 * script in Python, and as a table.
 *
 * Each prints the first `top` of n groups, or all of them where `top` is 0; IR
 * and script leave out what cannot be replayed.
 */
#ifndef TOOLS_TRACE_REPLAY_PRINT_CALLS_H
#define TOOLS_TRACE_REPLAY_PRINT_CALLS_H

#include "common/table/tsv.h"
#include "tools/trace-replay/batch.h"

void replay_print_ir(const struct batch_group *, size_t n, size_t top);
void replay_print_script(const struct batch_group *, size_t n, size_t top);
void replay_print_list(
    struct tsvw *, const struct batch_group *, size_t n, size_t top);

/* The time of all groups in nanoseconds. */
int64_t replay_total(const struct batch_group *, size_t n);

#endif
