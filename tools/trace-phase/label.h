/*
 * label - the two columns that trace-phase fills in, and rows that belong
 * together by their other columns.
 */
#ifndef TRACE_PHASE_LABEL_H
#define TRACE_PHASE_LABEL_H

#include "common/bytes/pool.h"
#include "common/table/tsv.h"
#include "tools/trace-phase/phase.h"

struct label_columns {
	int phase, reason; /* may be missing: they go behind then */
};

void label_find(struct label_columns *, const struct tsv *);

/* The label that the current record has, PHASE_EMPTY for none. */
enum phase label_read(const struct label_columns *, const struct tsv *);

/* The header of the input with what is missing behind. */
void label_header(
    struct tsvw *, const struct label_columns *, const struct tsv *);

/* A record with the verdict filled in, or as it was for NULL. */
void label_row(struct tsvw *, const struct label_columns *, struct span line,
    const struct verdict *);

/*
 * The number that the record's fields in n columns have in the pool, as one
 * text; a missing column is an empty field. `key` is scratch memory.
 */
uint32_t label_key_number(struct pool *, struct buf *key, const struct tsv *,
    const int *column, int n);

#endif
