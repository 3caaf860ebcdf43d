/*
 * kword - one identifier of a kernel's name, without the numbers of its tuning.
 *
 * '_' separates words. Numbers go, and words of which nothing is left then;
 * hashes, counters and suffixes of variants go, and whether attention is within
 * a window. What says more than a size stays: data types (bf16, e4m3, int8) and
 * dimensions (attention_2d).
 */
#ifndef COMMON_MEANING_KWORD_H
#define COMMON_MEANING_KWORD_H

#include "common/bytes/buf.h"

/*
 * Appends what is left of an identifier, perhaps nothing. Returns 0, or -1 when
 * there is no memory.
 */
__attribute__((warn_unused_result)) int kword_add(struct span, struct buf *);

#endif
