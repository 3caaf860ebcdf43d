/*
 * spool - records that wait in a temporary file for what their last fields are.
 */
#ifndef SPOOL_H
#define SPOOL_H

#include "common/table/tsv.h"

struct spool;

/* NULL: errno says why. */
struct spool *spool_new(void);
void spool_free(struct spool *);

/* Where the records are written, as long as none has been read. */
struct tsvw *spool_rows(struct spool *);

/* Goes to the first of them. Returns 0, or -1 with errno: not all is written.
 */
__attribute__((warn_unused_result)) int spool_rewind(struct spool *);

/*
 * The next record, without its LF; valid until the next call. Returns 1, 0
 * after the last one, -1 with errno.
 */
__attribute__((warn_unused_result)) int spool_next(
    struct spool *, struct span *record);

#endif
