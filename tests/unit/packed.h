/*
 * packed - makes gzip and zip data, right and wrong, for tests of common/input,
 * and reads an input in pieces of any size.
 */
#pragma once

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <zlib.h>

#include "common/bytes/buf.h"
#include "common/input/input.h"

static inline void
put(struct buf *b, const void *p, size_t n)
{
	buf_add(b, p, n);
}

static inline void
put_little(struct buf *b, uint64_t number, size_t bytes)
{
	for (; bytes; bytes--, number >>= 8)
		put(b, &(unsigned char){(unsigned char)number}, 1);
}

static inline uint32_t
crc_of(struct span s)
{
	return (uint32_t)crc32_z(0, (const unsigned char *)s.p, s.n);
}

/* Raw deflate data. */
static inline void
put_deflated(struct buf *b, struct span data)
{
	z_stream z = {0};
	size_t bound = data.n + data.n / 100 + 1000;

	buf_reserve(b, bound);
	if (deflateInit2(&z, 6, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) != Z_OK)
		abort();
	z.next_in = (unsigned char *)data.p;
	z.avail_in = (uInt)data.n;
	z.next_out = (unsigned char *)b->p + b->n;
	z.avail_out = (uInt)bound;
	if (deflate(&z, Z_FINISH) != Z_STREAM_END)
		abort();
	b->n += z.total_out;
	deflateEnd(&z);
}

enum { G_TEXT = 1, G_CHECKED = 2, G_EXTRA = 4, G_NAME = 8, G_COMMENT = 16 };

static inline void
put_gzip_header(struct buf *b, int flags)
{
	size_t start = b->n;

	put(b, "\x1f\x8b\x08", 3);
	put_little(b, (uint64_t)flags, 1);
	put(b, "\1\2\3\4\0\3", 6);
	if (flags & G_EXTRA) {
		put_little(b, 600, 2);
		for (int i = 0; i < 600; i++)
			put_little(b, (uint64_t)i, 1);
	}
	if (flags & G_NAME)
		put(b, "a name", 7);
	if (flags & G_COMMENT)
		put(b, "a comment", 10);
	if (flags & G_CHECKED)
		put_little(
		    b, crc_of((struct span){b->p + start, b->n - start}), 2);
}

static inline void
put_gzip(struct buf *b, int flags, struct span data)
{
	put_gzip_header(b, flags);
	put_deflated(b, data);
	put_little(b, crc_of(data), 4);
	put_little(b, data.n, 4);
}

/* Text that deflate can shorten, but not to nothing. */
static inline void
put_text(struct buf *b, size_t n)
{
	uint32_t random = 1;

	while (n) {
		char line[40];
		int length;

		random = random * 1664525u + 1013904223u;
		length = snprintf(line, sizeof line, "line %zu is %u\n", n,
		    (unsigned)(random >> 16) % 1000);
		if ((size_t)length > n)
			length = (int)n;
		put(b, line, (size_t)length);
		n -= (size_t)length;
	}
}

/* How an input ended, and what came out of it. */
struct reading {
	struct buf out;
	char error[100], damage[100]; /* empty: none */
	int64_t consumed;
};

static inline void
read_to_end(struct input *in, size_t step, struct reading *r)
{
	ssize_t got;

	r->out.n = 0;
	do {
		buf_reserve(&r->out, step);
		got = input_read(in, r->out.p + r->out.n, step);
		if (got > (ssize_t)step)
			abort();
		r->out.n += got > 0 ? (size_t)got : 0;
	} while (got > 0);
	if (got != input_read(in, r->out.p, 1) ||
	    (got < 0) != !!input_error(in))
		abort();
	snprintf(r->error, sizeof r->error, "%s",
	    input_error(in) ? input_error(in) : "");
	snprintf(r->damage, sizeof r->damage, "%s",
	    input_damage(in) && got == 0 ? input_damage(in) : "");
	r->consumed = input_consumed(in);
}

/* Bytes on their way into standard input, `step` at a time. */
struct writing {
	const struct buf *bytes;
	size_t step;
	int fd;
};

static inline void *
write_all(void *writing)
{
	struct writing *w = writing;
	const char *p = w->bytes->p;
	size_t left = w->bytes->n;

	while (left) {
		size_t n = left < w->step ? left : w->step;
		ssize_t put = send(w->fd, p, n, MSG_NOSIGNAL);

		if (put < 0)
			break;
		p += put;
		left -= (size_t)put;
	}
	close(w->fd);
	return NULL;
}

static inline void
become_stdin(int fd)
{
	if (fd != STDIN_FILENO) {
		dup2(fd, STDIN_FILENO);
		close(fd);
	}
}

/*
 * Reads the bytes as standard input, where each read(2) gives `in_step` of them
 * (messages keep their size), `out_step` at a time.
 */
static inline void
read_bytes(const struct buf *bytes, size_t in_step, size_t out_step,
    int threads, struct reading *r)
{
	int pair[2];
	struct writing w;
	pthread_t writer;
	struct input *in = input_open(NULL);

	if (!in || socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair))
		abort();
	become_stdin(pair[0]);
	w = (struct writing){bytes, in_step, pair[1]};
	if (pthread_create(&writer, NULL, write_all, &w))
		abort();
	input_threads(in, threads);
	read_to_end(in, out_step, r);
	input_close(in);
	close(STDIN_FILENO);
	pthread_join(writer, NULL);
}

static inline int
same(const struct buf *a, const struct buf *b)
{
	return a->n == b->n && (a->n == 0 || memcmp(a->p, b->p, a->n) == 0);
}

static inline int
is_prefix(const struct buf *a, const struct buf *b)
{
	return a->n <= b->n && (a->n == 0 || memcmp(a->p, b->p, a->n) == 0);
}
