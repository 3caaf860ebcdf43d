/*
 * body_index - where a word of three symbols is in one of some bodies.
 *
 * The symbols of all bodies, one body after another, are places. A body is a
 * ring: its first place follows its last.
 */
#pragma once

#include <stdbool.h>

#include "tools/trace-cycles/prices.h"
#include "tools/trace-cycles/sequence.h"

struct body_index {
	size_t bodies, places;
	uint32_t *base;    /* bodies + 1: the first place of each body */
	int64_t *wrong;    /* of each body: the price of a wrong kernel */
	uint32_t *symbol;  /* of each place */
	uint32_t *body;    /* of each place: the body it is in */
	uint32_t *missing; /* places + 1: kernels that count as missing before
			      each place, of all bodies */
	const struct sequence *const *ring; /* the bodies; borrowed */

	/* words, by hash, in open addressing over 2^bits slots */
	uint32_t *head, *next; /* places, one more, ascending; 0 for none */
	bool *common; /* of each place: its word is too frequent to begin at */
	int bits;
};

/* Of bodies that live as long as the index. */
void body_index_init(
    struct body_index *, const struct sequence *const *, size_t n);
void body_index_free(struct body_index *);

/*
 * The first place, one more, of a word; 0 if it is nowhere. Those that come
 * next are in x->next.
 */
uint32_t body_index_word(const struct body_index *, const uint32_t *word);

static inline uint32_t
body_index_behind(const struct body_index *x, uint32_t place)
{
	uint32_t body = x->body[place];

	return place + 1 == x->base[body + 1] ? x->base[body] : place + 1;
}

static inline uint32_t
body_index_before(const struct body_index *x, uint32_t place)
{
	uint32_t body = x->body[place];

	return (place == x->base[body] ? x->base[body + 1] : place) - 1;
}

/* How many kernels are from one place up to another one, going round. */
static inline uint32_t
body_index_kernels(const struct body_index *x, uint32_t from, uint32_t to)
{
	uint32_t body = x->body[from], base = x->base[body];

	return sequence_kernels_round(x->ring[body], from - base, to - base);
}

/* How many of these are missing if nothing is in their place (sequence.h). */
static inline uint32_t
body_index_missing(const struct body_index *x, uint32_t from, uint32_t to)
{
	uint32_t missing = x->missing[to] - x->missing[from];
	const uint32_t *base = x->base + x->body[from];

	return to < from ? missing + x->missing[base[1]] - x->missing[base[0]]
			 : missing;
}
