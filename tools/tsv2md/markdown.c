#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "common/bytes/ascii.h"
#include "common/bytes/utf8.h"
#include "tools/tsv2md/markdown.h"

/* The most bytes of one character in a cell: <br>. */
enum { CHARACTER_MAX = 4 };

/* How many bytes of a field are its next character, at least one of them. */
static size_t
step(struct span s)
{
	size_t n = utf8_length(s);

	if (s.n > 1 && s.p[0] == '\\' && memchr("tnr\\", s.p[1], 4))
		return 2;
	return n ? n : 1;
}

static size_t
count(struct span s)
{
	size_t n = 0;

	for (size_t i = 0; i < s.n; n++)
		i += step((struct span){s.p + i, s.n - i});
	return n;
}

/* Of a word: no underscore, but any character beyond ASCII. */
static bool
is_letter(struct span field, size_t at)
{
	char c = field.p[at];

	return (unsigned char)c >= 0x80 || ascii_is_letter(c) ||
	    ascii_is_digit(c);
}

/* An underscore within a word begins no emphasis, and names are full of them.
 */
static bool
underscore_is_plain(struct span field, size_t at)
{
	return at > 0 && at + 1 < field.n && is_letter(field, at - 1) &&
	    is_letter(field, at + 1);
}

static bool
is_special(struct span field, size_t at)
{
	if (field.p[at] == '_')
		return !underscore_is_plain(field, at);
	return field.p[at] && strchr("|`*<>[]~&$", field.p[at]);
}

/* The Markdown for an escape of TSV, by the letter after the backslash. */
static struct span
escaped(char letter)
{
	if (letter == '\\')
		return span_of("\\\\");
	return span_of(letter == 'n' ? "<br>" : " ");
}

/* The character at this place, of n bytes, into a buffer with room for it. */
static void
put(struct buf *b, struct span field, size_t at, size_t n)
{
	char *out = b->p + b->n;
	const char *p = field.p + at;
	struct span text = {p, n};

	if (n == 1 && (unsigned char)p[0] >= 0x80)
		text = span_of(UTF8_REPLACEMENT);
	else if (n == 1 && (unsigned char)p[0] < ' ')
		text = span_of(" ");
	else if (p[0] == '\\')
		text = escaped(n == 1 ? '\\' : p[1]);
	else if (is_special(field, at))
		*out++ = '\\';
	memcpy(out, text.p, text.n);
	b->n = (size_t)(out - b->p) + text.n;
}

void
markdown_cell(struct buf *b, struct span field, size_t width)
{
	size_t all = width ? count(field) : 0, head = SIZE_MAX, tail = 0;
	size_t place = 0;

	buf_reserve(b, (field.n + 1) * CHARACTER_MAX);
	if (all > width) {
		head = width / 2;
		tail = all - (width - 1 - head);
	}
	for (size_t i = 0, n; i < field.n; i += n, place++) {
		n = step((struct span){field.p + i, field.n - i});
		if (place < head || place >= tail) {
			put(b, field, i, n);
		} else if (place == head) {
			memcpy(b->p + b->n, "\xE2\x80\xA6", 3);
			b->n += 3;
		}
	}
}
