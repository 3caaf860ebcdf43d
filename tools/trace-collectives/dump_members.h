/*
 * dump_members - the ranks of each process group of the dumps, and how far each
 * of them has come.
 */
#ifndef TRACE_COLLECTIVES_DUMP_MEMBERS_H
#define TRACE_COLLECTIVES_DUMP_MEMBERS_H

#include "tools/trace-collectives/dump.h"

/* Sets all members and what the groups' records are; sorts the records. */
void dump_members(struct dumps *);

#endif
