/*
 * csvrec - one record of comma-separated values, for csv.h.
 *
 * It takes the record's first line, and more of them where quotes hold line
 * ends. What is a record, and what is an error, is said in csv.h.
 */
#ifndef COMMON_TABLE_CSVREC_H
#define COMMON_TABLE_CSVREC_H

#include <csv.h>
#include <stdbool.h>

#include "common/bytes/buf.h"
#include "common/input/lines.h"

enum { CSVREC_MAX_FIELDS = 16384 }; /* as many as columns in tsv.h */

struct csvrec {
	struct span *fields; /* valid until the next record */
	size_t n;     /* may be more than are stored, CSVREC_MAX_FIELDS */
	size_t bytes; /* with the ends of its lines */
	const char *fault;
	bool file_fault; /* it is one of the file, not of the record alone */

	/* below: for csvrec.c only */
	struct csv_parser parser;
	struct buf text; /* the fields that libcsv handed over */
	int end;         /* the byte that ended the record, 0: not yet */
	bool stray_cr;
};

void csvrec_open(struct csvrec *);
void csvrec_close(struct csvrec *);

/* Reads the record that begins with this line. Returns 0, or -1: see fault. */
__attribute__((warn_unused_result)) int csvrec_read(
    struct csvrec *, struct lines *, struct span line);

/* After a fault of a record: forgets what was read of it. */
void csvrec_restart(struct csvrec *);

#endif
