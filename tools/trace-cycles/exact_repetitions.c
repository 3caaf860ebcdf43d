/*
 * From the right to the left a table tells where each word of 8, 4, 2 or 1
 * symbols comes next. Where that distance changes, a repetition may begin. Long
 * words tell the period of a step, as layers are full of short ones; short
 * words that of a row of two, which is too short to hold a long word twice. A
 * repetition that was found is the longest word: that which is equal to it
 * comes next one period later, too.
 */
#include <stdlib.h>
#include <string.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/bytes/pool.h"
#include "tools/trace-cycles/exact_repetitions.h"
#include "tools/trace-cycles/rotation_key.h"
#include "tools/trace-cycles/sequence.h"

enum {
	LONGEST_WORD = 8, /* symbols; and 4, 2 and 1 */
	SHORTEST = 16,    /* symbols that two faulty copies share, ... */
	SHARE = 16        /* ... and at least 1/SHARE of a period */
};

struct search {
	const struct text *text;
	size_t longest; /* period */
	bool parts;     /* not only repetitions, but parts of faulty ones */
	size_t word;    /* symbols */
	uint32_t *next; /* places, one more, in 2^bits slots; 0 for none */
	int bits;
	uint32_t *known;   /* by period: symbols from its last repetition on */
	struct pool *rows; /* repetitions, as words; by number, where one is: */
	uint32_t *row;
	size_t row_cap;
	struct repetitions *found;
};

/*
 * The hash of a word is what a polynomial of its symbols is modulo 2^64, of
 * which the high bits count: that at a place follows from the one after it.
 */
static const uint64_t FACTOR = 0x9e3779b97f4a7c15u;

static uint64_t
power(uint64_t x, size_t n)
{
	return n ? x * power(x, n - 1) : 1;
}

/*
 * Whether the word at `at` was seen at `seen`. That behind it came again after
 * `last`: at the same distance, the first symbol decides, as it mostly does.
 */
static bool
is_word(const struct search *s, size_t at, size_t seen, size_t last)
{
	const uint32_t *a = s->text->symbol + at, *b = s->text->symbol + seen;

	return *a == *b &&
	    (seen - at == last || memcmp(a, b, s->word * sizeof *a) == 0);
}

/* The slot of the word at `at`: where it was seen last, or a free one. */
static uint32_t *
find_slot(const struct search *s, size_t at, uint64_t hash, size_t last)
{
	size_t slot = hash >> (64 - s->bits), mask = ((size_t)1 << s->bits) - 1;

	while (s->next[slot] && !is_word(s, at, s->next[slot] - 1, last))
		slot = (slot + 1) & mask;
	return &s->next[slot];
}

/* How many symbols make a repetition, or part of a faulty one. */
static size_t
enough(const struct search *s, size_t period)
{
	size_t part = period / SHARE > SHORTEST ? period / SHARE : SHORTEST;

	return s->parts && part < period ? part : period;
}

/*
 * The number of a stretch of n symbols, equal for equal ones: two blocks that
 * may overlap make up all of it.
 */
static uint32_t
number_stretch(
    const struct text *text, size_t start, size_t n, struct pool *stretches)
{
	int k = 63 - __builtin_clzll(n);
	uint64_t key[] = {text_hash(text, start, k),
	    text_hash(text, start + n - ((size_t)1 << k), k), n};

	return pool_add(stretches, (struct span){(char *)key, sizeof key});
}

static void try_period(struct search *, size_t at, size_t period, size_t least);

/*
 * A row of repeats is a word as well. It may be the only one that does not come
 * again before a period has passed, where a step is several passes of the same
 * layers that differ in how many they have. Where the numbers of repeats vary,
 * two rows are equal by chance, and two periods are no evidence.
 */
static void
try_row(struct search *s, uint32_t start, uint32_t end)
{
	uint32_t known = pool_count(s->rows);
	uint32_t row = number_stretch(s->text, start, end - start, s->rows);
	size_t period;

	if (row == known) {
		ARRAY_PUSH(s->row, known, &s->row_cap, start);
		return;
	}
	period = s->row[row] - start;
	if (period > 0)
		try_period(s, start, period, 2 * period);
	s->row[row] = start;
}

/*
 * The repetition around `at` of this period, if `least` symbols are equal to
 * those one period later.
 */
static void
try_period(struct search *s, size_t at, size_t period, size_t least)
{
	const struct text *t = s->text;
	size_t ahead, behind;
	struct repetition r;

	if (period > s->longest || t->n - at <= s->known[period])
		return;
	ahead = text_ahead(t, at, at + period, t->n);
	behind = text_behind(t, at, at + period, at);
	if (ahead + behind < least ||
	    !text_equal(t, at - behind, at - behind + period, ahead + behind))
		return;
	r = (struct repetition){(uint32_t)(at - behind),
	    (uint32_t)(at + period + ahead), (uint32_t)period};
	s->known[period] = (uint32_t)(t->n - r.start);
	ARRAY_PUSH(s->found->at, s->found->n, &s->found->cap, r);
	if (s->word == LONGEST_WORD && ahead + behind >= period)
		try_row(s, r.start, r.end);
}

