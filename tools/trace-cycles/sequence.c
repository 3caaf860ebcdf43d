#include <stdlib.h>
#include <string.h>

#include "common/bytes/memory.h"
#include "tools/trace-cycles/sequence.h"

void
sequence_room(struct sequence *s, size_t n)
{
	*s = (struct sequence){.symbol = xmalloc((n + 1) * sizeof *s->symbol),
	    .at = xmalloc((n + 1) * sizeof *s->at)};
	s->at[0] = 0;
}

void
sequence_free(struct sequence *s)
{
	free(s->symbol);
	free(s->at);
	*s = (struct sequence){0};
}

void
sequence_of(struct sequence *s, const uint32_t *symbol, size_t n)
{
	sequence_room(s, n);
	if (n)
		memcpy(s->symbol, symbol, n * sizeof *symbol);
	for (size_t i = 0; i <= n; i++)
		s->at[i] = (uint32_t)i;
	s->n = n;
}

void
sequence_part(struct sequence *s, const struct sequence *whole, uint32_t from,
    uint32_t to)
{
	size_t n = to - from;

	sequence_room(s, n);
	memcpy(s->symbol, whole->symbol + from, n * sizeof *s->symbol);
	memcpy(s->at, whole->at + from, (n + 1) * sizeof *s->at);
	s->n = n;
}

void
sequence_unroll(struct sequence *s, const struct sequence *ring, uint32_t first,
    uint32_t times)
{
	size_t n = ring->n * times, k = n ? first % ring->n : 0;

	sequence_room(s, n);
	for (size_t i = 0; i < n; i++) {
		s->symbol[i] = ring->symbol[k];
		s->at[i + 1] = s->at[i] + sequence_kernels(ring, k, k + 1);
		k = k + 1 < ring->n ? k + 1 : 0;
	}
	s->n = n;
}
