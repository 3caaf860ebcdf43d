/*
 * The writer half of tsv.h, a buffer in the struct, flushed by write(2); and
 * tsv_unescape, which undoes what the writer escapes.
 */
#include <errno.h>
#include <math.h>
#include <stdbool.h>

#include "common/bytes/fixed.h"
#include "common/bytes/number.h"
#include "common/bytes/outfile.h"
#include "common/bytes/utf8.h"
#include "common/table/tsv.h"

enum {
	SLICE = 4096, /* bytes of a text looked at between two flushes */
	SHORT = 3
};

void
tsvw_init(struct tsvw *w, int fd)
{
	w->fd = fd;
	w->memory = NULL;
	w->error = 0;
	w->n = 0;
}

void
tsvw_init_memory(struct tsvw *w, struct buf *b)
{
	tsvw_init(w, -1);
	w->memory = b;
}

static void
write_all(struct tsvw *w, const char *p, size_t n)
{
	if (w->memory) {
		buf_add(w->memory, p, n);
		return;
	}
	if (!w->error && descriptor_write(w->fd, p, n))
		w->error = errno;
}

int
tsvw_flush(struct tsvw *w)
{
	write_all(w, w->buffer, w->n);
	w->n = 0;
	return w->error ? -1 : 0;
}

/* Makes room for n bytes, at most as many as the buffer has. */
static void
make_room(struct tsvw *w, size_t n)
{
	if (n > sizeof w->buffer - w->n)
		(void)!tsvw_flush(w);
}

static void
put_bytes(struct tsvw *w, const char *p, size_t n)
{
	if (n > sizeof w->buffer) {
		(void)!tsvw_flush(w);
		write_all(w, p, n);
		return;
	}
	make_room(w, n);
	memcpy(w->buffer + w->n, p, n);
	w->n += n;
}

/* A tab ends each field, until tsvw_end overwrites the last one. */
static inline void
end_field(struct tsvw *w)
{
	make_room(w, 1);
	w->buffer[w->n++] = '\t';
}

/* U+0080 to U+009F are control characters, too. */
static bool
is_printable(struct span s, size_t length)
{
	return length > 1 &&
	    (s.p[0] != '\xC2' || (unsigned char)s.p[1] >= 0xA0);
}

/* The bytes that have an escape, and what stands behind its backslash. */
static const char special[] = {'\t', '\n', '\r', '\\'};
static const char letter[] = {'t', 'n', 'r', '\\'};

/* Writes the character at the start of s in its escaped form. */
static size_t
put_special(struct tsvw *w, struct span s)
{
	size_t n = utf8_length(s);
	const char *at = memchr(special, s.p[0], sizeof special);
	char escape[] = {'\\', at ? letter[at - special] : 0};

	if (at)
		put_bytes(w, escape, 2);
	else if (is_printable(s, n))
		put_bytes(w, s.p, n);
	else
		put_bytes(w, UTF8_REPLACEMENT, 3);
	return n ? n : 1;
}

/* Writes a very short field, as ids are, if it is plain; false for others. */
static inline bool
put_short(struct tsvw *w, struct span s)
{
	size_t at = w->n;

	if (s.n > SHORT || at > sizeof w->buffer - SHORT - 1)
		return false;
	for (size_t i = 0; i < s.n; i++, at++) {
		char c = s.p[i];

		if (c < 0x20 || c == 0x7F || c == '\\')
			return false;
		w->buffer[at] = c;
	}
	w->buffer[at] = '\t';
	w->n = at + 1;
	return true;
}

/* Out of line, so that short texts need not save registers for it. */
__attribute__((noinline)) static void
put_long(struct tsvw *w, struct span s)
{
	while (s.n) {
		size_t most = s.n < SLICE ? s.n : SLICE, n;

		make_room(w, most);
		n = utf8_copy_plain(
		    w->buffer + w->n, (struct span){s.p, most}, '\t');
		w->n += n;
		if (n < most)
			n += put_special(w, (struct span){s.p + n, s.n - n});
		s = span_cut(s, n, s.n);
	}
	end_field(w);
}

void
tsvw_text(struct tsvw *w, struct span s)
{
	if (!put_short(w, s))
		put_long(w, s);
}

void
tsvw_field(struct tsvw *w, struct span s)
{
	if (s.n)
		put_bytes(w, s.p, s.n);
	end_field(w);
}

void
tsvw_titles(struct tsvw *w, const char *names)
{
	struct span rest = span_of(names);

	while (rest.n)
		tsvw_text(w, span_take(&rest, ' '));
}

void
tsvw_names(struct tsvw *w, const struct tsv *t)
{
	for (int i = 0; i < tsv_columns(t); i++)
		tsvw_field(w, tsv_name(t, i));
}

void
tsvw_lines(struct tsvw *w, struct span s)
{
	if (s.n)
		put_bytes(w, s.p, s.n);
}

void
tsvw_int(struct tsvw *w, int64_t v)
{
	make_room(w, FIXED_MAX);
	w->n += fixed_print_int(w->buffer + w->n, v);
	end_field(w);
}

void
tsvw_natural(struct tsvw *w, int64_t v)
{
	if (v < 0)
		tsvw_empty(w);
	else
		tsvw_int(w, v);
}

void
tsvw_us(struct tsvw *w, int64_t ns)
{
	make_room(w, FIXED_MAX);
	w->n += fixed_print_us(w->buffer + w->n, ns);
	end_field(w);
}

void
tsvw_real(struct tsvw *w, double v, int decimals)
{
	make_room(w, NUMBER_MAX);
	if (isfinite(v))
		w->n += number_print(w->buffer + w->n, v, decimals);
	end_field(w);
}

void
tsvw_empty(struct tsvw *w)
{
	end_field(w);
}

int
tsvw_end(struct tsvw *w)
{
	if (w->n && w->buffer[w->n - 1] == '\t')
		w->n--;
	make_room(w, 1);
	w->buffer[w->n++] = '\n';
	return w->error ? -1 : 0;
}

/* The byte that a backslash and c stand for, or 0. */
static char
unescaped(char c)
{
	const char *at = memchr(letter, c, sizeof letter);

	return at ? special[at - letter] : 0;
}

void
tsv_unescape(struct buf *out, struct span s)
{
	const char *backslash;

	buf_reserve(out, s.n);
	while (s.n && (backslash = memchr(s.p, '\\', s.n))) {
		size_t n = (size_t)(backslash - s.p);
		char c = n + 1 < s.n ? unescaped(backslash[1]) : 0;

		buf_add(out, s.p, n);
		buf_add(out, c ? &c : backslash, 1);
		s = span_cut(s, n + (c ? 2 : 1), s.n);
	}
	buf_add(out, s.p, s.n);
}

struct span
tsv_text(struct buf *text, struct span s)
{
	text->n = 0;
	tsv_unescape(text, s);
	return buf_span(text);
}
