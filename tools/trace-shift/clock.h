/*
 * clock - a clock that shows t = T + offset + rate (t - x0), where T is the
 * time of the reference.
 *
 * All in whole numbers: a time has one nanosecond that it becomes, half of one
 * rounded to even.
 */
#ifndef TRACE_SHIFT_CLOCK_H
#define TRACE_SHIFT_CLOCK_H

#include <stdint.h>

enum { CLOCK_RATE_MOST = 1000 }; /* ppm: a thousandth; quartz has 100 */

struct clock {
	int64_t offset, x0; /* ns */
	int64_t rate;       /* 1e-12 */
};

/*
 * The time of the reference at which a clock shows t. Returns 0, or -1 when it
 * does not fit.
 */
__attribute__((warn_unused_result)) int clock_apply(
    const struct clock *, int64_t t, int64_t *reference);

/*
 * What the clock shows at a time of the reference: the same t, if the rate is
 * 0; else it may be off by one nanosecond, since two may have become one.
 */
__attribute__((warn_unused_result)) int clock_undo(
    const struct clock *, int64_t reference, int64_t *t);

#endif
