#include "tools/tsv2txt/layout.h"

static size_t
least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* What texts are not made narrower than. */
static size_t
least_text(size_t limit)
{
	size_t share = limit / LAYOUT_SHARE;

	return share > LAYOUT_TEXT ? share : LAYOUT_TEXT;
}

size_t
layout_least(size_t width, bool text, size_t limit)
{
	return text ? least(width, least_text(limit)) : width;
}

/* A column's width when texts are at most `most` wide. */
static size_t
width_of(const struct layout_column *c, size_t most)
{
	return c->text ? least(c->width, most) : c->width;
}

static size_t
width_of_line(const struct layout_column *c, size_t n, size_t most)
{
	size_t width = (n - 1) * LAYOUT_GAP;

	for (size_t i = 0; i < n; i++)
		width += width_of(&c[i], most);
	return width;
}

/* How many columns fit on a line: at least one. */
static size_t
columns_that_fit(const struct layout_column *c, size_t n, size_t limit)
{
	size_t most = least_text(limit), fit = 1, width = width_of(c, most);

	for (; fit < n; fit++) {
		width += LAYOUT_GAP + width_of(&c[fit], most);
		if (width > limit)
			break;
	}
	return fit;
}

/*
 * Numbers that follow each other, such as a_us, b_us and delta_us, belong
 * together: where the line would end among them and a line has room for them
 * all, it ends before them.
 */
static size_t
without_torn_numbers(
    const struct layout_column *c, size_t n, size_t fit, size_t limit)
{
	size_t start = fit, end = fit;

	while (start && !c[start - 1].text)
		start--;
	while (end < n && !c[end].text)
		end++;
	if (start == 0 || end == fit ||
	    width_of_line(c + start, end - start, 0) > limit)
		return fit;
	return start;
}

/* How wide the texts of a line may be at most; by bisection. */
static size_t
room_for_texts(const struct layout_column *c, size_t n, size_t limit)
{
	size_t low = least(least_text(limit), limit), high = limit;

	while (low < high) {
		size_t middle = high - (high - low) / 2;

		if (width_of_line(c, n, middle) <= limit)
			low = middle;
		else
			high = middle - 1;
	}
	return low;
}

size_t
layout_fit(struct layout_column *c, size_t n, size_t limit)
{
	size_t widest = 0, line = 0, indent = 0;

	while (n) {
		size_t room = limit > indent ? limit - indent : 1;
		size_t fit = without_torn_numbers(
		    c, n, columns_that_fit(c, n, room), room);
		size_t most = room_for_texts(c, fit, room);
		size_t width = indent + width_of_line(c, fit, most);

		if (width > widest)
			widest = width;
		for (size_t i = 0; i < fit; i++) {
			c[i].width = width_of(&c[i], most);
			c[i].line = line;
		}
		c += fit;
		n -= fit;
		line++;
		indent = LAYOUT_INDENT;
	}
	return widest;
}
