/*
 * Any bytes as a trace: reading ends, events and losses are no more than bytes
 * can hold, and in a sound trace passing over events loses none.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "common/trace/source.h"

enum { INFLATES = 1100 }; /* a byte of deflate makes at most 1032 */

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

/* Reads a trace to its end: how many events it has, how many were lost. */
static void
read_all(const char *path, size_t size, const struct skim_words *words,
    int64_t *events, int64_t *lost)
{
	static const struct span asked = {"name", 4};
	struct source s;
	struct raw_event e;
	int got;

	source_open(&s, path, &asked, 1);
	if (source_start(&s) == 0)
		source_pass(&s, words);
	while ((got = source_next(&s, &e)) > 0)
		if (++*events > (int64_t)size * INFLATES)
			abort();
	if (got < 0 && !s.error[0])
		abort();
	*lost = source_lost(&s);
	if (*lost > (int64_t)size * INFLATES + 1)
		abort();
	source_close(&s);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct skim_words all = {.all = true};
	struct skim_words kernels = {0};
	int64_t events = 0, lost, kernel_events = 0, kernels_lost;
	char path[40];
	int fd = memfd_create("trace", 0);

	if (fd < 0 || write(fd, data, size) != (ssize_t)size)
		abort();
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	skim_add(&kernels, span_of("kernel"));
	read_all(path, size, &all, &events, &lost);
	read_all(path, size, &kernels, &kernel_events, &kernels_lost);
	if (lost == 0 && (kernels_lost || kernel_events > events))
		abort();
	close(fd);
	return 0;
}
