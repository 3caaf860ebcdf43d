/*
 * table_gate - does a comparison keep a budget? For --fail-if.
 *
 * The subjects of its terms, all of the first value: total; any, each row by
 * itself; key:NAME, the rows with NAME in a key column, added up; status:WORD,
 * how many rows there are with that outcome.
 */
#pragma once

#include "common/times/budget.h"
#include "tools/trace-compare/result.h"

/* The word for an outcome in --fail-if and the column status; "" for none. */
const char *outcome_word(enum outcome, struct column about);

/*
 * Can this value, a struct value, be judged by the term? NULL, or what is
 * wrong: a subject that there is not, a unit that does not fit.
 */
const char *table_gate_check(const struct limit *, const void *value);

/*
 * Does the other table exceed the budget? Without a spread, by the amounts; a
 * row of `any` also by its verdict, see verdict_gate.
 */
struct judgement table_gate_judge(
    const struct budget *, const struct comparison *);

/* By how much what it tells of differs. */
decimal table_gate_difference(
    const struct judgement *, const struct comparison *);
