/*
 * heap - the smallest of many times, each with a number: a binary heap
 * (Williams 1964). Equal times come in the order of their numbers.
 *
 * A zeroed struct is an empty heap.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct heap_entry {
	int64_t time;
	uint32_t number;
};

struct heap {
	struct heap_entry *entry; /* entry[0] is the smallest, if n > 0 */
	size_t n, cap;
};

void heap_push(struct heap *, struct heap_entry);

/* Takes the smallest out of a heap that is not empty. */
struct heap_entry heap_pop(struct heap *);

void heap_free(struct heap *);
