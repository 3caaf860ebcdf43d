/*
 * files - several files with the same header, one after another, for the
 * readers of tables.
 */
#pragma once

#include "common/bytes/span.h"
#include "common/input/lines.h"

/* Of no paths, with the first file open: that one alone. */
struct files {
	char *const *paths; /* "-" is standard input, and so is no path */
	int n, next;
	struct lines *lines; /* of the file at hand */
};

/*
 * Opens the next file and reads its first line. Returns NULL, or why that
 * failed, or why what begins so is no table: valid as long as the file is open.
 * files_close may follow.
 */
__attribute__((warn_unused_result)) const char *files_next(
    struct files *, struct span *line);

void files_close(struct files *);