static void
scan(struct search *s)
{
	const uint32_t *symbol = s->text->symbol;
	const uint64_t behind = power(FACTOR, s->word + 1);
	size_t n = s->text->n, last = 0;
	uint64_t hash = 0;

	memset(s->next, 0, sizeof *s->next << s->bits);
	memset(s->known, 0, (s->longest + 1) * sizeof *s->known);
	for (size_t at = n; at-- > 0;) {
		uint32_t *slot;
		size_t period;

		hash = (hash + symbol[at] + 1) * FACTOR;
		if (at + s->word > n)
			continue;
		if (at + s->word < n)
			hash -= (symbol[at + s->word] + (uint64_t)1) * behind;
		slot = find_slot(s, at, hash, last);
		period = *slot ? *slot - 1 - at : 0;
		*slot = (uint32_t)at + 1;
		if (period && period != last)
			try_period(s, at, period, enough(s, period));
		last = period;
	}
}

ORDER_BY(compare_repetitions, struct repetition, UP(start), UP(period))

/* Of equal ones one is kept. */
static void
sort(struct repetitions *r)
{
	size_t kept = 0;

	ARRAY_SORT(r->at, r->n, compare_repetitions);
	for (size_t i = 0; i < r->n; i++)
		if (i == 0 || compare_repetitions(&r->at[i], &r->at[kept - 1]))
			r->at[kept++] = r->at[i];
	r->n = kept;
}

void
repetitions_find(const uint32_t *symbol, size_t n, size_t longest, bool parts,
    struct repetitions *found)
{
	struct search s = {.text = &found->text,
	    .longest = longest,
	    .parts = parts,
	    .bits = 4,
	    .found = found};

	*found = (struct repetitions){0};
	text_init(&found->text, symbol, n);
	while ((size_t)3 << s.bits < 4 * n)
		s.bits++;
	s.next = xmalloc(sizeof *s.next << s.bits);
	s.known = xmalloc((longest + 1) * sizeof *s.known);
	s.rows = pool_new();
	for (s.word = 1; s.word <= LONGEST_WORD; s.word *= 2)
		scan(&s);
	free(s.next);
	free(s.known);
	pool_free(s.rows);
	free(s.row);
	sort(found);
}

void
repetitions_free(struct repetitions *r)
{
	text_free(&r->text);
	free(r->at);
}

static int64_t
covered(const struct repetition *r)
{
	return r->end - r->start - r->period;
}

struct repetition
repetitions_find_best(const uint32_t *symbol, size_t n, size_t longest)
{
	struct repetition best = {0, 0, 0};
	struct repetitions all;

	repetitions_find(symbol, n, longest, false, &all);
	for (size_t i = 0; i < all.n; i++)
		if (covered(&all.at[i]) > covered(&best))
			best = all.at[i];
	repetitions_free(&all);
	return best;
}

/*
 * Numbers the classes of repetitions whose roots are equal but for rotation
 * from 0 on, in order of appearance; most repetitions have the root of one
 * before. Returns how many there are.
 */
static size_t
number_classes(const struct repetitions *all, uint32_t *class)
{
	struct pool *roots = pool_new();
	struct idpool rings = {0};
	uint32_t *ring = xmalloc((all->n + 1) * sizeof *ring);
	size_t classes;

	for (size_t i = 0; i < all->n; i++) {
		const struct repetition *r = &all->at[i];
		uint32_t known = pool_count(roots);
		uint32_t root =
		    number_stretch(&all->text, r->start, r->period, roots);

		if (root == known)
			ring[root] = idpool_add(&rings,
			    rotation_key(
				all->text.symbol + r->start, r->period));
		class[i] = ring[root];
	}
	classes = rings.n;
	pool_free(roots);
	idpool_free(&rings);
	free(ring);
	return classes;
}

ORDER_BY(compare_rank, struct candidate, DOWN(rank), UP(period), UP(start))

static void
rank(const struct repetitions *all, const uint32_t *class, struct candidate *c,
    size_t n)
{
	for (size_t i = 0; i < all->n; i++) {
		const struct repetition *r = &all->at[i];
		struct candidate *k = &c[class[i]];

		if (k->period == 0) {
			k->start = r->start;
			k->period = r->period;
		}
		k->rank += covered(r);
	}
	ARRAY_SORT(c, n, compare_rank);
}

size_t
repetitions_candidates(const uint32_t *symbol, size_t n, struct candidate **out)
{
	struct repetitions all;
	uint32_t *class;
	size_t found;

	repetitions_find(symbol, n, n / 2 + 1, true, &all);
	class = xmalloc((all.n + 1) * sizeof *class);
	found = number_classes(&all, class);
	*out = xcalloc(found + 1, sizeof **out);
	rank(&all, class, *out, found);
	free(class);
	repetitions_free(&all);
	return found;
}
