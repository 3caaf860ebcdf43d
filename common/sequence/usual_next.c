#include <stdlib.h>
#include <string.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/sequence/usual_next.h"

static struct span
word_span(const struct words *w, const uint32_t *word)
{
	return (struct span){(const char *)word, w->length * sizeof *word};
}

void
words_init(struct words *w, const uint32_t *symbol, size_t n, size_t length,
    uint32_t *number)
{
	*w = (struct words){.length = length, .known = pool_new()};
	for (size_t i = 0; i + length <= n; i++) {
		uint32_t own = pool_add(w->known, word_span(w, symbol + i));

		if (own == w->n)
			ARRAY_PUSH(w->word, w->n, &w->cap,
			    (struct word){.first = (uint32_t)i});
		w->word[own].count++;
		if (number)
			number[i] = own;
	}
}

void
words_free(struct words *w)
{
	free(w->word);
	pool_free(w->known);
	*w = (struct words){0};
}

uint32_t
words_find(const struct words *w, const uint32_t *word)
{
	return pool_find(w->known, word_span(w, word));
}

/* A context that comes less often tells neither what is usual nor what is rare.
 */
enum { CONTEXTS_USUAL = 4, CONTEXTS_COUNTED = 6, TRIMMED = 3 };

uint32_t
usual_times(const struct usual *w, uint32_t context)
{
	return w->contexts.word[context].count - (context == w->last);
}

/* Something is usual behind a context that comes often enough. */
static bool
is_known(const struct usual *w, uint32_t context)
{
	uint32_t times = usual_times(w, context);

	return times >= CONTEXTS_USUAL && 4 * w->next[context].count > times;
}

/* context[i]: that of the symbol USUAL_CONTEXT places behind. */
static void
count_unusual(struct usual *w, const uint32_t *context)
{
	w->unusual = xmalloc((w->n + 1) * sizeof *w->unusual);
	w->unusual[0] = 0;
	for (size_t i = 0; i < w->n; i++) {
		bool usual = i >= USUAL_CONTEXT &&
		    is_known(w, context[i - USUAL_CONTEXT]) &&
		    w->next[context[i - USUAL_CONTEXT]].symbol == w->symbol[i];

		w->unusual[i + 1] = w->unusual[i] + !usual;
	}
}

/* The usual symbol behind each context: of the most frequent longer word. */
static void
choose_usual(struct usual *w, const uint32_t *context)
{
	struct words longer;

	words_init(&longer, w->symbol, w->n, USUAL_CONTEXT + 1, NULL);
	for (size_t i = 0; i < longer.n; i++) {
		struct word v = longer.word[i];
		struct usual_next *u = &w->next[context[v.first]];

		if (v.count > u->count)
			*u = (struct usual_next){
			    w->symbol[v.first + USUAL_CONTEXT], v.count};
	}
	words_free(&longer);
}

/*
 * The mean, rounded up, of the n least shares, of which share[i] are i parts.
 */
static uint32_t
mean_of_least(const uint64_t *share, uint64_t n)
{
	uint64_t left = n, sum = 0;

	for (uint32_t i = 0; i < USUAL_PARTS && left; i++) {
		uint64_t times = share[i] < left ? share[i] : left;

		sum += times * i;
		left -= times;
	}
	return n ? (uint32_t)((sum + n - 1) / n) : 0;
}

/*
 * The median, over the symbols in counted contexts, of the share of faults; if
 * most have none, because each context comes seldom, the mean of all but the
 * third of largest share, in which the program may do something else.
 */
static uint32_t
find_noise(const struct usual *w)
{
	uint64_t share[USUAL_PARTS] = {0}, all = 0, below = 0;
	uint32_t median = 0;

	for (uint32_t i = 0; i < w->contexts.n; i++) {
		uint32_t times = usual_times(w, i), off;

		if (times < CONTEXTS_COUNTED)
			continue;
		off = times - w->next[i].count;
		share[(uint64_t)off * (USUAL_PARTS - 1) / times] += times;
		all += times;
	}
	while (median + 1 < USUAL_PARTS && 2 * (below += share[median]) < all)
		median++;
	return median ? median : mean_of_least(share, all - all / TRIMMED);
}

uint32_t
usual_context(const struct usual *w, const uint32_t *symbol)
{
	uint32_t c = words_find(&w->contexts, symbol);

	return c != WORD_NONE && is_known(w, c) ? c : WORD_NONE;
}

int
usual_follow(const struct usual *w, const uint32_t *last, uint32_t *way)
{
	uint32_t symbol[USUAL_CONTEXT + USUAL_MOST];
	int n = 0;

	memcpy(symbol, last, USUAL_CONTEXT * sizeof *symbol);
	for (; n < USUAL_MOST; n++) {
		uint32_t c = usual_context(w, symbol + n);

		if (c == WORD_NONE)
			break;
		way[n] = symbol[USUAL_CONTEXT + n] = w->next[c].symbol;
	}
	return n;
}

void
usual_init(struct usual *w, const uint32_t *symbol, size_t n)
{
	uint32_t *context = xmalloc(n * sizeof *context);

	*w = (struct usual){.symbol = symbol, .n = n};
	words_init(&w->contexts, symbol, n, USUAL_CONTEXT, context);
	w->last = context[n - USUAL_CONTEXT];
	w->next = xcalloc(w->contexts.n + 1, sizeof *w->next);
	choose_usual(w, context);
	count_unusual(w, context);
	free(context);
	w->noise = find_noise(w);
}

void
usual_free(struct usual *w)
{
	words_free(&w->contexts);
	free(w->next);
	free(w->unusual);
	*w = (struct usual){0};
}
