/*
 * code_length - how much it takes to write something down: in bits, letters of
 * a source without memory (Shannon, "A mathematical theory of communication",
 * 1948); in symbols, a sequence in which what repeats is written once.
 */
#ifndef TOOLS_TRACE_CYCLES_CODE_LENGTH_H
#define TOOLS_TRACE_CYCLES_CODE_LENGTH_H

#include <stddef.h>
#include <stdint.h>

/* Bits are counted in so many parts. */
#define CODE_LENGTH_BIT ((int64_t)1 << 16)

/* The logarithm to base 2 of x > 0. */
int64_t code_length_log2(uint64_t x);

/* The bits of so many letters that are `count` of `all` letters each. */
int64_t code_length_of_letters(uint64_t times, uint64_t count, uint64_t all);

/* What a loop costs that has so many rows among so many letters. */
int64_t code_length_of_loop(uint64_t rows, uint64_t all);

/*
 * What a sequence costs, in SCORE_SYMBOL (prices.h), once the exact run that
 * saves most was folded, again and again; what repeats counts as it is, once.
 */
int64_t code_length_in_symbols(const uint32_t *symbol, size_t n);

#endif
