/*
 * number - several fields of a record together, as one number.
 */
#ifndef TRACE_PHASE_NUMBER_H
#define TRACE_PHASE_NUMBER_H

#include "common/bytes/pool.h"
#include "common/table/tsv.h"

/*
 * The number that the record's fields in n columns have in the pool, as one
 * text; a missing column is an empty field. `key` is scratch memory. Ends the
 * program when there is no memory.
 */
uint32_t number_fields(struct pool *, struct buf *key, const struct tsv *,
    const int *column, int n);

/* That text alone, in the buffer. */
void number_key(struct buf *, const struct tsv *, const int *column, int n);

#endif
