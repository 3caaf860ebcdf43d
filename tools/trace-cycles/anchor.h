/*
 * anchor - a word by which a root is known where it stands alone.
 */
#ifndef TRACE_CYCLES_ANCHOR_H
#define TRACE_CYCLES_ANCHOR_H

#include "tools/trace-cycles/repeats.h"
#include "tools/trace-cycles/text.h"

enum { ANCHOR = 8, ANCHOR_POWER = 3 }; /* symbols; 2^ANCHOR_POWER */

/*
 * Finds the first word in a root that comes once in it, and how far from its
 * start that is. Returns 1, 0 if there is none, or -1: no memory.
 */
__attribute__((warn_unused_result)) int anchor_choose(
    const struct text *, struct repeat root, uint32_t *offset);

/* The first place in [from, to) where the word at `at` comes; `to` for none. */
uint32_t anchor_find(
    const struct text *, uint32_t at, uint32_t from, uint32_t to);

#endif
