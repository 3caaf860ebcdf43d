/*
 * options - the command line of trace-cycles, parsed.
 */
#pragma once

#include "tools/trace-cycles/print_cycles.h"
#include "tools/trace-cycles/weak_cycles.h"

struct options {
	bool fingerprints; /* the list has them */
	bool quiet;
	bool limited; /* by least or greatest length */
	enum print_table table;
	const char *also[PRINT_TABLES]; /* files for other tables, or NULL */
	struct sequence_options how;
	bool weak;    /* cycles with weak evidence are listed, too */
	size_t early; /* stop after this many repeats; 0: read all */
};

/* Ends the program when the command line is wrong. Operands are at optind. */
struct options options_parse(int argc, char **argv);
