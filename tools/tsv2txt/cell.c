#include <stdint.h>
#include <wchar.h>

#include "common/bytes/utf8.h"
#include "tools/tsv2txt/cell.h"
#include "tools/tsv2txt/middle.h"

enum { REPLACEMENT_BYTES = 3, MARK_BYTES = 3 };

/*
 * What shows nothing and may still change what is seen: the property
 * Default_Ignorable_Code_Point of Unicode 15 (DerivedCoreProperties.txt; bidi
 * controls, joiners, fillers, variation selectors, tags), and the separators
 * and annotation marks U+2028, U+2029, U+FFF9 to U+FFFB.
 */
static bool
is_invisible(uint32_t c)
{
	static const uint32_t range[][2] = {{0xAD, 0xAD}, {0x34F, 0x34F},
	    {0x61C, 0x61C}, {0x115F, 0x1160}, {0x17B4, 0x17B5},
	    {0x180B, 0x180F}, {0x200B, 0x200F}, {0x2028, 0x202E},
	    {0x2060, 0x206F}, {0x3164, 0x3164}, {0xFE00, 0xFE0F},
	    {0xFEFF, 0xFEFF}, {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFFB},
	    {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF}};

	for (size_t i = 0; i < sizeof range / sizeof *range; i++)
		if (c >= range[i][0] && c <= range[i][1])
			return true;
	return false;
}

/* The columns of a character, or -1 if it must not be shown. */
static int
width_of(uint32_t c)
{
	if (c >= 0x20 && c < 0x7F)
		return 1;
	return is_invisible(c) ? -1 : wcwidth((wchar_t)c);
}

/* Adds the character at the start of s; returns how many bytes it took. */
static size_t
add_character(struct cell *cell, struct span s)
{
	const char *replacement = cell->utf8 ? UTF8_REPLACEMENT : "?";
	size_t n;
	uint32_t c = utf8_decode(s, &n);
	int width = n && (cell->utf8 || c < 0x80) ? width_of(c) : -1;

	if (width < 0) {
		n = n ? n : 1;
		memcpy(cell->text.p + cell->text.n, replacement,
		    strlen(replacement));
		cell->text.n += strlen(replacement);
		cell->width++;
		return n;
	}
	memcpy(cell->text.p + cell->text.n, s.p, n);
	cell->text.n += n;
	cell->width += (size_t)width;
	return c == '\\' && s.n > 1 && s.p[1] == '\\' ? 2 : n;
}

int
cell_set(struct cell *cell, struct span s)
{
	cell->text.n = cell->width = 0;
	if (s.n > (SIZE_MAX - MARK_BYTES) / REPLACEMENT_BYTES)
		return -1;
	buf_reserve(&cell->text, s.n * REPLACEMENT_BYTES + MARK_BYTES);
	while (s.n) {
		size_t n =
		    utf8_copy_plain(cell->text.p + cell->text.n, s, '\\');

		cell->text.n += n;
		cell->width += n;
		if (n < s.n)
			n += add_character(
			    cell, (struct span){s.p + n, s.n - n});
		s.p += n;
		s.n -= n;
	}
	return 0;
}

/* A part of a cell's text, and the columns it takes. */
struct part {
	struct span s;
	size_t width;
};

/* The first characters that take at most so many columns. */
static struct part
head_of(struct span s, size_t columns)
{
	struct part head = {{s.p, 0}, 0};

	while (head.s.n < s.n) {
		struct span rest = {s.p + head.s.n, s.n - head.s.n};
		size_t n, width = (size_t)width_of(utf8_decode(rest, &n));

		if (head.width + width > columns)
			break;
		head.width += width;
		head.s.n += n;
	}
	return head;
}

/* The last characters of a part; no mark without the letter it is on. */
static struct part
tail_of(struct part whole, size_t columns)
{
	struct part tail = whole;

	while (tail.s.n) {
		size_t n, width = (size_t)width_of(utf8_decode(tail.s, &n));

		if (tail.width <= columns && width)
			break;
		tail.width -= width;
		tail.s.p += n;
		tail.s.n -= n;
	}
	return tail;
}

/* The ellipsis. */
static struct part
mark_of(const struct cell *cell)
{
	if (cell->utf8)
		return (struct part){span_of("\xE2\x80\xA6"), 1};
	return (struct part){span_of(".."), 2};
}

/* Leaves out whole words; false where these are too long, or too few. */
static bool
leave_out_words(struct cell *cell, struct part mark, size_t width)
{
	struct span all = buf_span(&cell->text);
	size_t least = cell->width + mark.width - width;
	struct stretch go;

	if (least < mark.s.n) /* the text must not grow */
		least = mark.s.n;
	if (!middle_find(all, least, least + width / 4, &go))
		return false;
	memmove(
	    cell->text.p + go.from + mark.s.n, all.p + go.to, all.n - go.to);
	memcpy(cell->text.p + go.from, mark.s.p, mark.s.n);
	cell->text.n -= go.to - go.from - mark.s.n;
	cell->width -= go.to - go.from - mark.width;
	return true;
}

void
cell_shorten(struct cell *cell, size_t width)
{
	struct span all = buf_span(&cell->text);
	struct part mark = mark_of(cell), head, tail;
	size_t room;

	if (cell->width <= width || leave_out_words(cell, mark, width))
		return;
	if (width < mark.width)
		mark.width = mark.s.n = width;
	room = width - mark.width;
	head = head_of(all, room - room / 2);
	tail = tail_of((struct part){all, cell->width}, room - head.width);
	memmove(cell->text.p + head.s.n + mark.s.n, tail.s.p, tail.s.n);
	memcpy(cell->text.p + head.s.n, mark.s.p, mark.s.n);
	cell->text.n = head.s.n + mark.s.n + tail.s.n;
	cell->width = head.width + mark.width + tail.width;
}

int
cell_set_within(struct cell *cell, struct span s, size_t width)
{
	if (cell_set(cell, s))
		return -1;
	cell_shorten(cell, width);
	return 0;
}

void
cell_free(struct cell *cell)
{
	buf_free(&cell->text);
}
