#include <stdlib.h>

#include "tools/trace-cycles/anchor.h"

struct word {
	uint64_t hash;
	uint32_t offset;
};

static int
compare(const void *a, const void *b)
{
	const struct word *x = a, *y = b;

	if (x->hash != y->hash)
		return x->hash < y->hash ? -1 : 1;
	return (x->offset > y->offset) - (x->offset < y->offset);
}

int
anchor_choose(const struct text *t, struct repeat root, uint32_t *offset)
{
	uint32_t length = root.end - root.start, n, best = UINT32_MAX;
	struct word *word;

	if (length < ANCHOR)
		return 0;
	n = length - ANCHOR + 1;
	word = malloc(n * sizeof *word);
	if (!word)
		return -1;
	for (uint32_t i = 0; i < n; i++)
		word[i] = (struct word){
		    text_hash(t, root.start + i, ANCHOR_POWER), i};
	qsort(word, n, sizeof *word, compare);
	for (uint32_t i = 0; i < n; i++)
		if ((i == 0 || word[i - 1].hash != word[i].hash) &&
		    (i + 1 == n || word[i + 1].hash != word[i].hash) &&
		    word[i].offset < best)
			best = word[i].offset;
	free(word);
	*offset = best;
	return best != UINT32_MAX;
}

uint32_t
anchor_find(const struct text *t, uint32_t at, uint32_t from, uint32_t to)
{
	uint32_t first = t->symbol[at];

	for (uint32_t i = from; i + ANCHOR <= to; i++)
		if (t->symbol[i] == first && text_equal(t, i, at, ANCHOR))
			return i;
	return to;
}
