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

#include "common/bytes/temporary.h"
#include "common/input/input.h"

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

/*
 * A file that libsqlite3 can read: one with a name, and of whole pages. It
 * would read the missing part of a cut page as zeros.
 */

/* Zeroed, it is closed. It must stay where it is. */
struct database_file {
	struct temporary copy; /* of an input that cannot be taken as it is */
	bool copied;
	const char *path, *damage, *error; /* damage, error: NULL, or what */
};

/* Finds the path. Returns 0, or -1: see error. */
__attribute__((warn_unused_result)) int database_file_open(
    struct database_file *, struct input *);
void database_file_close(struct database_file *);

#endif
