/*
 * rank_ids - one set of numbers for the ids and processes of all ranks.
 *
 * Each rank counts its ids from the same numbers, and so do the GPUs that stand
 * for processes. In one file an id of rank r becomes r 2^40 + id, a process
 * r 1000000 + pid: a number of a rank is the same in every file that holds it.
 * Ids that do not fit in there, or are no numbers, are numbered as they come,
 * after all others. Different ids, of one rank or of several, stay different.
 * Ids stay below 2^53, as JavaScript's numbers do, and processes below 2^32, as
 * viewers have them.
 *
 * Memory: each process, and each id that does not fit, once.
 */
#pragma once

#include "tools/trace-json/event_row.h"

#define PROCESS_STRIDE INT64_C(1000000)

#define IDS_ARROWS (INT64_C(8191) << 40) /* ids from here on are nobody's */

struct ids;

struct ids *ids_new(void);
void ids_free(struct ids *);

/* The number of an id. */
int64_t ids_link_number(struct ids *, struct span rank, struct span id);

/* Appends it. */
void ids_link(struct ids *, struct buf *, struct span rank, struct span id);

/*
 * The same of a process, or, if it is no number, its name with the rank before
 * it.
 */
void ids_process(struct ids *, struct buf *, struct span rank, struct span pid);

/* Takes note of a row's process, and whether the row names it. */
void ids_note(struct ids *, const struct row *);

/*
 * The next process that was noted and has a number but no name, in the order of
 * appearance: sets the row's pid and rank, and what it may be called. False
 * when there are no more.
 */
bool ids_next_nameless(struct ids *, struct row *, struct buf *name);
