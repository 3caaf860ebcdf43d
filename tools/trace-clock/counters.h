/*
 * counters - the clocks of counters, from a table of events with their counts.
 *
 * Errors end the program with a message.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/table/tsv.h"

/*
 * How a counter runs against a clock: cycles of a device, say,
 * against the host's time.
 *
 * The counter shows count(t) = count + rate (t - x0), modulo 2^bits; rate and
 * count come from least squares over points of both. Which multiple of 2^bits a
 * point is beyond the one before is told by the rate so far: that of the events
 * both ends of which are points, in the median, then that of ever longer spans.
 * A gap is ambiguous if the error of that rate, for ends that are off by
 * FIT_NOISE, makes more than a quarter of 2^bits. Five rounds then leave out
 * the points that are beyond five median absolute deviations and FIT_NOISE.
 *
 * Memory: 40 bytes a point, and 8 more for each of the counter that is fitted.
 */

enum { COUNTER_BITS = 62 };

struct counter_point {
	int64_t ns;
	int64_t count; /* from 0 on, below 2^bits */
	int64_t
	    event; /* ns from the point where the event began; 0: it is that */
	int64_t begun;   /* the count there */
	double residual; /* ns; for counter.c only */
};

enum counter_verdict {
	COUNTER_OK,
	COUNTER_FEW,   /* fewer than three points, or no rate to begin with */
	COUNTER_UNSURE /* points do not fit, or a gap is ambiguous */
};

struct counter {
	int bits; /* 1 to COUNTER_BITS */
	double
	    nominal; /* counts a ns to begin with if no event tells; 0: none */
	double most; /* ns that residuals may have, in the median */

	/* results; with another verdict than COUNTER_OK only n */
	enum counter_verdict verdict;
	size_t n, rejected;
	int64_t x0, span;    /* ns: the first point, and to the last */
	double count;        /* at x0 */
	double rate, error;  /* counts a ns, and its standard error */
	double rms, largest; /* ns, of the residuals of points that fit */
	int64_t wraps;       /* how often the counter began anew */
};

/* Fits a counter to points, which are put in order. */
void counter_fit(struct counter *, struct counter_point *, size_t n);

struct counters_options {
	const char *end, *start; /* columns with a counter, or NULL */
	bool stamps; /* ts1 to ts5 are the counters, of the stage of each event
		      */
	const char *key; /* a column; NULL: rank, if there is such a column */
	double nominal;  /* counts a ns; 0: not known */
	int64_t bits;
	int64_t most; /* ns */
	bool quiet;
};

/* Writes a row for each key; returns the status. */
int counters_run(const struct counters_options *, struct tsv *, struct tsvw *);
