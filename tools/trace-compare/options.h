/*
 * options - the command line: tables, columns, thresholds, budgets.
 */
#pragma once

#include "common/cli/opt.h"
#include "common/table/table.h"
#include "common/table/tsv.h"
#include "tools/trace-compare/result.h"

enum { MOST_TABLES = 64 };

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
	struct labelled side[MOST_TABLES];
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
 * numbers of their tables, from 1; NULL: totals, which have no status.
 */
void print_row(struct tsvw *, const struct options *, const struct plan *,
    const struct join *, uint32_t row, const struct comparison *);
