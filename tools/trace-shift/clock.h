/*
 * clock - a clock that shows t = T + offset + rate (t - x0), where T is the
 * time of the reference.
 *
 * All in whole numbers: a time has one nanosecond that it becomes, half of one
 * rounded to even.
 */
#pragma once

#include <stdint.h>

#include "common/table/tsv.h"
#include "common/times/interval.h"
#include "common/trace/aiu_stamps.h"

enum { CLOCK_RATE_MOST = 1000 }; /* ppm: a thousandth; quartz has 100 */

struct clock {
	int64_t offset, x0; /* ns */
	int64_t rate;       /* 1e-12 */
};

/*
 * The time of the reference at which a clock shows t. Returns 0, or -1 when it
 * does not fit.
 */
MUST_USE int clock_apply(const struct clock *, int64_t t, int64_t *reference);

/*
 * The clock's t at a time of the reference; it undoes clock_apply exactly if
 * the rate is 0, else to one nanosecond, since two may have become one.
 */
MUST_USE int clock_undo(const struct clock *, int64_t reference, int64_t *t);

/* A number with up to six decimals, times 10^6. Returns 0, or -1: it is none.
 */
MUST_USE int clock_millionths(struct span, int64_t *);

/*
 * The times of an event by the ticks that its device noted.
 *
 * The host's end of an event is trusted, and the ticks of its stage say how
 * long it took: a host learns of a start late, and of an end at once. An event
 * whose name tells no stage took from its first stamp to its last. All in
 * whole numbers, rounded to the nearest nanosecond, halves to even.
 */

/* Rates are whole Hz: MHz with six decimals. */
#define TICKS_RATE_MOST INT64_C(1000000000000)

/* A rate in MHz with up to six decimals, as Hz. Returns 0, or -1: it is none.
 */
MUST_USE int ticks_rate(struct span, int64_t *hertz);

/* An event on the host's time. */
struct ticks {
	struct interval when;
	int64_t stamp[STAMPS]; /* ns */
	bool moved;            /* its stamps are for another while than its
				  host's, by whole turns of the counter */
};

/*
 * The times of an event with a start and an end on the host, and stamps that
 * stamps_unwrap has put in order; `stage` NULL: its name tells none. Returns 0,
 * or -1 when they do not fit.
 */
MUST_USE int ticks_convert(int64_t hertz, const struct stage *stage,
    struct interval host, const int64_t stamp[STAMPS], struct ticks *);

/*
 * The part of an event between two stamps, for a viewer that must not draw two
 * parts that touch over each other: half a tick of 560 MHz, the AIU's, is
 * missing at its end.
 */
MUST_USE int ticks_part(int64_t hertz, const struct ticks *,
    const int64_t stamp[STAMPS], struct stage part, struct interval *);

/*
 * Events with device counters, put on the times that these tell.
 *
 * Errors end the program with a message.
 */

struct stamped_options {
	const char *rates; /* a table of trace-clock --stamps, or NULL */
	int64_t hertz;     /* the rate of all counters, if there is no table */
	bool split;        /* keep the stage of each event only */
	bool quiet;
};

/* Writes the events; returns the status. */
int stamped_run(const struct stamped_options *, struct tsv *, struct tsvw *);
