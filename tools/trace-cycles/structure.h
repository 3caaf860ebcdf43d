/*
 * structure - what one repeat of a cycle is made of, in words.
 *
 * Like main.c this ends the program with a message when it cannot go on.
 */
#ifndef TRACE_CYCLES_STRUCTURE_H
#define TRACE_CYCLES_STRUCTURE_H

#include "common/table/tsv.h"
#include "tools/trace-cycles/view.h"

/*
 * As a field: "head 8 + 24 x cycle 2 + 14 + 12..15 x cycle 3 + tail 40". It is
 * about the root; of what is there in one row, the least and the greatest
 * number over all repeats.
 */
void structure_print(struct tsvw *, const struct view *);

#endif
