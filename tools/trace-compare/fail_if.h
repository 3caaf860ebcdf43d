/*
 * fail_if - does a comparison keep a budget? For --fail-if.
 *
 * The subjects of its terms, all of the first value: total; any, each row by
 * itself; key:NAME, the rows with NAME in a key column, added up; status:WORD,
 * how many rows there are with that outcome.
 */
#ifndef TRACE_COMPARE_FAIL_IF_H
#define TRACE_COMPARE_FAIL_IF_H

#include "tools/trace-compare/result.h"

struct comparison {
	const struct join *join, *total;
	const struct value *value;
	/* of the rows, by the number of the table */
	enum outcome **outcomes;
	struct estimate **estimates;
};

/* What --fail-if and the column status call an outcome; "" for none. */
const char *outcome_word(enum outcome, struct column about);

/*
 * Can this value be judged by the budget? NULL, or what is wrong: a subject
 * that there is not, a unit that does not fit.
 */
const char *fail_if_check(const struct limits *, const struct value *);

/* The first name of a key: that no row has; false if all are there. */
bool fail_if_lacks(
    const struct limits *, const struct join *, struct span *name);

/*
 * Does the other table exceed the budget? Without a spread, by the amounts; a
 * row of `any` also by its verdict, see verdict_gate.
 */
struct judgement fail_if_judge(
    const struct limits *, const struct comparison *, size_t other);

/* By how much what it tells of differs. */
decimal fail_if_difference(
    const struct judgement *, const struct comparison *, size_t other);

#endif
