/*
 * dump_groups - the process groups of all dumps.
 *
 * The same group has another number (pg_id) in each process, and names repeat
 * in one job: a group is told by its name and its ranks. A dump that lost what
 * it said of its groups is in the one of that name that has its rank.
 */
#ifndef TOOLS_TRACE_COLLECTIVES_DUMP_GROUPS_H
#define TOOLS_TRACE_COLLECTIVES_DUMP_GROUPS_H

#include "tools/trace-collectives/dump.h"

/* After all are read: finds groups and their members, and sorts the records. */
void dump_groups(struct dumps *);

#endif
