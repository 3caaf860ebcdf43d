/*
 * cycles_made - made-up sequences of kernels, for the tests of trace-cycles.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MOST = 80000, WORD = 256 };

struct word {
	uint32_t s[WORD], n;
};

struct trace {
	uint32_t s[MOST];
	int64_t idle[MOST];
	bool update[MOST]; /* of an optimizer */
	size_t n;
	uint64_t state;
	uint32_t fresh; /* the next name that is nowhere else */
	uint32_t noise; /* kernels in a thousand are wrong */
};

static inline uint32_t
between(struct trace *t, uint32_t least, uint32_t most)
{
	t->state = t->state * 6364136223846793005u + 1442695040888963407u;
	return least + (uint32_t)((t->state >> 33) % (most - least + 1));
}

/* One kernel in five is one that others have as well. */
static inline struct word
make_word(struct trace *t, uint32_t least, uint32_t most)
{
	struct word w = {.n = between(t, least, most)};

	for (uint32_t i = 0; i < w.n; i++)
		w.s[i] = between(t, 0, 4) && i ? t->fresh++ : between(t, 0, 3);
	return w;
}
