#include <stdlib.h>
#include <string.h>

#include "common/bytes/memory.h"
#include "tools/trace-cycles/sequence.h"

int
sequence_room(struct sequence *s, size_t n)
{
	*s = (struct sequence){.symbol = xmalloc((n + 1) * sizeof *s->symbol),
	    .at = xmalloc((n + 1) * sizeof *s->at)};
	if (!s->symbol || !s->at)
		return -1;
	s->at[0] = 0;
	return 0;
}

void
sequence_free(struct sequence *s)
{
	free(s->symbol);
	free(s->at);
	*s = (struct sequence){0};
}

int
sequence_of(struct sequence *s, const uint32_t *symbol, size_t n)
{
	if (sequence_room(s, n))
		return -1;
	if (n)
		memcpy(s->symbol, symbol, n * sizeof *symbol);
	for (size_t i = 0; i <= n; i++)
		s->at[i] = (uint32_t)i;
	s->n = n;
	return 0;
}

int
sequence_part(struct sequence *s, const struct sequence *whole, uint32_t from,
    uint32_t to)
{
	size_t n = to - from;

	if (sequence_room(s, n))
		return -1;
	memcpy(s->symbol, whole->symbol + from, n * sizeof *s->symbol);
	memcpy(s->at, whole->at + from, (n + 1) * sizeof *s->at);
	s->n = n;
	return 0;
}

int
sequence_unroll(struct sequence *s, const struct sequence *ring, uint32_t first,
    uint32_t times)
{
	size_t n = ring->n * times, k = n ? first % ring->n : 0;

	if (sequence_room(s, n))
		return -1;
	for (size_t i = 0; i < n; i++) {
		s->symbol[i] = ring->symbol[k];
		s->at[i + 1] = s->at[i] + sequence_kernels(ring, k, k + 1);
		k = k + 1 < ring->n ? k + 1 : 0;
	}
	s->n = n;
	return 0;
}
