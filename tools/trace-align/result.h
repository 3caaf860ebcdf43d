/*
 * result - the rows that trace-align prints, and what they add up to.
 */
#ifndef TRACE_ALIGN_RESULT_H
#define TRACE_ALIGN_RESULT_H

#include "tools/trace-align/further.h"
#include "tools/trace-align/names.h"
#include "tools/trace-align/row.h"

enum match { EXACT, SIMILAR, REMOVED, ADDED, MATCHES };

const char *match_name(enum match);

/* A pair, or a row alone. */
struct pair {
	enum match match;
	enum align_level level; /* ALIGN_DIFFERENT for a row alone */
	struct span family;
	const struct row *a, *b; /* NULL: not there */
	const struct row *twin;  /* where a row alone moved to, or NULL */
	size_t group;            /* from 1; 0: none */
	bool fused;              /* a row alone, with others that do its work */
	bool outside; /* a row alone in a repeat that the other side has not */
};

static inline bool
pair_has_both(const struct pair *p)
{
	return p->a && p->b;
}

/* In what the lengths of the cycles differ. */
struct lengths {
	struct align_repeats repeats;
	struct further further; /* its indices are those of the rows */
};

/*
 * Aligns the rows and puts them into the order of align_order. `pairs` has room
 * for na + nb. Returns how many are set, or an align_failure.
 */
__attribute__((warn_unused_result)) ptrdiff_t result_make(const struct row *a,
    size_t na, const struct row *b, size_t nb, const struct names *,
    struct pair *pairs, struct lengths *);

/* Sums over all repeats, by match. */
struct balance {
	size_t rows[MATCHES];
	int64_t a[MATCHES], b[MATCHES];
};

struct balance result_balance(const struct pair *, size_t n);

#endif
