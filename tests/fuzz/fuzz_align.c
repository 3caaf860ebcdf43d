/*
 * Two cycles out of any bytes: the first byte is the length of the first, the
 * others are names, similar when they agree but for the last bit and of one
 * family when they agree but for the last two; a family's bits are what its
 * kernels do. Every kernel must appear once, and swapping the cycles must
 * mirror the pairs.
 */
#include <stdint.h>
#include <stdlib.h>

#include "tools/trace-align/align.h"

enum { MOST = 255 };

struct names {
	uint32_t exact[MOST], similar[MOST], family[MOST];
};

enum { SETS = 64 };
static struct ops sets[SETS];

static struct ring
take(struct names *names, const uint8_t *p, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		names->exact[i] = p[i];
		names->similar[i] = p[i] / 2;
		names->family[i] = p[i] / 4;
	}
	return (struct ring){n, {names->exact, names->similar, names->family},
	    names->family, sets, SETS};
}

static void
check_order(const size_t *partner, size_t na, size_t nb)
{
	struct align_row rows[2 * MOST];
	size_t next = 0, seen = 0;
	size_t n = align_order(partner, na, nb, rows);

	for (size_t i = 0; i < n; i++) {
		if (rows[i].b != ALIGN_ALONE && rows[i].b != next++)
			abort();
		if (rows[i].a != ALIGN_ALONE) {
			seen++;
			if (partner[rows[i].a] != rows[i].b)
				abort();
		}
	}
	if (seen != na || next != nb)
		abort();
}

static void
check_mirrored(const size_t *ab, const size_t *ba, size_t na)
{
	for (size_t i = 0; i < na; i++)
		if (ab[i] != ALIGN_ALONE && ba[ab[i]] != i)
			abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

int
LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	static struct names names_a, names_b;
	size_t ab[MOST], ba[MOST], na, nb;
	struct ring a, b;

	if (n < 1)
		return 0;
	for (uint64_t k = 0; k < SETS; k++)
		sets[k].bits[0] = k;
	na = p[0] < n - 1 ? p[0] : n - 1;
	nb = n - 1 - na < MOST ? n - 1 - na : MOST;
	a = take(&names_a, p + 1, na);
	b = take(&names_b, p + 1 + na, nb);
	align(&a, &b, ab);
	align(&b, &a, ba);
	check_mirrored(ab, ba, na);
	check_order(ab, na, nb);
	check_order(ba, nb, na);
	return 0;
}
