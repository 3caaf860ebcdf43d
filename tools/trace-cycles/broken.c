#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/sequence/hash.h"
#include "tools/trace-cycles/broken.h"
#include "tools/trace-cycles/subsequence.h"

/* A stretch between two repeats that may be as many broken ones. */
struct gap {
	uint32_t start, n, times;
	size_t before; /* number of the repeat before it */
	uint64_t sketch;
};

struct gaps {
	const struct cutting *how;
	struct gap *list; /* by times and sketch */
	size_t n, cap;
};

/* What two stretches of kernels do not have in common. */
static uint32_t
distance(uint32_t a, uint32_t b, uint32_t common)
{
	return (a > b ? a : b) - common;
}

/* 2^2 kinds of words: equal sketches are no chance, and one fault changes few
 */
enum { SKETCH_WORD = 3, SKETCH_BITS = 2, SKETCH_KINDS = 1 << SKETCH_BITS };

/*
 * A hash that two stretches have in common as often as they have most words of
 * three kernels in common: that of the least words of four kinds (Broder, "On
 * the resemblance and containment of documents", 1997).
 */
static uint64_t
sketch(const uint32_t *symbol, uint32_t n)
{
	uint64_t least[SKETCH_KINDS], hash = HASH_START;

	for (int i = 0; i < SKETCH_KINDS; i++)
		least[i] = UINT64_MAX;
	for (uint32_t i = 0; i + SKETCH_WORD <= n; i++) {
		uint64_t word =
		    hash_symbols(HASH_START, symbol + i, SKETCH_WORD);
		uint64_t *kind = &least[word >> (64 - SKETCH_BITS)];

		*kind = word < *kind ? word : *kind;
	}
	for (int i = 0; i < SKETCH_KINDS; i++)
		hash = hash_add(hash, least[i]);
	return hash;
}

static int
add_gap(struct gaps *all, size_t before, uint32_t start, uint32_t end)
{
	const struct cutting *how = all->how;
	uint32_t n = end - start, p = (uint32_t)how->body->n;
	uint32_t times = (n + p / 2) / p;

	if (times == 0 || times > BROKEN_MOST ||
	    n > BROKEN_MOST * BROKEN_LONGEST ||
	    sequence_kernels(how->text, start, end) > n)
		return 0;
	return ARRAY_PUSH(all->list, all->n, &all->cap,
	    (struct gap){
		start, n, times, before, sketch(how->text->symbol + start, n)});
}

static int
compare(const void *a, const void *b)
{
	const struct gap *x = a, *y = b;

	if (x->times != y->times)
		return x->times < y->times ? -1 : 1;
	if (x->sketch != y->sketch)
		return x->sketch < y->sketch ? -1 : 1;
	return (x->start > y->start) - (x->start < y->start);
}

static int
find_gaps(struct gaps *all, const struct occurrences *o)
{
	size_t last = o->n;

	for (size_t i = 0; i < o->n; i++) {
		if (!o->list[i].counts)
			continue;
		if (last < i &&
		    add_gap(all, last, o->list[last].end, o->list[i].start))
			return -1;
		last = i;
	}
	if (all->n)
		qsort(all->list, all->n, sizeof *all->list, compare);
	return 0;
}

/* Whether n symbols are less than `most` from others. */
static bool
is_near(struct subsequence *other, const uint32_t *symbol, uint32_t n,
    uint32_t most)
{
	uint32_t m = (uint32_t)other->n;

	return distance(m, n, m < n ? m : n) < most &&
	    distance(m, n, subsequence_longest(other, symbol, n, 1)) < most;
}

/*
 * Whether another stretch, or the next part of this one, is less than half as
 * far from it as the body: 1, 0, or -1: no memory.
 */
static int
has_twin(const struct gaps *all, size_t number, uint32_t from_body)
{
	const struct gap *g = &all->list[number];
	uint32_t *symbol = all->how->text->symbol;
	uint32_t part = g->n / g->times, most = (from_body / g->times + 1) / 2;
	size_t i = number > BROKEN_NEAREST ? number - BROKEN_NEAREST : 0;
	struct sequence own = {.symbol = symbol + g->start, .n = part};
	struct subsequence s;
	int rc = subsequence_init(&s, &own, 0, 1) ? -1 : 0;

	if (rc == 0 && g->times > 1)
		rc = is_near(&s, own.symbol + part, part, most);
	for (; rc == 0 && i < all->n && i <= number + BROKEN_NEAREST; i++) {
		const struct gap *other = &all->list[i];

		if (i != number)
			rc = is_near(&s, symbol + other->start,
			    other->n / other->times, most);
	}
	subsequence_free(&s);
	return rc;
}

/* Whether a stretch has most of the body's kernels: 1, 0, or -1. */
static int
is_broken(struct subsequence *body, const struct gaps *all, size_t number)
{
	const struct gap *g = &all->list[number];
	uint32_t expected = g->times * (uint32_t)body->n;
	uint32_t most = g->n > expected ? g->n : expected;
	uint32_t common = subsequence_longest(
	    body, all->how->text->symbol + g->start, g->n, g->times);
	int twin;

	if (BROKEN_OF * common < BROKEN_EQUAL * most)
		return 0;
	twin = has_twin(all, number, most - common);
	return twin < 0 ? -1 : !twin;
}

static int
judge_all(bool *broken, const struct gaps *all)
{
	const struct cutting *how = all->how;
	struct subsequence body;
	int rc = 0;

	if (subsequence_init(&body, how->body, how->rotation, BROKEN_MOST))
		rc = -1;
	for (size_t i = 0; i < all->n && rc >= 0; i++) {
		rc = is_broken(&body, all, i);
		broken[all->list[i].before] = rc > 0;
	}
	subsequence_free(&body);
	return rc < 0 ? -1 : 0;
}

int
broken_find(
    bool *broken, const struct cutting *how, const struct occurrences *o)
{
	struct gaps all = {.how = how};
	int rc = 0;

	for (size_t i = 0; i < o->n; i++)
		broken[i] = false;
	if (how->body->n >= TOLERATED_FROM &&
	    sequence_all_kernels(how->body) <= how->body->n)
		rc = find_gaps(&all, o);
	if (rc == 0 && all.n)
		rc = judge_all(broken, &all);
	free(all.list);
	return rc;
}
