#include <stdint.h>
#include <wchar.h>

#include "common/bytes/ascii.h"
#include "common/bytes/span.h"
#include "common/bytes/utf8.h"
#include "tools/tsv2txt/cell.h"

/*
 * Which words in the middle of a long name can go.
 *
 * A name of a kernel tells most by its first word and its last ones, the size
 * of its tile and its type of data. What goes are whole words, if that leaves
 * out little more than must go.
 */

struct stretch {
	size_t from, to; /* bytes */
};

enum {
	MOST_WORDS = 64,
	/* How much a word tells. */
	IN_NAME = 1,     /* of the function's name */
	BEHIND_NAME = 3, /* it tells names apart that are alike */
	ESSENTIAL = 8
};

/* A word with what divides it from the next one. */
struct word {
	size_t start;
	int tells;
};

static bool
divides(char c)
{
	return c == ' ' || c == '_' || c == '.' || c == ':' || c == ',';
}

/* A number, an x and a number, as in 128x64. */
static bool
is_tile(struct span word)
{
	for (size_t i = 1; i + 1 < word.n; i++)
		if (word.p[i] == 'x' && ascii_is_digit(word.p[i - 1]) &&
		    ascii_is_digit(word.p[i + 1]))
			return true;
	return false;
}

/* A data type, as in bf16, or that it is a matrix product. */
static bool
is_type_or_gemm(struct span word)
{
	static const char *const type[] = {"f16", "f32", "fp16", "fp32", "fp8",
	    "float", "int8", "half", "e4m3", "e5m2", "gemm", NULL};

	for (size_t at = 0; at + 3 <= word.n; at++) {
		struct span rest = span_cut(word, at, word.n);

		for (int i = 0; type[i]; i++) /* most letters begin none */
			if (*rest.p == *type[i] && span_starts(rest, type[i]))
				return true;
	}
	return false;
}

static int
worth(struct span word, bool behind)
{
	if (is_tile(word) || is_type_or_gemm(word))
		return ESSENTIAL;
	/* types, as Tensile has them: BBS, HHS */
	return behind || ascii_is_capitals(word) ? BEHIND_NAME : IN_NAME;
}

/* Returns how many there are; 0 for too many, or bytes beyond ASCII. */
static size_t
divide(struct span text, struct word word[MOST_WORDS + 1])
{
	size_t n = 0;
	bool behind = false;

	for (size_t i = 0; i < text.n;) {
		size_t start = i;

		while (i < text.n && !divides(text.p[i]))
			if (text.p[i++] & 0x80)
				return 0;
		if (n == MOST_WORDS)
			return 0;
		word[n].start = start;
		word[n++].tells = worth(span_cut(text, start, i), behind);
		for (; i < text.n && divides(text.p[i]); i++)
			behind = behind || text.p[i] == ' ' || text.p[i] == '.';
	}
	word[n].start = text.n;
	return n;
}

/* Twice how far the middle of a stretch is from that of the text. */
static size_t
off_middle(struct stretch s, size_t n)
{
	return s.from + s.to > n ? s.from + s.to - n : n - s.from - s.to;
}

/*
 * Finds at least `least` bytes of ASCII that can go, and no more than `most`:
 * those that tell least, of these those nearest to the middle. False where
 * there are none.
 */
static bool
middle_find(struct span text, size_t least, size_t most, struct stretch *found)
{
	struct word word[MOST_WORDS + 1];
	size_t n = divide(text, word);
	int best = 0;

	for (size_t i = 1; i + 1 < n; i++) {
		int tells = 0;

		for (size_t k = i; k + 1 < n; k++) {
			struct stretch s = {word[i].start, word[k + 1].start};

			tells += word[k].tells;
			if (s.to - s.from > most)
				break;
			if (s.to - s.from < least)
				continue;
			if (!best || tells < best ||
			    (tells == best &&
				off_middle(s, text.n) <
				    off_middle(*found, text.n))) {
				best = tells;
				*found = s;
			}
		}
	}
	return best > 0;
}

enum { REPLACEMENT_BYTES = 3, MARK_BYTES = 3 };

/*
 * Invisible characters, some of which change how others look: the property
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

	for (size_t i = 0; i < COUNT(range); i++)
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

void
cell_set(struct cell *cell, struct span s)
{
	cell->text.n = cell->width = 0;
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
}

/* A part of a cell's text, and the columns it takes. */
struct part {
	struct span s;
	size_t width;
};

/* The first characters, at most `columns` wide. */
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
	struct stretch go = {0};

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

/*
 * Leaves out as much of the middle as it takes to be at most `width` > 0 wide,
 * and says so by an ellipsis: names of kernels differ at both ends. Words go as
 * a whole where that takes little more, see cell.h.
 */
void
cell_set_within(struct cell *cell, struct span s, size_t width)
{
	struct part mark = mark_of(cell), head, tail;
	struct span all;
	size_t room;

	cell_set(cell, s);
	all = buf_span(&cell->text);
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

void
cell_free(struct cell *cell)
{
	buf_free(&cell->text);
}

void
line_writer_text(struct line_writer *p, struct span s)
{
	if (s.n == 0)
		return;
	buf_reserve(p->out, p->blanks);
	memset(p->out->p + p->out->n, ' ', p->blanks);
	p->out->n += p->blanks;
	p->blanks = 0;
	buf_add_span(p->out, s);
}

void
line_writer_end(struct line_writer *p)
{
	p->blanks = 0;
	buf_add_text(p->out, "\n");
}

enum { PIECE = 60 }; /* may be this long, though lines are shorter */

void
footnote_add(struct footnote *note, struct span piece, const char *mark)
{
	struct cell *cell = note->cell;
	size_t gap = note->used ? 1 : 0;

	cell_set_within(cell, piece, note->width > PIECE ? note->width : PIECE);
	if (note->used && note->used + gap + cell->width + 1 > note->width) {
		line_writer_end(note->lines);
		note->used = gap = 0;
	}
	line_writer_text(note->lines, span_of(gap ? " " : ""));
	line_writer_text(note->lines, buf_span(&cell->text));
	line_writer_text(note->lines, span_of(mark));
	note->used += gap + cell->width + 1;
}
