/*
 * Any bytes as a file: however they are read, in small pieces by one thread or
 * in large ones by two, the same comes out and the same is wrong with them.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "common/input/inflate.h"
#include "common/input/input.h"

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

enum { LARGE = 100000, MOST = 4000000 }; /* a bomb is not read to its end */

struct outcome {
	size_t n;
	uint32_t crc;
	char wrong[200];
};

static struct outcome
read_all(const char *path, size_t step, int threads)
{
	static char bytes[LARGE];
	struct input *in = input_open(path);
	struct outcome o = {0};
	ssize_t got = 1;

	input_threads(in, threads);
	while (o.n < MOST && got > 0) {
		size_t n = MOST - o.n < step ? MOST - o.n : step;

		got = input_read(in, bytes, n);
		if (got > (ssize_t)n)
			abort();
		if (got > 0) {
			o.crc = inflate_crc(o.crc, bytes, (size_t)got);
			o.n += (size_t)got;
		}
	}
	if ((got < 0) != (input_error(in) != NULL))
		abort();
	if (got <= 0)
		snprintf(o.wrong, sizeof o.wrong, "%s, %s",
		    got < 0 ? input_error(in) : "no error",
		    input_damage(in) ? input_damage(in) : "no damage");
	input_close(in);
	return o;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct outcome a, b;
	char path[40];
	int fd = memfd_create("input", 0);

	if (fd < 0 || write(fd, data, size) != (ssize_t)size)
		abort();
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	a = read_all(path, 500 + size % 500, 1);
	b = read_all(path, LARGE, 2);
	if (a.n != b.n || a.crc != b.crc || strcmp(a.wrong, b.wrong) != 0)
		abort();
	close(fd);
	return 0;
}
