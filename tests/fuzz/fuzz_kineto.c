/*
 * Any bytes as a trace: it ends, events lie within the file, every event is an
 * object that the field reader takes or refuses, and the damage is counted.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "common/kevent.h"
#include "common/kineto.h"

enum { INFLATES = 1100 }; /* a byte of deflate makes at most 1032 */

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

static void
read_all(const char *path, size_t size)
{
	struct kineto *k = kineto_open(path);
	static const struct span asked = {"name", 4};
	struct kreader *r = kreader_new(&asked, 1);
	struct span object;
	struct kevent e;
	size_t events = 0;
	int got;

	while ((got = kineto_next(k, &object)) > 0) {
		if (object.n < 2 || object.p[0] != '{' ||
		    object.p[object.n - 1] != '}' || ++events > size * INFLATES)
			abort();
		if (kreader_read(r, object, &e) == JSON_UNREADABLE)
			kineto_lose(k);
	}
	if (got < 0 && !kineto_error(k)[0])
		abort();
	if (kineto_lost(k) > (int64_t)size * INFLATES + 1)
		abort();
	kreader_free(r);
	kineto_close(k);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char path[40];
	int fd = memfd_create("trace", 0);

	if (fd < 0 || write(fd, data, size) != (ssize_t)size)
		abort();
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	read_all(path, size);
	close(fd);
	return 0;
}
