/*
 * row - a kernel of a cycle, as its table has it.
 */
#ifndef TRACE_ALIGN_ROW_H
#define TRACE_ALIGN_ROW_H

#include <stddef.h>
#include <stdint.h>

struct row {
	size_t cycle; /* its place among the table's cycles */
	size_t line;  /* its place in the table */
	int64_t position;
	uint32_t name;     /* in a pool that both tables share */
	int64_t sum;       /* ns over all repeats */
	int64_t count;     /* of repeats that have it; -1: not known */
	int64_t deviation; /* ns, of these repeats; -1: not known */
};

#endif
