/*
 * middle - which words in the middle of a long name can go.
 *
 * A name of a kernel tells most by its first word and its last ones, the size
 * of its tile and its type of data. What goes are whole words, if that leaves
 * out little more than must go.
 */
#ifndef TSV2TXT_MIDDLE_H
#define TSV2TXT_MIDDLE_H

#include <stdbool.h>

#include "common/bytes/span.h"

struct stretch {
	size_t from, to; /* bytes */
};

/*
 * Finds at least `least` bytes of ASCII that can go, and no more than `most`:
 * those that tell least, of these those nearest to the middle. False where
 * there are none.
 */
bool middle_find(struct span, size_t least, size_t most, struct stretch *found);

#endif
