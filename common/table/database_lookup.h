/*
 * database_lookup - rows of a table by their numbers, such as the texts that
 * the rows of other tables point to.
 *
 * A number is mostly the rowid, by which SQLite finds a row at once. Where it
 * is not, all numbers are read when the first one is not found so. Memory then:
 * 20 bytes a row.
 */
#ifndef COMMON_TABLE_DATABASE_LOOKUP_H
#define COMMON_TABLE_DATABASE_LOOKUP_H

#include "common/bytes/pool.h"
#include "common/table/database_rows.h"

/* Zeroed, it is closed, and has no rows. */
struct database_lookup {
	struct database_rows *rows; /* NULL: there is no such table */
	struct database_rows *all;  /* numbers, for the list of them */
	bool found;                 /* rows is at the row of this number: */
	int64_t at;
	bool listed; /* the numbers are these: */
	struct idpool numbers;
	int64_t *rowid; /* of each */
	size_t cap;
};

/*
 * The rows of a table with these columns, the first of which has the number;
 * it must be closed before the database.
 */
void database_lookup_open(struct database_lookup *, struct database *,
    const char *table, const struct span *column, size_t n);
void database_lookup_close(struct database_lookup *);

/* Brings `rows` to the row of that number: 1, 0: there is none. */
__attribute__((warn_unused_result)) int database_lookup_find(
    struct database_lookup *, int64_t number);

#endif
