#include "tools/trace-cycles/rotation_key.h"
#include "common/sequence/hash.h"

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
rotation_key(const uint32_t *symbol, size_t n)
{
	size_t first = least_rotation(symbol, n);
	uint64_t hash = hash_symbols(HASH_START, symbol + first, n - first);

	return hash_symbols(hash, symbol, first);
}
