#include "tools/tsv2txt/layout.h"
#include "common/bytes/order.h"

static size_t
least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* The width below which texts are not narrowed. */
static size_t
least_text(size_t limit)
{
	size_t share = limit / LAYOUT_SHARE;

	return share > LAYOUT_TEXT ? share : LAYOUT_TEXT;
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

/* How wide the texts of a line may be at most. */
static size_t
room_for_texts(const struct layout_column *c, size_t n, size_t limit)
{
	size_t low = least(least_text(limit), limit) + 1, high = limit + 1;

	BISECT(low, high, most, width_of_line(c, n, most) <= limit)
	return low - 1;
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

/* Do the columns shown fit on one line? */
static bool
fits(const struct choose_column *c, size_t n, size_t limit)
{
	size_t width = 0, gap = 0, text = least_text(limit);

	for (size_t i = 0; i < n; i++) {
		if (c[i].choice != CHOICE_SHOWN)
			continue;
		width +=
		    gap + (c[i].text ? least(c[i].width, text) : c[i].width);
		gap = LAYOUT_GAP;
	}
	return width <= limit;
}

/* The column that stays: the first text, or else the first that changes. */
static size_t
find_anchor(const struct choose_column *c, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (c[i].text)
			return i;
	for (size_t i = 0; i < n; i++)
		if (!c[i].same)
			return i;
	return 0;
}

/* The columns that give way, those of the first kind first. */
enum giving { SECOND, FOLLOWER, OTHER, ANY, GIVINGS };

static bool
gives_way(const struct choose_column *c, enum giving giving)
{
	switch (giving) {
	case SECOND:
		return c->second && !c->key;
	case FOLLOWER:
		return c->follows && !c->key;
	case OTHER:
		return !c->key;
	default:
		return true;
	}
}

/* Leaves such columns out from the right until it fits. */
static void
leave_out(struct choose_column *c, size_t n, size_t limit, size_t anchor,
    enum giving giving)
{
	for (size_t i = n; i-- > 0 && !fits(c, n, limit);)
		if (c[i].choice == CHOICE_SHOWN && i != anchor &&
		    gives_way(&c[i], giving))
			c[i].choice = CHOICE_NO_ROOM;
}

void
layout_choose(struct choose_column *c, size_t n, size_t limit)
{
	size_t anchor = find_anchor(c, n);

	for (size_t i = 0; i < n; i++)
		c[i].choice = CHOICE_SHOWN;
	if (fits(c, n, limit))
		return;
	for (size_t i = 0; i < n; i++)
		if (c[i].same && i != anchor)
			c[i].choice = CHOICE_SAME;
	for (enum giving giving = SECOND; giving < GIVINGS; giving++)
		leave_out(c, n, limit, anchor, giving);
}
