/*
 * idpool - every distinct 64-bit number once, under a small one: what a pool is
 * to strings. Small numbers count up from 0 in the order of first appearance.
 */
#ifndef COMMON_BYTES_IDPOOL_H
#define COMMON_BYTES_IDPOOL_H

#include <stddef.h>
#include <stdint.h>

#define IDPOOL_NONE UINT32_MAX

/* Zeroed, it is empty. */
struct idpool {
	uint64_t *id;
	size_t n, cap;
	uint32_t *slot; /* small number + 1, or 0 */
	size_t slots;   /* a power of two, or 0 */
};

void idpool_free(struct idpool *);

/* Forgets all numbers. */
void idpool_clear(struct idpool *);

/* The small number, new or known; never IDPOOL_NONE. */
uint32_t idpool_add(struct idpool *, uint64_t id);

/* That of a known number, or IDPOOL_NONE. */
uint32_t idpool_find(const struct idpool *, uint64_t id);

#endif
