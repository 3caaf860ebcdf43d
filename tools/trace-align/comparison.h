/*
 * comparison - everything that is known about two cycles, one step after
 * another.
 */
#pragma once

#include "common/meaning/rules.h"
#include "tools/trace-align/gotoh.h"
#include "tools/trace-align/match_share.h"

struct comparison {
	struct pair *pairs; /* in the order in which they are printed */
	size_t npairs;
	struct group *groups; /* group g is [g] */
	size_t ngroups;
	struct matched matched;
	bool by_operators; /* operators were evidence, if there are any, ... */
	bool one_sided;    /* ... and one cycle has some that the other lacks */
};

/*
 * Compares rows that stand in the order of their positions. The rows must live
 * as long; comparison_free after it.
 */
void compare(struct comparison *, const struct row *a, size_t na,
    const struct row *b, size_t nb, const struct likeness *);
void comparison_free(struct comparison *);
