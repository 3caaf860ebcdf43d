/*
 * chance - whether steps in random order would look like a loop as well.
 *
 * Steps that were folded are letters, and a source without memory emits one
 * after the other, each at its frequency. What a loop of them says beyond that
 * are the letters of all repeats but the first: so many bits it saves (Shannon,
 * "A mathematical theory of communication", 1948), where the number of equal
 * steps in a row counts only as far as it is the same in most repeats. To say
 * where rows of repeats are and what they repeat takes bits, too. A loop that
 * does not save more, and a margin, is no cycle: its steps are.
 */
#ifndef TRACE_CYCLES_CHANCE_H
#define TRACE_CYCLES_CHANCE_H

#include "tools/trace-cycles/loop.h"
#include "tools/trace-cycles/trial.h"

/* Bits are counted in so many parts. */
#define CHANCE_BIT ((int64_t)1 << 16)

/* The logarithm to base 2 of x > 0. */
int64_t chance_log2(uint64_t x);

/*
 * What is saved by not writing `times` times in a row a letter that is `count`
 * of `all` letters; if that number must be written nevertheless, the letter is
 * known only to be none of those before and behind.
 */
int64_t chance_bits(
    uint64_t count, uint64_t all, uint64_t times, bool number_is_known);

/* What a loop costs that stands in so many rows among so many letters. */
int64_t chance_price(uint64_t rows, uint64_t all);

/*
 * Whether a trial holds steps among those loops, and a source without memory
 * explains their order as well. Returns 1, 0, or -1: no memory.
 */
__attribute__((warn_unused_result)) int chance_explains(
    const struct trial *, const struct folding *, const struct loops *);

#endif
