/*
 * op_map - which kernels each operator launched in the one and in the other
 * tree, as JSON; op_names.h has what operators are called.
 */
#ifndef TRACE_TREEDIFF_OP_MAP_H
#define TRACE_TREEDIFF_OP_MAP_H

#include "tools/trace-treediff/cells.h"

enum op_map_kind { OP_MAP_BOTH, OP_MAP_A, OP_MAP_B };

/* Ends the program with a message when it fails. */
void op_map_print(const struct report *, enum op_map_kind);

#endif
