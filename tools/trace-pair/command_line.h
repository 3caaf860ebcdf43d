/*
 * command_line - the command line of trace-pair.
 */
#ifndef TRACE_PAIR_COMMAND_LINE_H
#define TRACE_PAIR_COMMAND_LINE_H

#include <stdbool.h>
#include <stdint.h>

enum kind { KIND_NTH, KIND_BY, KIND_ANCHOR, KIND_TAG };

struct options {
	enum kind kind;
	const char *keys;     /* that must agree beside the name, or NULL */
	const char *by;       /* columns, or NULL */
	const char *sequence; /* columns, or NULL */
	const char *peer;     /* a column, or NULL */
	const char *rank;     /* a column */
	const char *from, *to, *tag; /* patterns, or NULL */
	int64_t lags;
	bool quiet;
};

/* Ends the program where the command line is wrong. */
void pair_command_line(struct options *, int argc, char **argv);

#endif
