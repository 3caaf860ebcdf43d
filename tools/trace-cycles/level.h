/*
 * level - the text of a round: kernels, and symbols for what was found before.
 */
#ifndef TRACE_CYCLES_LEVEL_H
#define TRACE_CYCLES_LEVEL_H

#include "tools/trace-cycles/repeats.h"
#include "tools/trace-cycles/text.h"

#define LEVEL_NONE UINT32_MAX

/* The first level is the kernels themselves, and has no arrays of its own. */
struct level {
	const struct text *kernels; /* borrowed */
	uint32_t *symbol;
	uint32_t *at; /* n + 1: the kernel with which each symbol starts */
	uint32_t
	    *found; /* what each symbol stands for, LEVEL_NONE for a kernel */
	size_t n;
};

/* An empty level with room for n symbols. Returns 0, or -1: no memory. */
__attribute__((warn_unused_result)) int level_init(
    struct level *, const struct text *kernels, size_t n);
void level_free(struct level *);

static inline uint32_t
level_symbol(const struct level *l, size_t i)
{
	return l->symbol ? l->symbol[i] : l->kernels->symbol[i];
}

static inline uint32_t
level_at(const struct level *l, size_t i)
{
	return l->at ? l->at[i] : (uint32_t)i;
}

static inline uint32_t
level_found(const struct level *l, size_t i)
{
	return l->found ? l->found[i] : LEVEL_NONE;
}

/* A repeat in kernels. */
static inline struct repeat
level_kernels(const struct level *l, struct repeat r)
{
	return (struct repeat){level_at(l, r.start), level_at(l, r.end)};
}

/* The first kernel from `kernel` on at which a symbol starts, or the end. */
uint32_t level_from(const struct level *, uint32_t kernel);

/* The last kernel up to `kernel` behind which a symbol ends, or the start. */
uint32_t level_to(const struct level *, uint32_t kernel);

/* Adds a symbol at the end. */
void level_add(struct level *, uint32_t symbol, uint32_t at, uint32_t found);

/*
 * The level as a text; only that of a level with arrays is to be freed. Returns
 * 0, or -1: no memory.
 */
__attribute__((warn_unused_result)) int level_text(
    const struct level *, struct text *);

#endif
