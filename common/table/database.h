/*
 * database - an SQLite file, which is only read.
 *
 * The file is taken as immutable: no lock, no journal, no other file. The
 * library may only read ordinary tables: no function, view, virtual table,
 * extension, attached file or pragma.
 */
#ifndef COMMON_TABLE_DATABASE_H
#define COMMON_TABLE_DATABASE_H

#include <stdbool.h>

struct database {
	struct sqlite3 *db;
	bool damaged;   /* part of what was asked for could not be read */
	bool no_memory; /* nor can what is read be trusted */
};

/*
 * Opens a file. Returns 0; -1 with *db NULL: no memory; -1 with *db, of which
 * only database_error may be asked.
 */
__attribute__((warn_unused_result)) int database_open(
    struct database **db, const char *path);
void database_close(struct database *); /* accepts NULL */

/* Why it could not be opened; valid until database_close. */
const char *database_error(const struct database *);

#endif
