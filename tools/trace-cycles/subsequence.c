#include <stdlib.h>

#include "tools/trace-cycles/subsequence.h"

enum { WORD = 64 };

void
subsequence_free(struct subsequence *s)
{
	free(s->first);
	free(s->next);
	free(s->row);
	free(s->equal);
	*s = (struct subsequence){0};
}

int
subsequence_init(struct subsequence *s, const struct sequence *body,
    uint32_t rotation, uint32_t times)
{
	size_t words = times * body->n / WORD + 1;

	*s = (struct subsequence){.n = body->n};
	for (size_t i = 0; i < body->n; i++)
		if (body->symbol[i] >= s->symbols)
			s->symbols = body->symbol[i] + 1;
	s->first = calloc(s->symbols + 1u, sizeof *s->first);
	s->next = malloc((body->n + 1) * sizeof *s->next);
	s->row = malloc(words * sizeof *s->row);
	s->equal = malloc(words * sizeof *s->equal);
	if (!s->first || !s->next || !s->row || !s->equal)
		return -1;
	for (uint32_t i = 0; i < body->n; i++) {
		uint32_t symbol = body->symbol[(rotation + i) % body->n];

		s->next[i] = s->first[symbol];
		s->first[symbol] = i + 1;
	}
	return 0;
}

/* A bit for each place of the body with the symbol. */
static void
mark_equal(struct subsequence *s, uint32_t symbol, size_t words, uint32_t times)
{
	for (size_t w = 0; w < words; w++)
		s->equal[w] = 0;
	if (symbol >= s->symbols)
		return;
	for (uint32_t k = 0; k < times; k++)
		for (uint32_t i = s->first[symbol]; i; i = s->next[i - 1]) {
			size_t place = k * s->n + i - 1;

			s->equal[place / WORD] |= (uint64_t)1 << place % WORD;
		}
}

/* The row of one symbol more: a bit is 0 where its cell is above the last. */
static void
fill_row(struct subsequence *s, size_t words)
{
	uint64_t carry = 0;

	for (size_t w = 0; w < words; w++) {
		uint64_t row = s->row[w], both = row & s->equal[w];
		uint64_t sum = row + both, with = sum + carry;

		carry = (sum < row) | (with < sum);
		s->row[w] = with | (row & ~both);
	}
}

uint32_t
subsequence_longest(
    struct subsequence *s, const uint32_t *symbol, size_t n, uint32_t times)
{
	size_t cells = times * s->n, words = cells / WORD + 1;
	uint32_t longest = 0;

	for (size_t w = 0; w < words; w++)
		s->row[w] = UINT64_MAX;
	for (size_t i = 0; i < n; i++) {
		mark_equal(s, symbol[i], words, times);
		fill_row(s, words);
	}
	for (size_t i = 0; i < cells; i++)
		longest += !(s->row[i / WORD] >> i % WORD & 1);
	return longest;
}
