/*
 * read - tables of ideal times from the logs of compilers, from folders, and
 * from tables with a column of ideal times.
 *
 * What cannot be read ends the program with a message.
 */
#ifndef TRACE_IDEAL_READ_H
#define TRACE_IDEAL_READ_H

#include "tools/trace-ideal/ideal.h"

/*
 * Adds the tables of a path for that rank. Of a folder, or its member
 * inductor-spyre, it reads KERNEL/perf/ideal_cycles.json, by name. What is odd,
 * but can be used, is reported unless `quiet`. Returns how many tables are not
 * whole.
 */
int64_t read_ideal(struct ideal *, const char *path, int64_t rank, bool quiet);

#endif
