/*
 * code_length - how much it takes to write something down: in bits, letters of
 * a source without memory (Shannon, "A mathematical theory of communication",
 * 1948); in symbols, a sequence in which what repeats is written once.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* One bit: code lengths are in units of 1/65536 bit. */
#define CODE_LENGTH_BIT ((int64_t)1 << 16)

/* The logarithm to base 2 of x > 0. */
int64_t code_length_log2(uint64_t x);

/* The bits of `times` letters of a kind that makes up `count` of `all`. */
int64_t code_length_of_letters(uint64_t times, uint64_t count, uint64_t all);

/* The bits that a loop of `rows` rows costs among `all` letters. */
int64_t code_length_of_loop(uint64_t rows, uint64_t all);

/*
 * The cost of a sequence, in SCORE_SYMBOL (prices.h), once the exact repetition
 * that saves most was folded, again and again: what repeats is written once.
 */
int64_t code_length_in_symbols(const uint32_t *symbol, size_t n);
