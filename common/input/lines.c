#include <stdlib.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "common/bytes/memory.h"
#include "common/input/lines.h"

enum { FIRST_BUFFER = 256 * 1024 };

struct lines *
lines_open_input(struct input *in)
{
	struct lines *l = xcalloc(1, sizeof *l);

	l->in = in;
	buf_reserve(&l->buf, FIRST_BUFFER);
	return l;
}

struct lines *
lines_open(const char *path)
{
	struct lines *l = lines_open_input(input_open(path));

	l->own = l->in;
	return l;
}

void
lines_close(struct lines *l)
{
	if (!l)
		return;
	input_close(l->own);
	buf_free(&l->buf);
	free(l);
}

static int
fail(struct lines *l, const char *why)
{
	l->error = why;
	return -1;
}

/* Reads more after the unread bytes. 1, 0 at the end of the file, -1. */
static int
fill(struct lines *l)
{
	size_t unread = l->buf.n - l->at;
	ssize_t got;

	if (l->error || l->drained)
		return l->error ? -1 : 0;
	if (unread && l->at)
		memmove(l->buf.p, l->buf.p + l->at, unread);
	l->at = 0;
	l->buf.n = unread;
	buf_reserve(&l->buf, 1);
	got = input_read(l->in, l->buf.p + unread, l->buf.cap - unread);
	if (got < 0)
		return fail(l, input_error(l->in));
	if (got == 0) {
		l->drained = true;
		if (input_damage(l->in))
			return fail(l, input_damage(l->in));
	}
	l->buf.n += (size_t)got;
	return got > 0;
}

int
lines_next(struct lines *l, struct span *line)
{
	size_t seen = 0; /* bytes known to hold no LF */

	for (;;) {
		char *p = l->buf.p + l->at, *lf;
		size_t n = l->buf.n - l->at;
		int more;

		lf = n > seen ? memchr(p + seen, '\n', n - seen) : NULL;
		if (lf) {
			*line = (struct span){p, (size_t)(lf - p)};
			l->at += line->n + 1;
			l->number++;
			return 1;
		}
		seen = n;
		more = fill(l);
		if (more < 0)
			return -1;
		if (more == 0 && n == 0)
			return 0;
		if (more == 0) {
			*line = (struct span){l->buf.p + l->at, n};
			l->at += n;
			l->number++;
			l->cut = true;
			return 1;
		}
	}
}

int
lines_peek(struct lines *l, struct span *line)
{
	int got = lines_next(l, line);

	if (got > 0) {
		l->at -= line->n + !l->cut;
		l->number--;
		l->cut = false;
	}
	return got;
}

enum { WORD = 8 };

/*
 * The high bits of those bytes that are zero; Warren, "Hacker's Delight", 2nd
 * edition, 2012, section 6-1.
 */
static uint64_t
zero_bytes(uint64_t w)
{
	const uint64_t low = 0x7F7F7F7F7F7F7F7Fu;

	return ~(((w & low) + low) | w | low);
}

#ifdef __SSE2__
static inline uint64_t
hits_in_16(const char *p, __m128i separators)
{
	__m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);

	return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(v, separators));
}

/* Which of 64 bytes are the separator, as a set of bits. */
static inline uint64_t
hits_in_64(const char *p, char separator)
{
	__m128i all = _mm_set1_epi8(separator);

	return hits_in_16(p, all) | hits_in_16(p + 16, all) << 16 |
	    hits_in_16(p + 32, all) << 32 | hits_in_16(p + 48, all) << 48;
}
#endif

struct splitting {
	struct span line;
	struct span *field;
	size_t most, n;
	size_t start; /* of the field at hand */
};

static inline void
end_field(struct splitting *s, size_t at)
{
	if (s->n < s->most)
		s->field[s->n] =
		    (struct span){s->line.p + s->start, at - s->start};
	s->n++;
	s->start = at + 1;
}

#ifdef __SSE2__
/* The same at each of the bits, which begin at this place of the line. */
static inline void
end_fields(struct splitting *s, size_t at, uint64_t hits)
{
	for (; hits; hits &= hits - 1)
		end_field(s, at + (size_t)__builtin_ctzll(hits));
}
#endif

/*
 * Fields are short: eight bytes at a time took half as long as a memchr for
 * each field, and 64 a third of that.
 */
size_t
lines_split(struct span line, char separator, struct span *field, size_t most)
{
	const uint64_t all = 0x0101010101010101u * (unsigned char)separator;
	struct splitting s = {line, field, most, 0, 0};
	size_t i = 0;

#ifdef __SSE2__
	for (; i + 64 <= line.n; i += 64)
		end_fields(&s, i, hits_in_64(line.p + i, separator));
	if (i && i < line.n) { /* the last 64, some of them a second time */
		end_fields(&s, i,
		    hits_in_64(line.p + line.n - 64, separator) >>
			(i + 64 - line.n));
		i = line.n;
	}
	for (; i + 16 <= line.n; i += 16)
		end_fields(
		    &s, i, hits_in_16(line.p + i, _mm_set1_epi8(separator)));
#endif
	for (; i + WORD <= line.n; i += WORD) {
		uint64_t hits = zero_bytes(span_word(line.p + i) ^ all);

		for (; hits; hits &= hits - 1)
			end_field(&s, i + (size_t)__builtin_ctzll(hits) / 8);
	}
	for (; i < line.n; i++)
		if (line.p[i] == separator)
			end_field(&s, i);
	end_field(&s, line.n);
	return s.n;
}
