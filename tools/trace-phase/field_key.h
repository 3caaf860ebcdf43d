/*
 * field_key - several fields of a record together, as one number.
 */
#ifndef TRACE_PHASE_FIELD_KEY_H
#define TRACE_PHASE_FIELD_KEY_H

#include "common/bytes/pool.h"
#include "common/table/tsv.h"

/*
 * The number that the record's fields in n columns have in the pool, as one
 * text; a missing column is an empty field. `key` is scratch memory. Ends the
 * program when there is no memory.
 */
uint32_t field_key_number(struct pool *, struct buf *key, const struct tsv *,
    const int *column, int n);

/* That text alone, in the buffer. */
void field_key_text(struct buf *, const struct tsv *, const int *column, int n);

#endif
