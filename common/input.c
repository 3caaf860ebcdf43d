#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "common/input.h"

enum { CHUNK = 256 * 1024, GZIP_WINDOW = 15 + 16 };

enum state { UNOPENED, PLAIN, GZIP, FINISHED, FAILED };

struct input {
	const char *name;
	const char *path; /* NULL for standard input */
	int fd;
	enum state state;
	const char *error;  /* why reading failed */
	const char *damage; /* what is wrong with compressed data */
	int64_t consumed;
	z_stream z; /* next_in and avail_in also serve plain input */
	unsigned char chunk[CHUNK];
};

struct input *
input_open(const char *path)
{
	struct input *in = malloc(sizeof *in);

	if (!in)
		return NULL;
	memset(in, 0, offsetof(struct input, chunk));
	if (path && strcmp(path, "-") == 0)
		path = NULL;
	in->path = path;
	in->name = path ? path : "standard input";
	in->fd = -1;
	return in;
}

void
input_close(struct input *in)
{
	if (!in)
		return;
	inflateEnd(&in->z);
	if (in->path && in->fd >= 0)
		close(in->fd);
	free(in);
}

const char *
input_error(const struct input *in)
{
	return in->error;
}

const char *
input_damage(const struct input *in)
{
	return in->damage;
}

const char *
input_name(const struct input *in)
{
	return in->name;
}

int64_t
input_consumed(const struct input *in)
{
	return in->consumed;
}

static ssize_t
fail(struct input *in, const char *why)
{
	in->state = FAILED;
	in->error = why;
	return -1;
}

static ssize_t
finish(struct input *in, const char *damage)
{
	in->state = FINISHED;
	in->damage = damage;
	return 0;
}

/* read(2) that signals do not disturb. */
static ssize_t
read_some(struct input *in, void *p, size_t n)
{
	ssize_t got;

	do
		got = read(in->fd, p, n);
	while (got < 0 && errno == EINTR);
	if (got < 0)
		return fail(in, strerror(errno));
	in->consumed += got;
	return got;
}

/* Adds to the chunk until it holds `want` bytes or the input ends. */
static int
look_ahead(struct input *in, size_t want)
{
	size_t have = 0;

	while (have < want) {
		ssize_t got = read_some(in, in->chunk + have, CHUNK - have);

		if (got < 0)
			return -1;
		if (got == 0)
			break;
		have += (size_t)got;
	}
	in->z.next_in = in->chunk;
	in->z.avail_in = (uInt)have;
	return 0;
}

static bool
is_gzip(const unsigned char *p, size_t n)
{
	return n >= 2 && p[0] == 0x1f && p[1] == 0x8b;
}

static int
start(struct input *in)
{
	struct stat st;

	in->fd = in->path ? open(in->path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
	if (in->fd < 0 || fstat(in->fd, &st) < 0)
		return (int)fail(in, strerror(errno));
	if (S_ISDIR(st.st_mode))
		return (int)fail(in, strerror(EISDIR));
	if (look_ahead(in, 2))
		return -1;
	if (!is_gzip(in->chunk, in->z.avail_in)) {
		in->state = PLAIN;
		return 0;
	}
	if (inflateInit2(&in->z, GZIP_WINDOW) != Z_OK)
		return (int)fail(in, "out of memory");
	in->state = GZIP;
	return 0;
}

static ssize_t
read_plain(struct input *in, char *p, size_t n)
{
	ssize_t got;

	if (in->z.avail_in == 0) {
		got = read_some(in, p, n);
		return got ? got : finish(in, NULL);
	}
	if (n > in->z.avail_in)
		n = in->z.avail_in;
	memcpy(p, in->z.next_in, n);
	in->z.next_in += n;
	in->z.avail_in -= (uInt)n;
	return (ssize_t)n;
}

static int
refill(struct input *in)
{
	ssize_t got = read_some(in, in->chunk, CHUNK);

	if (got < 0)
		return -1;
	in->z.next_in = in->chunk;
	in->z.avail_in = (uInt)got;
	return 0;
}

/*
 * Behind a member: another member, the end, or something else. Zeros are the
 * padding of tapes and block devices; gzip(1) accepts them too.
 */
static int
next_member(struct input *in)
{
	bool padded = false;

	for (;;) {
		if (in->z.avail_in == 0 && refill(in))
			return -1;
		if (in->z.avail_in == 0)
			return (int)finish(in, NULL);
		if (*in->z.next_in != 0)
			break;
		padded = true;
		in->z.next_in++;
		in->z.avail_in--;
	}
	if (padded || *in->z.next_in != 0x1f)
		return (int)finish(in, "garbage behind the gzip data");
	return inflateReset(&in->z) == Z_OK ? 1 : (int)fail(in, "inflate");
}

static ssize_t
read_gzip(struct input *in, char *p, size_t n)
{
	in->z.next_out = (unsigned char *)p;
	in->z.avail_out = (uInt)(n > UINT32_MAX / 2 ? UINT32_MAX / 2 : n);
	while ((char *)in->z.next_out == p) {
		int rc;

		if (in->z.avail_in == 0 && refill(in))
			return -1;
		if (in->z.avail_in == 0)
			return finish(in, "gzip data end too early");
		rc = inflate(&in->z, Z_NO_FLUSH);
		if (rc == Z_MEM_ERROR)
			return fail(in, "out of memory");
		if (rc == Z_STREAM_END) {
			ssize_t got = (char *)in->z.next_out - p;
			int more = next_member(in);

			if (more < 0)
				return -1;
			if (more == 0 || got)
				return got;
		} else if (rc != Z_OK && rc != Z_BUF_ERROR) {
			ssize_t got = (char *)in->z.next_out - p;

			finish(in, in->z.msg ? in->z.msg : "corrupt gzip data");
			return got;
		}
	}
	return (char *)in->z.next_out - p;
}

ssize_t
input_read(struct input *in, char *p, size_t n)
{
	if (in->state == UNOPENED && start(in))
		return -1;
	switch (in->state) {
	case PLAIN:
		return read_plain(in, p, n);
	case GZIP:
		return read_gzip(in, p, n);
	case FINISHED:
		return 0;
	default:
		return -1;
	}
}
