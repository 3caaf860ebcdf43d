/*
 * texts - the table StringIds of an export of Nsight Systems: texts by
 * their numbers.
 *
 * In the public schema a text's number is the rowid, by which SQLite finds a
 * row at once. Where it is not, all numbers are read when the first one is not
 * found so. Memory then: 20 bytes a text.
 */
#ifndef COMMON_TRACE_NSYS_TEXTS_H
#define COMMON_TRACE_NSYS_TEXTS_H

#include "common/bytes/idpool.h"
#include "common/table/database_rows.h"

/* Zeroed, it is closed, and has no texts. */
struct nsys_texts {
	struct database *db;
	struct database_rows *rows; /* NULL: there is no such table */
	bool listed;                /* the numbers are these: */
	struct idpool numbers;
	int64_t *rowid; /* of each */
	size_t cap;
};

/* The texts of a database, which must outlive them. */
void nsys_texts_open(struct nsys_texts *, struct database *);
void nsys_texts_close(struct nsys_texts *);

/* The text of that number, valid until the next call: 1, 0: there is none. */
__attribute__((warn_unused_result)) int nsys_texts_find(
    struct nsys_texts *, int64_t number, struct span *text);

#endif
