/*
 * Any bytes as a trace: reading ends, events and losses are no more than bytes
 * can hold, and passing over events finds none that reading all does not.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "common/source.h"

enum { INFLATES = 1100 }; /* a byte of deflate makes at most 1032 */

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

/* Reads a trace to its end; returns how many events it has. */
static size_t
read_all(const char *path, size_t size, const struct skim_words *words)
{
	static const struct span asked = {"name", 4};
	struct source s;
	struct kevent e;
	size_t events = 0;
	int got;

	if (source_open(&s, path, &asked, 1))
		abort();
	kineto_pass(s.kineto, words);
	while ((got = source_next(&s, &e)) > 0)
		if (++events > size * INFLATES)
			abort();
	if (got < 0 && !s.error[0])
		abort();
	if (kineto_lost(s.kineto) > (int64_t)(size * INFLATES + 1))
		abort();
	source_close(&s);
	return events;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct skim_words all = {.all = true};
	struct skim_words kernels = {0};
	char path[40];
	int fd = memfd_create("trace", 0);

	if (fd < 0 || write(fd, data, size) != (ssize_t)size)
		abort();
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	skim_add(&kernels, span_of("kernel"));
	if (read_all(path, size, &kernels) > read_all(path, size, &all))
		abort();
	close(fd);
	return 0;
}
