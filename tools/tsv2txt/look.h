/*
 * look - facts about a column from its name and the records looked at: its
 * kind, its largest change, and whether it is the same everywhere.
 */
#pragma once

#include <stdbool.h>

#include "common/bytes/buf.h"
#include "common/meaning/column.h"

struct look {
	enum column_kind kind;
	bool change, second, kernels; /* as column.h has them */
	bool structure;               /* says what a cycle consists of */
	bool numbers, texts;          /* were any seen? */
	double largest;    /* of a change column: the largest change */
	struct buf first;  /* the first record's field, ... */
	bool seen, varies; /* ... once there is one; have others another? */
	struct buf last;   /* the last record's field */
	size_t changes;    /* from record to record, ... */
	size_t leader;     /* ... after which columns at most: see view.c */
};

/*
 * n columns of these names, of which nothing has been seen, and which of them
 * colour records. Beside an outcome none is one of changes: what these mean is
 * said by the outcome.
 */
void look_columns(
    struct look *, struct row_columns *, const struct span *names, size_t n);
void look_free(struct look *);

/*
 * Looks at a record's field. Returns whether it is another than that of the
 * record before.
 */
bool look_at(struct look *, struct span);

/* Are its fields numbers, which go to the right? */
bool look_is_number(const struct look *);

/* The tone of a record with these fields. */
enum tone look_record_tone(
    const struct row_columns *, const struct span *fields);

/* A change is red or green, and has no colour where it is small. */
enum tone look_change_tone(const struct look *, struct span field);
