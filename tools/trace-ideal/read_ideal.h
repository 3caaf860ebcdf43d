/*
 * read_ideal - tables of ideal times from the logs of compilers, from folders,
 * and from tables with a column of ideal times.
 *
 * Errors end the program with a message.
 */
#pragma once

#include "tools/trace-ideal/ideal.h"

/*
 * Tables of ideal cycles in the log of a compiler, line by line.
 *
 * A table begins with a line that holds " Ideal/Total Cycles " and ends with
 * "====== Perf Summary End ======". Between, a row is a name of letters,
 * digits, '_' and '-', blanks, and a whole number. The name is that of a
 * kernel, "-opCat" and its category; a kernel with "-NA" or nothing after it
 * has none. A row Total is the sum of the others. Rows with Precompute or
 * -LxPreload are not of the program. A line of only PREFILL or DECODING, with
 * blanks around it, tells the phase of the tables after it, and DSM-AutoPilot
 * BEGIN that all kernels are fused.
 */

/* Of one row: a quarter of an hour, so that no sum overflows. */
#define LOG_CYCLES_MOST INT64_C(1000000000000)

/* Zeroed at first but for the first two. */
struct log {
	struct ideal *ideal;
	int64_t rank;
	struct span phase; /* empty: not told */
	bool autopilot;
	bool in_table;
	int64_t cut;     /* tables that have no end */
	int64_t wrong;   /* tables whose Total is not the sum */
	int64_t refused; /* rows with a number beyond LOG_CYCLES_MOST */
	int64_t scaled;  /* lines with a scaling of clocks, of no effect */
};

void log_line(struct log *, struct span);
void log_end(struct log *);

/*
 * Adds the tables of a path for that rank. Of a folder, or its member
 * inductor-spyre, it reads KERNEL/perf/ideal_cycles.json, by name. What is odd,
 * but can be used, is reported unless `quiet`. Returns how many tables are not
 * whole.
 */
int64_t read_ideal(struct ideal *, const char *path, int64_t rank, bool quiet);
