#define _GNU_SOURCE /* F_SETPIPE_SZ */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/input/unpack.h"

const char unpack_too_early[] = "the compressed data end too early";

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

/*
 * Bytes that come in small pieces are moved when half of the chunk is full, not
 * for each piece.
 */
static void
make_room(struct byte_source *f)
{
	const unsigned char *end = f->bytes + sizeof f->bytes;
	size_t behind = (size_t)(f->next - f->bytes);

	if (end - f->next >= (ptrdiff_t)f->have + BYTE_SOURCE_CHUNK / 2)
		return;
	if (behind > BYTE_SOURCE_BEHIND)
		behind = BYTE_SOURCE_BEHIND;
	memmove(f->bytes + BYTE_SOURCE_BEHIND - behind, f->next - behind,
	    behind + f->have);
	f->next = f->bytes + BYTE_SOURCE_BEHIND;
}

int
byte_source_more(struct byte_source *f)
{
	size_t at;
	ssize_t got;

	make_room(f);
	at = (size_t)(f->next - f->bytes) + f->have;
	got = byte_source_read(f, f->bytes + at, sizeof f->bytes - at);
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

void
unpack_open(
    struct unpack *u, struct byte_source *source, const struct format *format)
{
	memset(u, 0, sizeof *u);
	u->source = source;
	u->format = format;
	u->inflater = inflate_new();
}

void
unpack_close(struct unpack *u)
{
	inflate_free(u->inflater);
	if (u->format && u->format->close)
		u->format->close(u);
}

const struct format *
format_of(const unsigned char *p, size_t n)
{
	if (n >= 2 && p[0] == 0x1f && p[1] == 0x8b)
		return &format_gzip;
	if (n >= 4 &&
	    (memcmp(p, "PK\3\4", 4) == 0 || memcmp(p, "PK\5\6", 4) == 0))
		return &format_zip;
#ifdef WITH_ZSTD
	if (n >= 4 &&
	    (memcmp(p, "\x28\xB5\x2F\xFD", 4) == 0 ||
		(p[0] >> 4 == 5 && memcmp(p + 1, "\x2A\x4D\x18", 3) == 0)))
		return &format_zstd;
#endif
	return NULL;
}

/* Passes over what is of no member: 1 at the next one, 0 at the end. */
static int
search_member(struct unpack *u, struct block *b)
{
	struct byte_source *f = u->source;

	if (u->astray && u->refused && f->have)
		byte_source_skip(f, 1);
	u->astray = false;
	while (u->format->starts && byte_source_need(f, FORMAT_HEAD)) {
		size_t n = 0, last = f->have - FORMAT_HEAD;

		while (n <= last && !u->format->starts(f->next + n))
			n++;
		byte_source_skip(f, n);
		b->skipped += (int64_t)n;
		if (n <= last)
			return 1;
	}
	b->skipped += (int64_t)f->have;
	return f->error ? unpack_cut(u, b) : 0;
}

bool
unpack_step_back(struct unpack *u)
{
	struct byte_source *f = u->source;
	uint64_t all = u->head + u->packed;
	size_t n = (size_t)(f->next - f->bytes);

	if (n > BYTE_SOURCE_BEHIND)
		n = BYTE_SOURCE_BEHIND;
	if (n >= all) /* where it began itself is no other */
		n = all ? (size_t)all - 1 : 0;
	while (n + f->have >= FORMAT_HEAD && n > 0 &&
	    !u->format->starts(f->next - n))
		n--;
	if (n + f->have < FORMAT_HEAD || n == 0 ||
	    u->again + (int64_t)n > atomic_load(&f->consumed))
		return false;
	f->next -= n;
	f->have += n;
	u->again += (int64_t)n;
	u->astray = true;
	u->refused = false;
	return true;
}

int
unpack_next_member(struct unpack *u, struct block *b)
{
	u->astray = true;
	u->refused = false;
	return search_member(u, b);
}

/* Zeros are the padding of tapes and block devices: gzip(1) accepts them. */
int
unpack_find_member(struct unpack *u, struct block *b, const char *garbage)
{
	struct byte_source *f = u->source;
	bool padded = false;

	if (u->files == 0)
		return 1;
	if (u->astray)
		return search_member(u, b);
	byte_source_need(f, 1);
	while (f->have && *f->next == 0) {
		byte_source_skip(f, 1);
		byte_source_need(f, 1);
		padded = true;
	}
	if (f->have == 0)
		return f->error ? unpack_cut(u, b) : 0;
	byte_source_need(f, FORMAT_MAGIC);
	if (!padded && format_of(f->next, f->have) == u->format)
		return 1;
	if (f->error)
		return unpack_cut(u, b);
	unpack_damage(b, garbage);
	return search_member(u, b);
}

int
unpack_damage(struct block *b, const char *why)
{
	if (!b->damage)
		b->damage = why;
	return 0;
}

int
unpack_cut(const struct unpack *u, struct block *b)
{
	b->error = u->source->error;
	b->last = true;
	return unpack_damage(b, unpack_too_early);
}

void
unpack_end_early(struct unpack *u, struct block *b)
{
	u->inside = false;
	b->ends = u->format->starts && !u->source->error && unpack_step_back(u);
	if (b->ends)
		unpack_damage(b, unpack_too_early);
	else
		unpack_cut(u, b);
}

static void
end_member(struct unpack *u, struct block *b)
{
	u->inside = false;
	b->ends = true;
	u->format->end(u, b);
}

enum inflate_result
unpack_inflate(struct unpack *u, struct inflate_io *io, struct block *b)
{
	(void)b;
	return inflate_run(u->inflater, io);
}

/* One call of the decoder; false when the data are over, or corrupt. */
static bool
decode_some(struct unpack *u, struct block *b)
{
	struct byte_source *f = u->source;
	struct inflate_io io = {
	    f->next, f->have, b->bytes + b->n, b->size - b->n};
	enum inflate_result r = u->format->decode(u, &io, b);

	u->packed += f->have;
	u->packed -= io.in_n; /* which may be more: inflate.h */
	u->length += b->size - b->n - io.out_n;
	f->next = io.in;
	f->have = io.in_n;
	b->n = b->size - io.out_n;
	switch (r) {
	case INFLATE_ON:
		return true;
	case INFLATE_END:
		end_member(u, b);
		return false;
	case INFLATE_CORRUPT:
		unpack_damage(b, "the compressed data are corrupt");
		if (!u->format->starts)
			break;
		u->inside = false;
		u->astray = b->ends = true; /* its check sum is forgotten */
		u->refused = !unpack_step_back(u) && u->packed == 0;
		return false;
	}
	b->last = true;
	return false;
}

/* The same for data that are stored as they are. */
static bool
copy_some(struct unpack *u, struct block *b)
{
	uint64_t left = u->zip.packed - u->packed;
	size_t n = b->size - b->n;

	if (n > u->source->have)
		n = u->source->have;
	if (n > left)
		n = (size_t)left;
	memcpy(b->bytes + b->n, u->source->next, n);
	byte_source_skip(u->source, n);
	b->n += n;
	u->packed += n;
	u->length += n;
	if (u->packed < u->zip.packed)
		return true;
	end_member(u, b);
	return false;
}

void
unpack_fill(struct unpack *u, struct block *b)
{
	*b = (struct block){.bytes = b->bytes, .size = b->size};
	if (!u->inside) {
		u->packed = u->length = u->head = 0;
		u->inside = u->format->begin(u, b) == 1;
		b->last = !u->inside;
	}
	while (u->inside && (u->stored ? copy_some : decode_some)(u, b)) {
		if (b->n == b->size || (b->n && u->source->have == 0))
			return;
		if (u->source->have == 0 && byte_source_more(u->source) <= 0) {
			unpack_end_early(u, b);
			return;
		}
	}
}
