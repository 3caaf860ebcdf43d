/*
 * wide - unsigned 128-bit integers as decimal text: a sum of squares of
 * nanoseconds does not fit 64 bits.
 */
#ifndef TRACE_STATS_WIDE_H
#define TRACE_STATS_WIDE_H

#include "common/bytes/span.h"

__extension__ typedef unsigned __int128 wide;
__extension__ typedef __int128 signed_wide; /* not printed or read */

enum { WIDE_MAX = 40 }; /* bytes of the longest text */

/* Writes digits, no NUL; returns how many. */
size_t wide_print(char out[WIDE_MAX], wide);

/* Reads digits and nothing else. Returns 0, or -1. */
__attribute__((warn_unused_result)) int wide_parse(struct span, wide *);

#endif
