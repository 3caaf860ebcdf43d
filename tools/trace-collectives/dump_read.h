/*
 * dump_read - the dump of one flight recorder, from JSON.
 */
#ifndef TRACE_COLLECTIVES_DUMP_READ_H
#define TRACE_COLLECTIVES_DUMP_READ_H

#include "common/input/input.h"
#include "tools/trace-collectives/dump.h"

/*
 * Reads a dump of that rank; the path must live as long as the dumps. Returns
 * NULL, or why this is none: valid until the input is closed. A damaged one is
 * read as far as that goes: see dump.lost and dump.damage.
 */
const char *dump_read(
    struct dumps *, struct input *, const char *path, int64_t rank);

#endif
