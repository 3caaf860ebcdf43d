/*
 * ring - blocks that another thread unpacks ahead of their use.
 */
#ifndef COMMON_INPUT_RING_H
#define COMMON_INPUT_RING_H

#include "common/input/unpack.h"

struct ring;

/*
 * Starts the thread, which has the unpacker and its source for itself until
 * ring_stop; only source.consumed may be looked at. NULL: no thread, or no
 * descriptor left; the caller can go on alone.
 */
struct ring *ring_start(struct unpack *);

/*
 * The next block, to be used until the next call. After the last block there
 * is none to ask for.
 */
const struct block *ring_next(struct ring *);

/* Ends the thread, even one that waits for input. NULL is fine. */
void ring_stop(struct ring *);

#endif
