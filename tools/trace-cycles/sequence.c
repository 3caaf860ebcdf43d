#include <stdlib.h>
#include <string.h>

#include "common/bytes/memory.h"
#include "common/sequence/hash.h"
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

/*
 * The place at which the least rotation of n > 0 symbols of a ring starts.
 *
 * Two rotations race; the one that loses at its k-th symbol loses at every
 * start up to there, so all of these are skipped (Shiloach, "Fast canonization
 * of circular strings", Journal of Algorithms 2, 1981). Linear.
 */
static size_t
least_rotation(const uint32_t *s, size_t n)
{
	size_t i = 0, j = 1, k = 0;

	while (i < n && j < n && k < n) {
		size_t ik = i + k < n ? i + k : i + k - n;
		size_t jk = j + k < n ? j + k : j + k - n;

		if (s[ik] == s[jk]) {
			k++;
			continue;
		}
		if (s[ik] > s[jk])
			i += k + 1;
		else
			j += k + 1;
		j += i == j;
		k = 0;
	}
	return i < j ? i : j;
}

uint64_t
sequence_key(const uint32_t *symbol, size_t n)
{
	size_t first = least_rotation(symbol, n);
	uint64_t hash = hash_symbols(HASH_START, symbol + first, n - first);

	return hash_symbols(hash, symbol, first);
}
