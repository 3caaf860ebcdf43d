/*
 * seaweed - the longest common subsequence with every rotation of a sequence.
 *
 * Seaweed combing (Alexander Tiskin, "Semi-local string comparison: algorithmic
 * techniques and applications", Mathematics in Computer Science 1, 2008): one
 * sweep over the table of y against x twice in a row tells the length for all
 * windows of the latter, and the rotations are its windows of length m. So all
 * m lengths take the time of two plain comparisons, in memory m + n.
 */
#ifndef TRACE_ALIGN_SEAWEED_H
#define TRACE_ALIGN_SEAWEED_H

#include <stddef.h>
#include <stdint.h>

/*
 * Adds, for each r < m, weight times the length of the longest common
 * subsequence of y with x rotated to start at x[r], to total[r]. m and n are
 * below 2^29.
 */
void seaweed_rotations(const uint32_t *x, size_t m, const uint32_t *y, size_t n,
    int64_t weight, int64_t *total);

#endif
