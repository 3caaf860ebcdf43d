/*
 * ids - one set of numbers for the ids and processes of all ranks.
 *
 * Each rank counts its ids from the same numbers, and so do the GPUs that stand
 * for processes. In one file an id of rank r becomes r 2^40 + id, a process
 * r 1000000 + pid: a number of a rank is the same in every file that holds it.
 * What does not fit in there, as ids that are no numbers, is numbered as it
 * comes, after all others. No two of different ranks become the same, and none
 * of one rank that were not. Ids stay below 2^53, as JavaScript's numbers do,
 * and processes below 2^32, as viewers have them.
 *
 * Memory: only what does not fit, each once.
 */
#ifndef TRACE_JSON_IDS_H
#define TRACE_JSON_IDS_H

#include <stdint.h>

#include "common/bytes/buf.h"

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

#endif
