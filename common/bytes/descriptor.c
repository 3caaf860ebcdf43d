#include <errno.h>
#include <unistd.h>

#include "common/bytes/descriptor.h"

enum { COPY_BLOCK = 64 * 1024 };

int
descriptor_write(int fd, const void *p, size_t n)
{
	const char *at = p;

	while (n) {
		ssize_t put = write(fd, at, n);

		if (put < 0 && errno != EINTR)
			return -1;
		if (put > 0) {
			at += put;
			n -= (size_t)put;
		}
	}
	return 0;
}

int
descriptor_copy(int from, int to)
{
	char block[COPY_BLOCK];
	ssize_t got;

	if (lseek(from, 0, SEEK_SET) < 0)
		return -1;
	while ((got = read(from, block, sizeof block)) != 0) {
		if (got < 0 && errno != EINTR)
			return -1;
		if (got > 0 && descriptor_write(to, block, (size_t)got))
			return -1;
	}
	return 0;
}
