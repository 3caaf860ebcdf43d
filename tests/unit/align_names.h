/*
 * align_names - cycles of made-up names, for the tests of alignments.
 */
#pragma once

#include <stdint.h>

#include "tools/trace-align/align.h"

/* Numbers that are the same everywhere (Knuth's MMIX generator). */
static uint64_t seed = 1;

static inline unsigned
any(unsigned below)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(seed >> 33) % below;
}

/* The operations of families, in turn; some are part of others. */
static const struct ops sets[] = {
    {{1}}, {{2}}, {{3}}, {{0}}, {{7}}, {{8}}, {{10}}, {{24}}};

enum { SETS = sizeof sets / sizeof *sets };

enum { NAMES_MOST = 300 };

/*
 * A cycle of names; two names are similar when they agree but for the last bit,
 * and of one family when they agree but for the last two.
 */
struct names {
	uint32_t exact[NAMES_MOST], similar[NAMES_MOST], family[NAMES_MOST],
	    work[NAMES_MOST];
	struct ring cycle;
};

static inline void
set_names(struct names *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		s->similar[i] = s->exact[i] / 2;
		s->family[i] = s->exact[i] / 4;
		s->work[i] = s->family[i] % SETS;
	}
	s->cycle = (struct ring){
	    n, {s->exact, s->similar, s->family}, s->work, sets, SETS};
}
