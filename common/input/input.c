#define _GNU_SOURCE /* sched_getaffinity */
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/bytes/memory.h"
#include "common/input/input.h"
#include "common/input/unpack.h"

enum state { UNOPENED, PLAIN, PACKED, FINISHED, FAILED };

struct input {
	const char *name;
	const char *path; /* NULL for standard input */
	enum state state;
	const char *error, *damage;
	int threads;
	int64_t inflated; /* bytes delivered of compressed input */
	int64_t skipped;  /* packed ones that could not be read */
	int64_t behind;   /* of these, behind all that could */
	uint32_t crc;     /* of the member so far */
	bool ended;       /* the last block was seen, */
	int errnum;       /* and what failed there, or 0 */
	struct unpack unpack;
	struct ring *ring;         /* or NULL */
	struct block own;          /* the block, before there is a ring */
	const struct block *block; /* or NULL, and */
	size_t at;                 /* its first byte not delivered */
	size_t peeked, taken;      /* bytes in peek; of them, delivered ones */
	char peek[INPUT_PEEK];
	struct byte_source source;
};

struct input *
input_open(const char *path)
{
	struct input *in = xmalloc(sizeof *in);

	memset(in, 0, offsetof(struct input, source.bytes));
	if (path && strcmp(path, "-") == 0)
		path = NULL;
	in->path = path;
	in->name = path ? path : "standard input";
	return in;
}

void
input_close(struct input *in)
{
	if (!in)
		return;
	ring_stop(in->ring);
	unpack_close(&in->unpack);
	free(in->own.bytes);
	byte_source_close(&in->source);
	free(in);
}

int
input_cpus(void)
{
	long n;
#ifdef CPU_COUNT
	cpu_set_t set;

	if (sched_getaffinity(0, sizeof set, &set) == 0)
		return CPU_COUNT(&set);
#endif
	n = sysconf(_SC_NPROCESSORS_ONLN);
	return n > 0 ? (int)n : 1;
}

void
input_threads(struct input *in, int most)
{
	in->threads = most;
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
	return atomic_load_explicit(&in->source.consumed, memory_order_relaxed);
}

int64_t
input_delivered(const struct input *in)
{
	return in->inflated;
}

int64_t
input_missing(const struct input *in, bool complete)
{
	int64_t sound = input_consumed(in) - in->skipped;
	int64_t n = in->skipped - (complete ? in->behind : 0);

	return n == 0 || sound <= 0
	    ? n
	    : (int64_t)((double)n * (double)in->inflated / (double)sound);
}

static int
fail(struct input *in, const char *why)
{
	in->state = FAILED;
	in->error = why;
	return -1;
}

static int
start(struct input *in)
{
	const struct format *format;

	if (byte_source_open(&in->source, in->path))
		return fail(in, strerror(in->source.error));
	byte_source_need(&in->source, FORMAT_MAGIC);
	if (in->source.error)
		return fail(in, strerror(in->source.error));
	format = format_of(in->source.next, in->source.have);
	if (format) {
		unpack_open(&in->unpack, &in->source, format);
		in->own = (struct block){
		    .bytes = xcalloc(1, BLOCK_SIZE), .size = BLOCK_SIZE};
	}
	if (in->threads == 0)
		in->threads = input_cpus();
	in->state = format ? PACKED : PLAIN;
	return 0;
}

static ssize_t
read_plain(struct input *in, char *p, size_t n)
{
	ssize_t got;

	if (in->source.have == 0) {
		got = byte_source_read(&in->source, p, n);
		if (got < 0)
			return fail(in, strerror(in->source.error));
		if (got == 0)
			in->state = FINISHED;
		return got;
	}
	if (n > in->source.have)
		n = in->source.have;
	memcpy(p, in->source.next, n);
	byte_source_skip(&in->source, n);
	return (ssize_t)n;
}

/* Of all that is wrong with the blocks, the first is kept. */
static void
check_block(struct input *in, const struct block *b)
{
	in->crc = inflate_crc(in->crc, b->bytes, b->n);
	if (!in->damage)
		in->damage = b->damage;
	in->skipped += b->skipped;
	in->behind = b->n ? 0 : in->behind + b->skipped;
	if (b->ends) {
		if (!in->damage && b->crc != in->crc)
			in->damage = "wrong checksum of the compressed data";
		in->crc = 0;
	}
	in->ended = b->last;
	in->errnum = b->error;
}

