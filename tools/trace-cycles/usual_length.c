#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/order.h"
#include "common/sequence/match.h"
#include "common/sequence/numbers.h"
#include "tools/trace-cycles/hierarchy.h"
#include "tools/trace-cycles/prices.h"

/* Repeats of a loop that vote: enough to tell what most have. */
enum { VOTERS = 32 };

/* Symbols ahead among which a stretch is sought that more of them have. */
enum { REACH = 8 };

/* A repeat of a loop. */
struct voter {
	uint32_t loop, length, start;
	uint32_t *to;     /* its symbol for each of the repeat in the middle */
	uint32_t counted; /* of its symbols */
};

ORDER_BY(compare, struct voter, UP(loop), UP(length), UP(start))

/* Keeps VOTERS of n repeats at most, of all lengths. */
static size_t
choose_voters(struct voter *v, size_t n)
{
	size_t step = (n + VOTERS - 1) / VOTERS, kept = 0;

	for (size_t i = n / 2 % step; i < n; i += step)
		v[kept++] = v[i];
	return kept;
}

/*
 * Which symbols of a row of equal ones a repeat lacks cannot be told: it is
 * asked where the row begins.
 */
static void
align(struct voter *v, const struct voter *middle, const uint32_t *symbol)
{
	const uint32_t *a = symbol + middle->start, *b = symbol + v->start;
	uint32_t n = middle->length;

	v->to = xmalloc((n + 1) * sizeof *v->to);
	match_symbols(a, n, b, v->length, v->to);
	v->to[n] = v->length;
	for (uint32_t i = n - 1; i-- > 0;)
		if (v->to[i] == MATCH_NONE && a[i] == a[i + 1])
			v->to[i] = v->to[i + 1];
	for (uint32_t i = 0; i < n; i++)
		while (v->to[i] != MATCH_NONE && v->to[i] > 0 &&
		    b[v->to[i] - 1] == a[i])
			v->to[i]--;
}

static bool
is_common(const struct voter *v, size_t n, uint32_t at)
{
	for (size_t i = 0; i < n; i++)
		if (v[i].to[at] == MATCH_NONE)
			return false;
	return true;
}

/* A stretch that all have, from where they were counted on. */
struct stretch {
	uint32_t end, usual; /* symbols of most */
	size_t same;         /* repeats that have as many */
};

/*
 * If it is undecided, the longer ones are right: what is foreign is corrected
 * more often than what is lost.
 */
static struct stretch
measure(const struct voter *v, size_t n, uint32_t end)
{
	struct stretch s = {.end = end};
	uint32_t length[VOTERS] = {0};

	for (size_t i = 0; i < n; i++)
		length[i] = v[i].to[end] - v[i].counted;
	s.usual = numbers_usual(length, n, &s.same);
	return s;
}

/*
 * The next one. Kernels that come now before, now behind a few others divide
 * repeats there, but a longer stretch has all of them.
 */
static struct stretch
next_stretch(const struct voter *v, size_t n, uint32_t from, uint32_t length)
{
	struct stretch best = {0};

	for (uint32_t at = from; at <= length; at++) {
		if (best.same &&
		    (at > from + REACH || is_nearly_all(best.same, n)))
			break;
		if (is_common(v, n, at)) {
			struct stretch s = measure(v, n, at);

			if (s.same > best.same)
				best = s;
		}
	}
	return best;
}

static uint32_t
vote(struct voter *v, size_t n, const uint32_t *symbol)
{
	const struct voter *middle = &v[n / 2];
	uint32_t usual = 0, length = middle->length;

	for (size_t i = 0; i < n; i++)
		align(&v[i], middle, symbol);
	for (uint32_t at = 0; at <= length;) {
		struct stretch s = next_stretch(v, n, at, length);

		usual += s.usual;
		at = s.end + 1;
		for (size_t i = 0; i < n; i++)
			v[i].counted = v[i].to[s.end];
	}
	for (size_t i = 0; i < n; i++)
		free(v[i].to);
	return usual;
}

/* Of n repeats of a loop; where nearly all are equal, they need not vote. */
static uint32_t
find_length(struct voter *v, size_t n, const uint32_t *symbol)
{
	uint32_t median = v[n / 2].length;
	size_t same = 0;

	for (size_t i = 0; i < n; i++)
		same += v[i].length == median;
	if (is_nearly_all(same, n))
		return median;
	return vote(v, choose_voters(v, n), symbol);
}

void
usual_lengths_find(struct hierarchy *h, const uint32_t *symbol)
{
	struct voter *v = xmalloc((h->n + 1) * sizeof *v);
	size_t n = 0;

	for (size_t i = 0; i < h->n; i++) {
		const struct item *of = &h->item[i];

		if (!of->partial)
			v[n++] = (struct voter){.loop = of->loop,
			    .length = of->end - of->start,
			    .start = of->start};
	}
	ARRAY_SORT(v, n, compare);
	for (size_t i = 0, end; i < n; i = end) {
		for (end = i; end < n && v[end].loop == v[i].loop;)
			end++;
		h->length[v[i].loop].exact =
		    find_length(v + i, end - i, symbol);
	}
	free(v);
}
