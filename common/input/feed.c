#define _GNU_SOURCE /* F_SETPIPE_SZ */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/input/feed.h"

static int
fail(struct feed *f, int error)
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
feed_open(struct feed *f, const char *path)
{
	struct stat st;

	f->next = f->bytes + FEED_BEHIND;
	f->have = 0;
	f->error = 0;
	f->stop = -1;
	atomic_init(&f->consumed, 0);
	memset(f->bytes, 0, FEED_BEHIND);
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
feed_close(struct feed *f)
{
	if (f->opened && f->fd >= 0)
		close(f->fd);
}

/* Waits for bytes or for the order to stop, whichever comes first. */
static bool
told_to_stop(const struct feed *f)
{
	struct pollfd p[2] = {{f->fd, POLLIN, 0}, {f->stop, POLLIN, 0}};

	while (poll(p, 2, -1) < 0 && errno == EINTR)
		;
	return p[1].revents != 0;
}

ssize_t
feed_read(struct feed *f, void *p, size_t n)
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
feed_more(struct feed *f)
{
	ssize_t got;

	memmove(f->bytes, f->next - FEED_BEHIND, FEED_BEHIND + f->have);
	f->next = f->bytes + FEED_BEHIND;
	got = feed_read(
	    f, f->bytes + FEED_BEHIND + f->have, FEED_CHUNK - f->have);
	if (got < 0)
		return -1;
	f->have += (size_t)got;
	return got > 0;
}

const unsigned char *
feed_need(struct feed *f, size_t n)
{
	while (f->have < n)
		if (feed_more(f) <= 0)
			return NULL;
	return f->next;
}

void
feed_skip(struct feed *f, size_t n)
{
	f->next += n;
	f->have -= n;
}
