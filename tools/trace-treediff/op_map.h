/*
 * op_map - which kernels each operator launched in the one and in the other
 * tree, as JSON.
 *
 * Operators of the two trees below one ancestor that have much of their names
 * in common become one, as in TraceLens (AMD-AGI/TraceLens, revision 171dd747).
 */
#ifndef TRACE_TREEDIFF_OP_MAP_H
#define TRACE_TREEDIFF_OP_MAP_H

#include "tools/trace-treediff/cells.h"

enum op_map_kind { OP_MAP_BOTH, OP_MAP_A, OP_MAP_B };

/* Ends the program with a message when it fails. */
void op_map_print(const struct report *, enum op_map_kind);

/*
 * Appends the name that two operators have in common. Returns 1, 0 if there is
 * none, or -1: no memory.
 */
__attribute__((warn_unused_result)) int op_map_common(
    struct buf *, struct span a, struct span b);

#endif
