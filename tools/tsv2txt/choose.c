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
	for (enum giving giving = SECOND; giving < GIVINGS; giving++)
		leave_out(c, n, limit, anchor, giving);
}
