/*
 * sequence - kernels, and symbols that stand for rows of repeats among them.
 */
#ifndef TRACE_CYCLES_SEQUENCE_H
#define TRACE_CYCLES_SEQUENCE_H

#include <stddef.h>
#include <stdint.h>

struct sequence {
	uint32_t *symbol;
	uint32_t *at; /* n + 1: the kernel with which each symbol starts */
	size_t n;
};

/*
 * A sequence of n symbols of a kernel each; room for n symbols, filled by the
 * caller; a copy of a part. Return 0, or -1: no memory; sequence_free frees
 * either way.
 */
__attribute__((warn_unused_result)) int sequence_of(
    struct sequence *, const uint32_t *symbol, size_t n);
__attribute__((warn_unused_result)) int sequence_room(
    struct sequence *, size_t n);
__attribute__((warn_unused_result)) int sequence_part(struct sequence *,
    const struct sequence *whole, uint32_t from, uint32_t to);
void sequence_free(struct sequence *);

/* How many kernels the symbols [from, to) stand for. */
static inline uint32_t
sequence_kernels(const struct sequence *s, size_t from, size_t to)
{
	return s->at[to] - s->at[from];
}

/*
 * What a loop repeats, from any of its symbols on, round and round: symbols and
 * how many kernels each stands for.
 */
struct body {
	uint32_t *symbol, *width;
	size_t n;
};

/* The symbols [from, from + n) as a body. Returns 0, or -1: no memory. */
__attribute__((warn_unused_result)) int body_of(
    struct body *, const struct sequence *, uint32_t from, uint32_t n);
void body_free(struct body *);

/* The body as a sequence that begins with symbol `first`, like the others. */
__attribute__((warn_unused_result)) int sequence_of_body(
    struct sequence *, const struct body *, uint32_t first, uint32_t times);

uint32_t body_kernels(const struct body *);

#endif
