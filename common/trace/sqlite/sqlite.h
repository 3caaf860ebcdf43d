/*
 * sqlite - databases of SQLite as traces: their tables are read one after
 * another.
 */
#ifndef COMMON_TRACE_SQLITE_SQLITE_H
#define COMMON_TRACE_SQLITE_SQLITE_H

#include "common/trace/reader.h"

/*
 * For the table of formats.c. The args are columns, by their names. What is no
 * plain file is copied into a temporary one.
 */
bool sqlite_sniff(struct input *);
struct trace_reader *sqlite_open(
    struct input *, const struct span *args, size_t);

#endif
