/*
 * files - the input of a test in temporary files, two at most.
 */
#pragma once

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char paths[2][32];
static char *const both[] = {paths[0], paths[1]};

/* Makes file i, 0 or 1; forget_files unlinks it. */
static inline void
make_file(int i, const void *p, size_t n)
{
	int fd;

	strcpy(paths[i], "/tmp/trace-utils.XXXXXX");
	fd = mkstemp(paths[i]);
	if (fd < 0 || write(fd, p, n) != (ssize_t)n || close(fd))
		abort();
}

static inline void
make_text_file(int i, const char *text)
{
	make_file(i, text, strlen(text));
}

/* Unlinks the first n of them. */
static inline void
forget_files(int n)
{
	for (int i = 0; i < n; i++)
		unlink(paths[i]);
}
