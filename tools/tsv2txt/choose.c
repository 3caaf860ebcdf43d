#include "tools/tsv2txt/choose.h"
#include "tools/tsv2txt/layout.h"

/* Do the columns shown fit on one line? */
static bool
fits(const struct choose_column *c, size_t n, size_t limit)
{
	size_t width = 0, gap = 0;

	for (size_t i = 0; i < n; i++) {
		if (c[i].choice != CHOICE_SHOWN)
			continue;
		width += gap + layout_least(c[i].width, c[i].text, limit);
		gap = LAYOUT_GAP;
	}
	return width <= limit;
}

/* The column that stays: the first text, or else the first of all. */
static size_t
find_anchor(const struct choose_column *c, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (c[i].text)
			return i;
	return 0;
}

void
choose(struct choose_column *c, size_t n, size_t limit)
{
	size_t anchor = find_anchor(c, n);

	for (size_t i = 0; i < n; i++)
		c[i].choice = CHOICE_SHOWN;
	if (fits(c, n, limit))
		return;
	for (size_t i = 0; i < n; i++)
		if (c[i].same && i != anchor)
			c[i].choice = CHOICE_SAME;
	for (size_t i = n; i-- > 0 && !fits(c, n, limit);)
		if (c[i].choice == CHOICE_SHOWN && i != anchor)
			c[i].choice = CHOICE_NO_ROOM;
}
