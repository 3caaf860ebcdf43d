/*
 * hash - a number for symbols in their order, equal for equal ones and mostly
 * another for others: FNV-1a, a symbol at a time (Fowler, Noll, Vo).
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define HASH_START ((uint64_t)14695981039346656037u)

/* The hash of what was hashed before and one more. */
static inline uint64_t
hash_add(uint64_t hash, uint64_t symbol)
{
	return (hash ^ symbol) * 1099511628211u;
}

static inline uint64_t
hash_symbols(uint64_t hash, const uint32_t *symbol, size_t n)
{
	for (size_t i = 0; i < n; i++)
		hash = hash_add(hash, symbol[i]);
	return hash;
}
