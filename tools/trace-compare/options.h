/*
 * options - the command line: tables, columns, thresholds, budgets.
 */
#pragma once

#include "common/cli/opt.h"
#include "common/table/table.h"
#include "common/table/tsv.h"
#include "tools/trace-compare/result.h"

/*
 * Does a comparison keep a budget? For --fail-if.
 *
 * The subjects of its terms, all of the first value: total; any, each row by
 * itself; key:NAME, the rows with NAME in a key column, added up; status:WORD,
 * how many rows there are with that outcome.
 */

enum { MOST_TABLES = 64 };

/* The word for an outcome in --fail-if and the column status; "" for none. */
const char *outcome_word(enum outcome, struct column about);

/*
 * Can this value, a struct value, be judged by the term? NULL, or what is
 * wrong: a subject that there is not, a unit that does not fit.
 */
const char *fail_if_check(const struct limit *, const void *value);

/*
 * Does the other table exceed the budget? Without a spread, by the amounts; a
 * row of `any` also by its verdict, see verdict_gate.
 */
struct judgement fail_if_judge(
    const struct limits *, const struct comparison *);

/* By how much what it tells of differs. */
decimal fail_if_difference(const struct judgement *, const struct comparison *);

struct side {
	struct span label;
	const char *path;
};

struct options {
	const char *keys, *values;
	enum table_format format;
	struct amount least, relative;
	bool given_least;
	bool chosen; /* --abs, --rel or --rule */
	bool alone;  /* --rule: whatever the spread */
	int order;   /* enum order */
	bool total, quiet;
	struct opt_budgets budgets;
	size_t sides;
	struct side side[MOST_TABLES];
};

/* Ends the program when the command line is wrong. Free budgets.p. */
struct options options_read(int argc, char **argv);

/*
 * The tables as they are read and printed. These end the program when
 * something is wrong.
 */

/* All tables, joined. The plan borrows names from the pool. */
void read_tables(
    const struct options *, struct plan *, struct join *, struct pool *names);

void compare_print_header(
    struct tsvw *, const struct options *, const struct plan *);

/*
 * One row; the key is written as it is in the join. The comparisons have the
 * numbers of their tables, from 1.
 */
void print_row(struct tsvw *, const struct options *, const struct plan *,
    const struct comparison *, uint32_t row);

/* The totals, which have no status. */
void print_total(struct tsvw *, const struct options *, const struct plan *,
    const struct join *total);
