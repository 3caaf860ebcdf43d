#include <stdlib.h>
#include <string.h>

#include "common/bytes/memory.h"
#include "common/sequence/anchors.h"
#include "common/sequence/hash.h"
#include "common/sequence/numbers.h"

/* Adds the words of a sequence; their numbers begin at `from`. */
static size_t
add_words(struct hashed *word, size_t words, const uint32_t *symbol, size_t n,
    size_t from)
{
	for (size_t i = 0; i + ANCHOR_WORD <= n; i++)
		word[words++] = (struct hashed){
		    hash_symbols(HASH_START, symbol + i, ANCHOR_WORD),
		    from + i};
	return words;
}

/*
 * The words that are once in a, whose n numbers come first, and once in b, by
 * their place in a.
 */
static size_t
find_unique(struct anchor *out, struct hashed *word, size_t words,
    const uint32_t *a, size_t n, const uint32_t *b)
{
	size_t found = 0;

	if (words)
		qsort(word, words, sizeof *word, hashed_compare);
	for (size_t i = 0, end; i < words; i = end) {
		size_t x = word[i].number, y;

		for (end = i + 1;
		     end < words && word[end].hash == word[i].hash;)
			end++;
		y = end - i == 2 ? word[i + 1].number : 0;
		if (x < n && y >= n &&
		    memcmp(a + x, b + (y - n), ANCHOR_WORD * sizeof *a) == 0)
			out[found++] =
			    (struct anchor){(uint32_t)x, (uint32_t)(y - n)};
	}
	if (found)
		qsort(out, found, sizeof *out, numbers_compare); /* by a */
	return found;
}

/* The first of n chains, by their last place in b, that does not end before b.
 */
static size_t
find_chain(const struct anchor *all, const uint32_t *last, size_t n, uint32_t b)
{
	size_t low = 0, high = n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (all[last[middle]].b < b)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
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
	size_t most = n < m ? n : m, words;
	struct hashed *word = xmalloc((n + m + 1) * sizeof *word);
	struct anchor *anchor = xmalloc((most + 1) * sizeof *anchor);
	uint32_t *room = xmalloc((2 * most + 1) * sizeof *room);
	size_t found;

	words = add_words(word, 0, a, n, 0);
	words = add_words(word, words, b, m, n);
	found = find_unique(anchor, word, words, a, n, b);
	found = keep_chain(anchor, found, room, room + most);
	*out = anchor;
	free(word);
	free(room);
	return found;
}
