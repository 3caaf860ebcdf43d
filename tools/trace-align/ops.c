#include <stddef.h>

#include "tools/trace-align/ops.h"

bool
ops_meet(const struct ops *a, const struct ops *b)
{
	for (size_t i = 0; i < OPS_MOST / 64; i++)
		if (a->bits[i] & b->bits[i])
			return true;
	return false;
}

bool
ops_within(const struct ops *a, const struct ops *all)
{
	for (size_t i = 0; i < OPS_MOST / 64; i++)
		if (a->bits[i] & ~all->bits[i])
			return false;
	return true;
}

static int
count_bits(uint64_t bits)
{
	int n = 0;

	for (; bits; bits &= bits - 1)
		n++;
	return n;
}

bool
ops_several(const struct ops *s)
{
	int n = 0;

	for (size_t i = 0; i < OPS_MOST / 64; i++)
		n += count_bits(s->bits[i]);
	return n > 1;
}

void
ops_join(struct ops *to, const struct ops *from)
{
	for (size_t i = 0; i < OPS_MOST / 64; i++)
		to->bits[i] |= from->bits[i];
}

int
ops_share(const struct ops *a, const struct ops *b, int whole)
{
	int both = 0, all = 0;

	for (size_t i = 0; i < OPS_MOST / 64; i++) {
		both += count_bits(a->bits[i] & b->bits[i]);
		all += count_bits(a->bits[i] | b->bits[i]);
	}
	return all ? whole * both / all : 0;
}
