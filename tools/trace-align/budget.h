/*
 * budget - limits that the difference of two cycles must stay within.
 */
#ifndef TRACE_ALIGN_BUDGET_H
#define TRACE_ALIGN_BUDGET_H

#include "common/meaning/limits.h"
#include "tools/trace-align/measure.h"

enum subject {
	BUDGET_TOTAL, /* the time of all kernels */
	BUDGET_PERIOD,
	BUDGET_IDLE,
	BUDGET_FAMILY,
	BUDGET_GROUP
};

struct condition {
	enum subject subject;
	struct span name; /* of a family or group */
	struct limit limit;
	bool asked, met; /* it was checked; there was a row that it is of */
};

enum { BUDGET_MOST = LIMITS_MOST };

/* Exceeded when all of its conditions hold. */
struct budget {
	struct span text; /* as it was given */
	struct condition condition[BUDGET_MOST];
	size_t n;
	bool pass; /* all conditions must hold for sure, or else it fails */
};

/*
 * Takes "total>3%", "family:gemm >= 10.5us" or "total>2% and period>1ms"; the
 * text must live as long. Returns 0, or -1 when it is none of these.
 */
__attribute__((warn_unused_result)) int budget_read(
    struct budget *, const struct limits *);

/* What a condition looked at, for messages. */
struct finding {
	enum gate outcome;
	struct measure measure;
	double more; /* how many times the repeats would tell */
};

void budget_check(struct condition *, const struct report *, struct finding *);

/* Is it of a family or group that no report had which it was checked in? */
bool budget_lacks(const struct condition *);

#endif
