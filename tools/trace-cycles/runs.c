/*
 * A Lyndon word is less than all its proper suffixes. The longest one that
 * starts at i ends where the next suffix less than that of i begins, so one
 * pass from the right finds them all, each as a step over those found before.
 * The theorem: a run holds, under one of the two orders of the alphabet (that
 * in which the symbol after the run is less than the one a period before it),
 * a longest Lyndon word of just its period. So each position and order gives
 * one candidate, and extending it in both directions tells whether it is a run.
 */
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "tools/trace-cycles/runs.h"

struct search {
	const struct text *text;
	bool inverse;   /* the order of the alphabet turned round */
	uint32_t *next; /* where the next lesser suffix begins; n for none */
	uint32_t *same; /* how many symbols the two have in common */
	size_t longest;
	struct runs *found;
};

/* Whether symbol i is less than symbol j, from which it differs. */
static bool
is_less(const struct search *s, size_t i, size_t j)
{
	const uint32_t *symbol = s->text->symbol;

	return (symbol[i] < symbol[j]) != s->inverse;
}

/*
 * Finds next[i] and same[i] from those after it; `same` is at first what the
 * suffixes at i and i + 1 have in common. What those at i and j have, and those
 * at j and next[j], tells what those at i and next[j] have at least. The end of
 * the text is less than any symbol.
 */
static void
find_next(struct search *s, size_t i, size_t same)
{
	const uint32_t *symbol = s->text->symbol;
	size_t n = s->text->n, j = i + 1;

	while (j + same < n) {
		if (symbol[i + same] == symbol[j + same])
			same += text_ahead(s->text, i + same, j + same);
		else if (!is_less(s, i + same, j + same))
			break;
		else {
			same = same < s->same[j] ? same : s->same[j];
			j = s->next[j];
		}
	}
	s->next[i] = (uint32_t)j;
	s->same[i] = (uint32_t)same;
}

/*
 * The candidate at i. Each run is met once in every period: only the first is
 * taken. A run that reaches the end of the text is met under both orders: only
 * one is.
 */
static void
try_candidate(struct search *s, size_t i)
{
	const struct text *t = s->text;
	size_t period = s->next[i] - i, same = s->same[i];
	size_t end = i + period + same, behind;

	if (same == 0 || period > s->longest)
		return;
	if (end == t->n ? s->inverse : is_less(s, end - period, end))
		return;
	behind = text_behind(t, i, i + period, period);
	if (behind == period || behind + same < period ||
	    !text_equal(t, i - behind, i - behind + period, behind + same))
		return;
	ARRAY_PUSH(s->found->run, s->found->n, &s->found->cap,
	    (struct run){
		(uint32_t)(i - behind), (uint32_t)end, (uint32_t)period});
}

static void
search_order(struct search *s, bool inverse)
{
	uint64_t behind = UINT64_MAX; /* the symbol at i + 1; no symbol yet */
	size_t beside = 0;

	s->inverse = inverse;
	for (size_t i = s->text->n; i-- > 0;) {
		uint32_t symbol = s->text->symbol[i];

		beside = symbol == behind ? beside + 1 : 0;
		behind = symbol;
		find_next(s, i, beside);
		try_candidate(s, i);
	}
}

static int
compare(const void *a, const void *b)
{
	const struct run *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return (x->period > y->period) - (x->period < y->period);
}

void
runs_find(const struct text *t, size_t longest, struct runs *found)
{
	struct search s = {t, false, NULL, NULL, longest, found};

	*found = (struct runs){0};
	s.next = xcalloc(t->n + 1, sizeof *s.next);
	s.same = xcalloc(t->n + 1, sizeof *s.same);
	search_order(&s, false);
	search_order(&s, true);
	free(s.next);
	free(s.same);
}

void
runs_sort(struct runs *r)
{
	size_t kept = 0;

	if (r->n)
		qsort(r->run, r->n, sizeof *r->run, compare);
	for (size_t i = 0; i < r->n; i++)
		if (i == 0 || compare(&r->run[i], &r->run[kept - 1]))
			r->run[kept++] = r->run[i];
	r->n = kept;
}

void
runs_free(struct runs *r)
{
	free(r->run);
	*r = (struct runs){0};
}
