/*
 * The text that a field stands for: what the writer (tsvw.c) escapes is undone.
 */
#include "common/table/tsv.h"

/* What stands behind a backslash stands for this byte; 0 if for nothing. */
static char
escaped(char c)
{
	switch (c) {
	case 't':
		return '\t';
	case 'n':
		return '\n';
	case 'r':
		return '\r';
	case '\\':
		return '\\';
	default:
		return 0;
	}
}

/* Appends where there is room. */
static void
put(struct buf *out, const char *p, size_t n)
{
	if (n)
		memcpy(out->p + out->n, p, n);
	out->n += n;
}

int
tsv_unescape(struct buf *out, struct span s)
{
	const char *backslash;

	if (buf_reserve(out, s.n))
		return -1;
	while (s.n && (backslash = memchr(s.p, '\\', s.n))) {
		size_t n = (size_t)(backslash - s.p);
		char c = n + 1 < s.n ? escaped(backslash[1]) : 0;

		put(out, s.p, n);
		put(out, c ? &c : backslash, 1);
		n += c ? 2 : 1;
		s.p += n;
		s.n -= n;
	}
	put(out, s.p, s.n);
	return 0;
}
