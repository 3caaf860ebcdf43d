/*
 * feed - the bytes of a file or of standard input as they are, chunk by chunk.
 */
#ifndef COMMON_INPUT_FEED_H
#define COMMON_INPUT_FEED_H

#include <stdatomic.h>
#include <stdbool.h>
#include <sys/types.h>

enum { FEED_CHUNK = 256 * 1024, FEED_BEHIND = 8 };

struct feed {
	/*
	 * The bytes at hand. The FEED_BEHIND bytes before `next` are still
	 * those that the input has there, so that who took too many can step
	 * back.
	 */
	const unsigned char *next;
	size_t have;
	int error; /* the errno of what failed, or 0 */
	int fd;
	bool opened; /* by feed_open, so that feed_close closes it */
	int stop;    /* when this descriptor hangs up, reading ends; or -1 */
	atomic_llong consumed; /* bytes read; any thread may look */
	unsigned char bytes[FEED_BEHIND + FEED_CHUNK];
};

/* A path, or NULL for standard input. Returns 0, or -1: see error. */
int feed_open(struct feed *, const char *path);
void feed_close(struct feed *);

/*
 * Reads more behind the bytes at hand, of which there must be fewer than
 * FEED_CHUNK; they move. Returns 1, 0 at the end, -1: see error.
 */
int feed_more(struct feed *);

/* The next n <= FEED_CHUNK bytes; NULL at the end or for an error. */
const unsigned char *feed_need(struct feed *, size_t n);

/* Drops the first n of the bytes at hand. */
void feed_skip(struct feed *, size_t n);

/* Past the chunk: as read(2), which signals do not disturb. */
ssize_t feed_read(struct feed *, void *, size_t n);

#endif
