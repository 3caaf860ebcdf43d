/*
 * processes - the processes of several ranks, and which of them have names.
 *
 * Memory: each process once.
 */
#ifndef TRACE_JSON_PROCESSES_H
#define TRACE_JSON_PROCESSES_H

#include "tools/trace-json/row.h"

struct processes;

struct processes *processes_new(void);
void processes_free(struct processes *);

/* Takes the process of a row. */
void processes_add(struct processes *, const struct row *);

/*
 * The next process that has a number but no name, in the order of appearance:
 * sets the row's pid and rank, and what it may be called. False when there are
 * no more, or no memory.
 */
bool processes_next(struct processes *, struct row *, struct buf *name);

#endif
