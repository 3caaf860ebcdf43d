/*
 * budget - the values of --fail-if and --pass-if: limits that a comparison must
 * keep, and the amounts in them: percentages, numbers, and durations with a
 * unit.
 *
 * A budget is one term or several joined by "and". A term is a subject, one of
 * > >= < <=, and an amount: "total > 3% and total > 50us". The tool decides
 * which subjects it takes, and measures them; of these, `any` is of each row.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "common/bytes/span.h"

enum amount_unit { AMOUNT_PLAIN, AMOUNT_PERCENT, AMOUNT_TIME };

struct amount {
	enum amount_unit unit;
	int64_t n; /* nanoseconds, else thousandths */
};

/*
 * Reads "3%", "10.5us", "5 ms", "1s", "20ns" or "12", at most three decimals,
 * blanks around the number allowed. Returns 0, or -1.
 */
MUST_USE int amount_parse(struct amount *, struct span);

/* One term. */
struct limit {
	struct span subject; /* without blanks around it, never empty */
	bool below;          /* < or <=, else > or >= */
	bool or_equal;       /* >= or <= */
	struct amount limit;
};

enum { BUDGET_MOST = 8 };

struct budget {
	struct span text; /* as it was given */
	int terms;        /* all of which must be exceeded */
	struct limit term[BUDGET_MOST];
	bool pass; /* of --pass-if: all must hold for sure */
};

/* The result of checking a limit; of several the least counts. */
enum gate {
	GATE_KEPT,
	GATE_UNKNOWN,      /* nothing is known of what it is about */
	GATE_INCONCLUSIVE, /* the difference is beyond, its bound is not */
	GATE_EXCEEDED
};

/* Is a difference beyond the limit, which is in its unit? */
bool limit_is_beyond(const struct limit *, double difference, double limit);

/*
 * A difference exceeds a limit when 95 % of what it may really be is beyond it:
 * `least` and `most` are its bounds on either side alone.
 */
enum gate limit_judge(const struct limit *, double limit, double difference,
    double least, double most);

/* The limit of a time in ns; a percentage is of what A has. */
double limit_ns(const struct limit *, int64_t a);

/* Is the subject KIND:NAME? Finds the name, which may be empty. */
bool limit_names(const struct limit *, const char *kind, struct span *name);

/* Is the subject `any`: each row by itself? */
bool limit_is_any(const struct limit *);

/* The first NAME of a key:NAME that `of` has not; false if all are there. */
bool budget_lacks(const struct budget *,
    bool (*has)(const void *of, struct span name), const void *of,
    struct span *name);

/* --fail-if fails when it is exceeded, --pass-if when it is not. */
bool gate_fails(enum gate, bool pass);

/* The option that gives such a budget, for messages. */
const char *gate_option(bool pass);

/* Reads a budget; the text must live as long. Returns 0, or -1. */
MUST_USE int budget_parse(struct budget *, const char *);

#define BUDGET_NO_ROW SIZE_MAX

/* How a tool judges one term: of `any` for a row, else BUDGET_NO_ROW. */
struct gauge {
	enum gate (*judge)(const void *of, const struct limit *, size_t row);
	const void *of;
	size_t rows;
};

/* The result of a budget, and the term and row to report. */
struct judgement {
	enum gate gate;
	const struct limit
	    *term;  /* the first that decides; with a row, of it */
	size_t row; /* the first one as bad, or BUDGET_NO_ROW */
};

/* The least of all terms, those of `any` all of one row. */
struct judgement budget_judge(const struct budget *, const struct gauge *);
