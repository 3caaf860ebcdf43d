#include <stdbool.h>
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/sequence/match.h"
#include "common/sequence/usual_next.h"

enum { ANCHOR_WORD = 4 };

/* The words that are once in a and once in b, by their place in a. */
static size_t
find_unique(struct anchor *out, const uint32_t *a, size_t n, const uint32_t *b,
    size_t m)
{
	struct words of_a, of_b;
	size_t found = 0;

	words_init(&of_a, a, n, ANCHOR_WORD, NULL);
	words_init(&of_b, b, m, ANCHOR_WORD, NULL);
	for (size_t i = 0; i < of_a.n; i++) {
		struct word x = of_a.word[i];
		uint32_t y = words_find(&of_b, a + x.first);

		if (x.count == 1 && y != WORD_NONE && of_b.word[y].count == 1)
			out[found++] =
			    (struct anchor){x.first, of_b.word[y].first};
	}
	words_free(&of_a);
	words_free(&of_b);
	return found;
}

/* The first of n chains, by their last place in b, that does not end before b.
 */
static size_t
find_chain(const struct anchor *all, const uint32_t *last, size_t n, uint32_t b)
{
	size_t first = 0;

	BISECT(first, n, i, all[last[i]].b < b);
	return first;
}

/*
 * Keeps the longest chain of n anchors by place in a. last[k] is the end of the
 * chain of k + 1 anchors that ends first in b, before[i] what anchor i follows.
 */
static size_t
keep_chain(struct anchor *all, size_t n, uint32_t *last, uint32_t *before)
{
	size_t longest = 0;
	uint32_t at;

	for (uint32_t i = 0; i < n; i++) {
		size_t k = find_chain(all, last, longest, all[i].b);

		before[i] = k ? last[k - 1] : i;
		last[k] = i;
		longest = k == longest ? k + 1 : longest;
	}
	if (longest == 0)
		return 0;
	at = last[longest - 1];
	for (size_t k = longest; k-- > 0; at = before[at])
		last[k] = at;
	for (size_t k = 0; k < longest; k++)
		all[k] = all[last[k]];
	return longest;
}

size_t
anchors_find(const uint32_t *a, size_t n, const uint32_t *b, size_t m,
    struct anchor **out)
{
	size_t most = n < m ? n : m;
	struct anchor *anchor = xmalloc((most + 1) * sizeof *anchor);
	uint32_t *room = xmalloc((2 * most + 1) * sizeof *room);
	size_t found;

	found = find_unique(anchor, a, n, b, m);
	found = keep_chain(anchor, found, room, room + most);
	*out = anchor;
	free(room);
	return found;
}

enum { MATCH_EFFORT = 256 };

/*
 * A part of both sequences that is still to be aligned. Its anchors are sought
 * if it has at most `searched` symbols.
 */
struct box {
	size_t a, a_end, b, b_end;
	size_t searched;
};

struct boxes {
	struct box *box;
	size_t n, cap;
};

/* The search from both ends; diagonals are numbered x - y. */
struct search {
	const uint32_t *a, *b;
	int64_t n, m;
	int64_t *forward, *backward; /* by diagonal: how far x came */
	int64_t x, y;                /* where the part is divided */
};

static int64_t
step(const int64_t *v, int64_t k, int64_t d)
{
	if (k == -d || (k != d && v[k - 1] < v[k + 1]))
		return v[k + 1];
	return v[k - 1] + 1;
}

/*
 * Goes d differences far. Returns whether it meets the search from the other
 * side: both together have an odd number if forwards, an even one if backwards.
 */
static bool
search_from(struct search *s, int64_t d, bool backwards)
{
	const uint32_t *a = backwards ? s->a + s->n - 1 : s->a;
	const uint32_t *b = backwards ? s->b + s->m - 1 : s->b;
	int64_t *own = backwards ? s->backward : s->forward;
	const int64_t *other = backwards ? s->forward : s->backward;
	int64_t delta = s->n - s->m, most = backwards ? d : d - 1;
	ptrdiff_t way = backwards ? -1 : 1;

	for (int64_t k = -d; k <= d; k += 2) {
		int64_t x = step(own, k, d), y = x - k;

		while (x >= 0 && y >= 0 && x < s->n && y < s->m &&
		    a[way * x] == b[way * y])
			x++, y++;
		own[k] = x;
		if (x > s->n || y > s->m || y < 0)
			continue;
		if ((delta & 1) != backwards && delta - k >= -most &&
		    delta - k <= most && x + other[delta - k] >= s->n) {
			s->x = backwards ? s->n - x : x;
			s->y = backwards ? s->m - y : y;
			return true;
		}
	}
	return false;
}

