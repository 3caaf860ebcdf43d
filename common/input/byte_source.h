/*
 * byte_source - the bytes of a file or of standard input as they are, chunk by
 * chunk.
 */
#ifndef COMMON_INPUT_BYTE_SOURCE_H
#define COMMON_INPUT_BYTE_SOURCE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <sys/types.h>

enum { BYTE_SOURCE_CHUNK = 256 * 1024, BYTE_SOURCE_BEHIND = 8 };

struct byte_source {
	/*
	 * The bytes at hand. The BYTE_SOURCE_BEHIND bytes before `next` are
	 * still those of the input, so that a caller that took too many can
	 * step back.
	 */
	const unsigned char *next;
	size_t have;
	int error; /* the errno of what failed, or 0 */
	int fd;
	bool opened; /* by byte_source_open, so that byte_source_close closes it
		      */
	int stop;    /* when this descriptor hangs up, reading ends; or -1 */
	atomic_llong consumed; /* bytes read; any thread may look */
	unsigned char bytes[BYTE_SOURCE_BEHIND + BYTE_SOURCE_CHUNK];
};

/* A path, or NULL for standard input. Returns 0, or -1: see error. */
int byte_source_open(struct byte_source *, const char *path);
void byte_source_close(struct byte_source *);

/*
 * Reads more after the bytes at hand, of which there must be fewer than
 * BYTE_SOURCE_CHUNK; they move. Returns 1, 0 at the end, -1: see error.
 */
int byte_source_more(struct byte_source *);

/* The next n <= BYTE_SOURCE_CHUNK bytes; NULL at the end or for an error. */
const unsigned char *byte_source_need(struct byte_source *, size_t n);

/* Drops the first n of the bytes at hand. */
void byte_source_skip(struct byte_source *, size_t n);

/* Reads past the chunk, like read(2), but continues after a signal. */
ssize_t byte_source_read(struct byte_source *, void *, size_t n);

#endif
