/*
 * temporary - a file that does not outlive the program unless it is renamed.
 *
 * It is removed by temporary_close, at exit, and when one of the signals ends
 * the program that can be caught and that a terminal, a fault or a limit sends;
 * a signal that is ignored stays so. All calls belong to one thread.
 */
#pragma once

#include <pthread.h>
#include <stddef.h>

#include "common/bytes/span.h"

struct temporary {
	struct temporary *next;
	char *path; /* NULL once the file is gone or renamed */
	int fd;
};

/* Bytes of a path up to its last slash, that included. */
size_t temporary_folder(const char *path);

/*
 * Makes the file, for its user only: beside a path, or in a folder with its
 * slash, under an unpredictable name. The struct must stay where it is. Returns
 * 0, or -1 with errno. Call temporary_close in either case.
 */
MUST_USE int temporary_open(struct temporary *, const char *path);

/* The same in TMPDIR, or in /tmp if that is not set. */
MUST_USE int temporary_scratch(struct temporary *);

/* Closes the file and renames it. Returns 0, or -1 with errno. */
MUST_USE int temporary_rename(struct temporary *, const char *to);

/* Removes the file; errno stays. */
void temporary_close(struct temporary *);

/*
 * pthread_create of any thread but the one of these files: signals sent to the
 * program are left to that one, whose list of files a handler elsewhere would
 * read while it changes. Returns 0, or an errno.
 */
MUST_USE int temporary_start_thread(pthread_t *, void *(*)(void *), void *);