/* Where the forward search came furthest. */
static void
give_up(struct search *s)
{
	s->x = s->y = 0;
	for (int64_t k = -MATCH_EFFORT; k <= MATCH_EFFORT; k += 2) {
		int64_t x = s->forward[k], y = x - k;

		if (x <= s->n && y >= 0 && y <= s->m && x + y > s->x + s->y) {
			s->x = x;
			s->y = y;
		}
	}
}

/* Whether the middle of the shortest way is known. */
static bool
divide(struct search *s)
{
	s->forward[1] = s->backward[1] = 0;
	for (int64_t d = 0; d <= MATCH_EFFORT; d++)
		if (search_from(s, d, false) || search_from(s, d, true))
			return true;
	give_up(s);
	return false;
}

/* Matches what both ends have in common, and takes it off. */
static void
strip(struct box *box, const uint32_t *a, const uint32_t *b, uint32_t *to)
{
	while (box->a < box->a_end && box->b < box->b_end &&
	    a[box->a] == b[box->b])
		to[box->a++] = (uint32_t)box->b++;
	while (box->a < box->a_end && box->b < box->b_end &&
	    a[box->a_end - 1] == b[box->b_end - 1])
		to[--box->a_end] = (uint32_t)--box->b_end;
}

static size_t
box_size(const struct box *box)
{
	return box->a_end - box->a + box->b_end - box->b;
}

/* Puts what is before x and y on the list; the part begins there then. */
static void
cut_box(struct boxes *all, struct box *box, size_t x, size_t y)
{
	struct box front = *box;

	front.a_end = box->a = x;
	front.b_end = box->b = y;
	ARRAY_PUSH(all->box, all->n, &all->cap, front);
}

/*
 * Leaves a part between each two anchors, with the first one. Returns how many
 * anchors there are. Where steps repeat, hardly any word is alone; then what is
 * left of the part is searched again when it is half as long.
 */
static size_t
divide_at_anchors(
    struct boxes *all, struct box *box, const uint32_t *a, const uint32_t *b)
{
	struct anchor *anchor;
	struct box rest = *box;
	size_t n;

	if (box_size(box) > box->searched)
		return 0;
	n = anchors_find(a + box->a, box->a_end - box->a, b + box->b,
	    box->b_end - box->b, &anchor);
	for (size_t i = 0; i < n; i++)
		cut_box(all, &rest, box->a + anchor[i].a, box->b + anchor[i].b);
	if (n > 0)
		ARRAY_PUSH(all->box, all->n, &all->cap, rest);
	free(anchor);
	box->searched = box_size(box) / 2;
	return n;
}

/* Aligns one part, or leaves smaller ones. */
static void
align_box(struct boxes *all, struct search *s, const uint32_t *a,
    const uint32_t *b, uint32_t *to)
{
	struct box box = all->box[--all->n];
	size_t anchors = 0;

	strip(&box, a, b, to);
	if (box.a == box.a_end || box.b == box.b_end)
		return;
	s->a = a + box.a;
	s->b = b + box.b;
	s->n = (int64_t)(box.a_end - box.a);
	s->m = (int64_t)(box.b_end - box.b);
	if (!divide(s))
		anchors = divide_at_anchors(all, &box, a, b);
	if (anchors || (s->x == 0 && s->y == 0) ||
	    (s->x == s->n && s->y == s->m))
		return;
	cut_box(all, &box, box.a + (size_t)s->x, box.b + (size_t)s->y);
	ARRAY_PUSH(all->box, all->n, &all->cap, box);
}

void
match_symbols(
    const uint32_t *a, size_t n, const uint32_t *b, size_t m, uint32_t *to)
{
	enum { MIDDLE = MATCH_EFFORT + 2, DIAGONALS = 2 * MIDDLE + 1 };
	int64_t *room = xcalloc(2 * (size_t)DIAGONALS, sizeof *room);
	struct search s = {
	    .forward = room + MIDDLE, .backward = room + DIAGONALS + MIDDLE};
	struct boxes all = {0};

	for (size_t i = 0; i < n; i++)
		to[i] = MATCH_NONE;
	ARRAY_PUSH(all.box, all.n, &all.cap, (struct box){0, n, 0, m, n + m});
	while (all.n)
		align_box(&all, &s, a, b, to);
	free(all.box);
	free(room);
}

size_t
match_missing(const uint32_t *a, size_t n, const uint32_t *b, size_t m)
{
	uint32_t *to = xmalloc((n + 1) * sizeof *to);
	size_t missing = 0;

	match_symbols(a, n, b, m, to);
	for (size_t i = 0; i < n; i++)
		missing += to[i] == MATCH_NONE;
	free(to);
	return missing;
}