static size_t
copy_out(struct input *in, char *p, size_t n)
{
	if (n > in->block->n - in->at)
		n = in->block->n - in->at;
	memcpy(p, in->block->bytes + in->at, n);
	in->at += n;
	return n;
}

/*
 * From a second thread, if it may be had and the input is long enough for it.
 * Blocks are the same however they are read: of damaged data ISA-L makes with
 * little room what it does not make with much.
 */
static void
take_block(struct input *in)
{
	if (!in->ring && in->threads > 1 && in->inflated >= BLOCK_SIZE) {
		in->ring = ring_start(&in->unpack);
		in->threads = 1;
	}
	if (in->ring) {
		in->block = ring_next(in->ring);
	} else {
		unpack_fill(&in->unpack, &in->own);
		in->block = &in->own;
	}
	in->at = 0;
	check_block(in, in->block);
}

static ssize_t
read_packed(struct input *in, char *p, size_t n)
{
	size_t got = in->block ? copy_out(in, p, n) : 0;

	while (got == 0 && !in->ended) {
		take_block(in);
		got = copy_out(in, p, n);
	}
	in->inflated += (int64_t)got;
	if (got)
		return (ssize_t)got;
	if (in->errnum)
		return fail(in, strerror(in->errnum));
	if (in->damage && in->inflated == 0)
		return fail(in, in->damage);
	in->state = FINISHED;
	return 0;
}

static ssize_t
read_some(struct input *in, char *p, size_t n)
{
	switch (in->state) {
	case PLAIN:
		return read_plain(in, p, n);
	case PACKED:
		return read_packed(in, p, n);
	case FINISHED:
		return 0;
	default:
		return -1;
	}
}

/*
 * UTF-16, with a byte order mark or without, and what makes text of it; or
 * NULL. No format that is read has a zero beside each of its first two letters.
 */
static const char *
utf16_of(const char *p, ssize_t n)
{
	if (n >= 2 &&
	    (memcmp(p, "\xFF\xFE", 2) == 0 || memcmp(p, "\xFE\xFF", 2) == 0))
		return "it is UTF-16; iconv -f UTF-16 -t UTF-8 makes it UTF-8";
	if (n >= 4 && p[0] > ' ' && !p[1] && p[2] > 0 && !p[3])
		return "it is UTF-16; iconv -f UTF-16LE -t UTF-8 makes it UTF-8";
	if (n >= 4 && !p[0] && p[1] > ' ' && !p[2] && p[3] > 0)
		return "it is UTF-16; iconv -f UTF-16BE -t UTF-8 makes it UTF-8";
	return NULL;
}

/* Reads past what was peeked at. */
static ssize_t
read_on(struct input *in, char *p, size_t n)
{
	bool first = in->state == UNOPENED;
	const char *utf16;
	ssize_t got;

	if (first && start(in))
		return -1;
	got = read_some(in, p, n);
	utf16 = first ? utf16_of(p, got) : NULL;
	return utf16 ? fail(in, utf16) : got;
}

ssize_t
input_read(struct input *in, char *p, size_t n)
{
	if (in->taken >= in->peeked)
		return read_on(in, p, n);
	if (n > in->peeked - in->taken)
		n = in->peeked - in->taken;
	memcpy(p, in->peek + in->taken, n);
	in->taken += n;
	return (ssize_t)n;
}

struct span
input_peek(struct input *in, size_t n)
{
	ssize_t got = 1;

	in->peeked -= in->taken;
	memmove(in->peek, in->peek + in->taken, in->peeked);
	in->taken = 0;
	while (in->peeked < n && got > 0) {
		got = read_on(in, in->peek + in->peeked, n - in->peeked);
		in->peeked += got > 0 ? (size_t)got : 0;
	}
	return (struct span){in->peek, in->peeked < n ? in->peeked : n};
}

int
input_seek(struct input *in, int64_t place)
{
	bool packed;

	if (in->state == UNOPENED && start(in))
		return -1;
	packed = in->state == PACKED || in->inflated;
	if (packed || in->state == FAILED ||
	    lseek(in->source.fd, place, SEEK_SET) < 0)
		return -1;
	byte_source_skip(&in->source, in->source.have);
	in->taken = in->peeked;
	in->state = PLAIN;
	return 0;
}
