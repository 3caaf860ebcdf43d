/*
 * options - what the command line asks for: tables, columns, thresholds,
 * budgets.
 */
#ifndef TOOLS_TRACE_COMPARE_OPTIONS_H
#define TOOLS_TRACE_COMPARE_OPTIONS_H

#include "common/cli/opt.h"
#include "common/table/table.h"
#include "common/table/tsv.h"
#include "tools/trace-compare/fail_if.h"

enum { MOST_TABLES = 64 };

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
	enum order order;
	bool total, quiet, exit_zero;
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

/* One row; the key is written as it is in the join. */
void print_row(struct tsvw *, const struct options *, const struct plan *,
    const struct comparison *, uint32_t row);

/* The totals, which have no status. */
void print_total(struct tsvw *, const struct options *, const struct plan *,
    const struct join *total);

#endif
