/*
 * budgets - do two trees keep what --fail-if and --pass-if ask?
 *
 * The subjects are those of trace-compare, of the rows of --ancestors: total;
 * any, each row by itself; key:NAME, the ancestors of that name, added up.
 */
#ifndef TRACE_TREEDIFF_BUDGETS_H
#define TRACE_TREEDIFF_BUDGETS_H

#include "common/meaning/limits.h"
#include "tools/trace-treediff/ancestors.h"

/* What is wrong with the form of a budget, or NULL. */
const char *budgets_check(const struct limits *);

/*
 * The first name of a key: that no ancestor has in either tree; false if all
 * are there.
 */
bool budgets_lack(const struct limits *, const struct report *,
    const struct ancestors *, struct span *name);

/* What a budget that is not kept is about; see struct judgement. */
struct breach {
	int64_t a, b;     /* ns */
	struct span name; /* of the ancestor of `any`; else empty */
};

/*
 * Times of one run have no spread, so that limits are exceeded or kept; of
 * `any`, rows whose verdict is that they are the same keep them.
 */
enum gate budgets_judge(const struct limits *, const struct report *,
    const struct ancestors *, struct breach *);

#endif
