/*
 * fingerprint - a number for what a cycle runs: equal for the same model and
 * build, whatever the rank, the machine or the length of the trace.
 *
 * It is a hash of the normalised names (kname.h) of the kernels of one repeat,
 * from the least of its rotations on (sequence.h), because where a cycle begins
 * depends on the trace. Of an inner cycle whose number differs from repeat to
 * repeat one repeat is taken.
 */
#ifndef TRACE_CYCLES_FINGERPRINT_H
#define TRACE_CYCLES_FINGERPRINT_H

#include "tools/trace-cycles/view.h"

uint64_t fingerprint_of(const struct view *);

#endif
