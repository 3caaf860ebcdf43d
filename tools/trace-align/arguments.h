/*
 * arguments - the command line of trace-align, parsed.
 *
 * An error in it ends the program with a message.
 */
#ifndef TOOLS_TRACE_ALIGN_ARGUMENTS_H
#define TOOLS_TRACE_ALIGN_ARGUMENTS_H

#include "common/meaning/verdict.h"
#include "tools/trace-align/cycle_match.h"
#include "tools/trace-align/gate.h"

struct options {
	int64_t cycle_a, cycle_b; /* ANY_CYCLE: the most alike */
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
	struct budget *budgets;
	size_t nbudgets;
	bool quiet;
};

/*
 * Reads the command line; the operands A and B, or A alone, are at
 * argv[optind]. arguments_free after it.
 */
void arguments_parse(struct options *, int argc, char **argv);
void arguments_free(struct options *);

#endif
