/*
 * top - the records with the largest shares, where people need not see all.
 */
#ifndef TSV2TXT_TOP_H
#define TSV2TXT_TOP_H

#include <stdbool.h>
#include <stddef.h>

#include "common/bytes/span.h"

/* Zeroed, it has no records. */
struct top {
	double *share; /* of each record, in the order of the table */
	bool *shown;
	size_t n, share_cap;
	size_t hidden; /* records, of which */
	size_t next;   /* this one has the largest share */
};

/* Adds a record with its share. */
void top_add(struct top *, struct span share);

/*
 * Decides which `most` records are shown: those with the largest shares, of
 * equal ones the first.
 */
void top_choose(struct top *, size_t most);

void top_free(struct top *);

#endif
