/*
 * options - what the command line asks for: tables, columns, thresholds,
 * budgets.
 */
#ifndef TRACE_COMPARE_OPTIONS_H
#define TRACE_COMPARE_OPTIONS_H

#include "common/cli/opt.h"
#include "common/table/table.h"
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

#endif
