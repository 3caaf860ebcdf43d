/*
 * pool - every distinct string once, under a small number.
 *
 * Kernel names repeat: millions of events, some hundreds of names. A pool turns
 * them into numbers that compare in one instruction, and keeps the bytes until
 * pool_free. Numbers count up from 0 in the order of first appearance, so they
 * depend on the order of the input: never sort output by them.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "common/bytes/span.h"

#define POOL_NONE UINT32_MAX

struct pool;

struct pool *pool_new(void);
void pool_free(struct pool *);

/* The number of a string, new or known; never POOL_NONE. */
uint32_t pool_add(struct pool *, struct span);

/* The same, faster if it is likely to be that of number `before`, if any. */
uint32_t pool_add_near(struct pool *, uint32_t before, struct span);

/* The number of a known string, or POOL_NONE. */
uint32_t pool_find(const struct pool *, struct span);

/* The string of a number; valid until pool_free. */
struct span pool_get(const struct pool *, uint32_t);

uint32_t pool_count(const struct pool *);

/* Replaces a text by its copy in the pool. */
void pool_keep(struct pool *, struct span *);

/*
 * All strings in byte order, and in place[], unless that is NULL, where each
 * number went. Both are the caller's; the strings themselves are valid until
 * pool_free.
 */
struct span *pool_sorted(const struct pool *, uint32_t **place);

/*
 * Every distinct 64-bit number once, under a small one: what a pool is to
 * strings. Small numbers count up from 0 in the order of first appearance.
 */

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
