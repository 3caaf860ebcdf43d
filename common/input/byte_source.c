#define _GNU_SOURCE /* F_SETPIPE_SZ */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/input/byte_source.h"

static int
fail(struct byte_source *f, int error)
{
	f->error = error;
	return -1;
}

/*
 * Linux's pipes hold 64 KiB; with 1 MiB a reader and its writer change places
 * less often. It may be refused, and that does no harm.
 */
static void
enlarge_pipe(int fd)
{
#ifdef F_SETPIPE_SZ
	(void)fcntl(fd, F_SETPIPE_SZ, 1 << 20);
#else
	(void)fd;
#endif
}

int
byte_source_open(struct byte_source *f, const char *path)
{
	struct stat st;

	f->next = f->bytes + BYTE_SOURCE_BEHIND;
	f->have = 0;
	f->error = 0;
	f->stop = -1;
	atomic_init(&f->consumed, 0);
	memset(f->bytes, 0, BYTE_SOURCE_BEHIND);
	f->opened = path != NULL;
	f->fd = path ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
	if (f->fd < 0 || fstat(f->fd, &st) < 0)
		return fail(f, errno);
	if (S_ISDIR(st.st_mode))
		return fail(f, EISDIR);
	if (S_ISFIFO(st.st_mode))
		enlarge_pipe(f->fd);
	return 0;
}

void
byte_source_close(struct byte_source *f)
{
	if (f->opened && f->fd >= 0)
		close(f->fd);
}

/* Waits for bytes or for the order to stop, whichever comes first. */
static bool
told_to_stop(const struct byte_source *f)
{
	struct pollfd p[2] = {{f->fd, POLLIN, 0}, {f->stop, POLLIN, 0}};

	while (poll(p, 2, -1) < 0 && errno == EINTR)
		;
	return p[1].revents != 0;
}

ssize_t
byte_source_read(struct byte_source *f, void *p, size_t n)
{
	ssize_t got;

	if (f->stop >= 0 && told_to_stop(f))
		return fail(f, ECANCELED);
	do
		got = read(f->fd, p, n);
	while (got < 0 && errno == EINTR);
	if (got < 0)
		return fail(f, errno);
	atomic_fetch_add_explicit(&f->consumed, got, memory_order_relaxed);
	return got;
}

int
byte_source_more(struct byte_source *f)
{
	ssize_t got;

	memmove(f->bytes, f->next - BYTE_SOURCE_BEHIND,
	    BYTE_SOURCE_BEHIND + f->have);
	f->next = f->bytes + BYTE_SOURCE_BEHIND;
	got = byte_source_read(f, f->bytes + BYTE_SOURCE_BEHIND + f->have,
	    BYTE_SOURCE_CHUNK - f->have);
	if (got < 0)
		return -1;
	f->have += (size_t)got;
	return got > 0;
}

const unsigned char *
byte_source_need(struct byte_source *f, size_t n)
{
	while (f->have < n)
		if (byte_source_more(f) <= 0)
			return NULL;
	return f->next;
}

void
byte_source_skip(struct byte_source *f, size_t n)
{
	f->next += n;
	f->have -= n;
}
