/*
 * database_file - a file that libsqlite3 can read: one with a name, and of
 * whole pages. It would read the missing part of a cut page as zeros.
 */
#ifndef COMMON_TABLE_DATABASE_FILE_H
#define COMMON_TABLE_DATABASE_FILE_H

#include "common/bytes/temporary.h"
#include "common/input/input.h"

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
