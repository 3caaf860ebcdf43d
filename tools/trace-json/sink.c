#include <errno.h>
#include <stdlib.h>
#include <unistd.h>
#include <zlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-json/sink.h"

enum {
	SIZE = 1 << 16,
	LEVEL = 1,     /* five times the speed of level 6, a fifth larger */
	GZIP = 15 + 16 /* the largest window, in a gzip member */
};

struct sink {
	int fd, error;
	bool gzip;
	z_stream z;
	size_t n;
	unsigned char buffer[SIZE];
};

struct sink *
sink_open(int fd, bool gzip)
{
	struct sink *s = xcalloc(1, sizeof *s);

	s->fd = fd;
	s->gzip = gzip;
	if (!gzip ||
	    deflateInit2(
		&s->z, LEVEL, Z_DEFLATED, GZIP, 9, Z_DEFAULT_STRATEGY) == Z_OK)
		return s;
	free(s);
	return NULL;
}

void
sink_close(struct sink *s)
{
	if (s && s->gzip)
		deflateEnd(&s->z);
	free(s);
}

int
sink_error(const struct sink *s)
{
	return s->error;
}

static void
write_out(struct sink *s, const void *bytes, size_t n)
{
	const char *p = bytes;

	while (n && !s->error) {
		ssize_t put = write(s->fd, p, n);

		if (put < 0 && errno != EINTR)
			s->error = errno;
		if (put > 0) {
			p += put;
			n -= (size_t)put;
		}
	}
}

static void
flush(struct sink *s)
{
	write_out(s, s->buffer, s->n);
	s->n = 0;
}

/* Compresses what there is; with Z_FINISH to the end. */
static void
deflate_all(struct sink *s, int how)
{
	int rc;

	do {
		s->z.next_out = s->buffer + s->n;
		s->z.avail_out = (uInt)(SIZE - s->n);
		rc = deflate(&s->z, how);
		s->n = SIZE - s->z.avail_out;
		if (s->n == SIZE)
			flush(s);
	} while (s->z.avail_out == 0 && rc != Z_STREAM_END);
}

void
sink_write(struct sink *s, struct span bytes)
{
	if (s->gzip) {
		s->z.next_in = (Bytef *)bytes.p; /* zlib does not write there */
		s->z.avail_in = (uInt)bytes.n;
		deflate_all(s, Z_NO_FLUSH);
		return;
	}
	if (bytes.n > SIZE - s->n)
		flush(s);
	if (bytes.n > SIZE) {
		write_out(s, bytes.p, bytes.n);
		return;
	}
	if (bytes.n)
		memcpy(s->buffer + s->n, bytes.p, bytes.n);
	s->n += bytes.n;
}

int
sink_end(struct sink *s)
{
	if (s->gzip) {
		s->z.avail_in = 0;
		deflate_all(s, Z_FINISH);
	}
	flush(s);
	return s->error;
}
