/*
 * clocks - pairs of events that end together, and the clocks of ranks.
 */
#ifndef TRACE_CLOCK_CLOCKS_H
#define TRACE_CLOCK_CLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FIT_NOISE 1000.0 /* ns: the resolution of older traces */

struct fit_pair {
	uint32_t source, target;                      /* ranks */
	int64_t source_start, source_end, target_end; /* ns */
	double residual;
	bool used;
};

enum fit_verdict {
	FIT_REFERENCE,
	FIT_OK,
	FIT_FEW,     /* fewer than three pairs */
	FIT_UNSURE,  /* a quarter of the pairs does not fit, or they disagree */
	FIT_DIFFERS, /* its events do not end together with others' */
	FIT_UNCONNECTED, /* no pairs lead to the reference */
};

struct fit_rank {
	enum fit_verdict
	    verdict;   /* the rest has no meaning after the last two */
	double offset; /* ns */
	double rate;   /* 1e-9: ns a second */
	bool rated;
	int64_t x0;          /* ns */
	int64_t n, rejected; /* pairs of the rank, and how many do not fit */
	int64_t reversed;    /* pairs that end before they start */
	double rms, largest; /* ns, of the residuals of those that fit */
	double moved;        /* ns: part of the offset, for `causal` */

	/* below: for the fit only */
	int64_t first, last;
	bool connected;
	double noise;  /* ns: the largest jump of its pairs */
	size_t column; /* of its offset in the equations; its rate is next */
};

struct fit {
	struct fit_pair *pair; /* these are put into another order */
	size_t pairs;
	struct fit_rank *rank;
	uint32_t ranks;
	uint32_t reference;
	int64_t most; /* ns */
	enum { FIT_RATE_AUTO, FIT_RATE_YES, FIT_RATE_NO } rates;
	bool causal;      /* move clocks so that no pair is reversed */
	bool contradicts; /* out: there are no such clocks */
};

#endif
