/*
 * cycle_report - compares two cycles and reports it: rows, summary, messages,
 * and the exit status that budgets lead to.
 *
 * Part of main: what is wrong ends the program with a message.
 */
#pragma once

#include "common/table/tsv.h"
#include "tools/trace-align/cycle_gate.h"
#include "tools/trace-align/cycle_match.h"
#include "tools/trace-align/side.h"

struct options {
	int64_t cycle_a, cycle_b; /* ANY_CYCLE: not named */
	bool one_table;           /* both cycles are of the table A */
	struct wanted wanted;     /* of which cycles those are */
	bool all;                 /* pairs of cycles */
	bool pairs;               /* only list them */
	bool by_fusion;
	const char *rules;   /* NULL: ours */
	const char *output;  /* NULL: standard output */
	const char *summary; /* NULL: none */
	char *spread[2];     /* tables of spreads of A and B; NULL: none */
	char *info[2];       /* tables of trace-info of A and B; NULL: none */
	double least;        /* share of time that must be matched */
	struct cycle_budget *budgets;
	size_t nbudgets;
	bool quiet;
};

struct streams {
	struct tsvw *rows;
	struct tsvw *summary; /* NULL: none */
	size_t groups;        /* that the rows so far are in */
};

/* Everything read before cycles are chosen: both operands and their couples. */
struct inputs {
	struct side_tables a, b;
	struct pool *names;
	struct likeness likeness;
	struct couple *couples;
	size_t ncouples;
};

/*
 * Compares cycle a of the first operand with cycle b of the second. `pair` is
 * the number of the pair, or NO_PAIR. Returns the exit status.
 */
int cycle_report_write(const struct options *, const struct inputs *,
    const struct cycle_rows *a, const struct cycle_rows *b, struct streams *,
    size_t pair);

/*
 * Compares the cycles that the options ask for (cycle_choice.c): those that
 * --cycle names, all that are alike, or else two of one phase: of those of
 * several kernels the two that take the most of both traces, so the step before
 * its layers. Returns the exit status.
 */
int cycle_choice_align(
    const struct options *, struct inputs *, struct streams *);
