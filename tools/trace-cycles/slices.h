/*
 * slices - a sequence cut into repeats and what is around them, level by level.
 *
 * At level 1 the whole sequence is cut into the repeats of the outermost cycles
 * and the gaps between these. At each further level, the repeats of the level
 * above are cut in the same way; what holds no cycle stays as it is. So every
 * kernel is in exactly one slice of each level.
 */
#ifndef TRACE_CYCLES_SLICES_H
#define TRACE_CYCLES_SLICES_H

#include "tools/trace-cycles/repeats.h"

enum slice_kind {
	SLICE_REPEAT,  /* a whole one */
	SLICE_PARTIAL, /* of a repeat, cut off */
	SLICE_BEFORE,  /* the first repeat of what is cut */
	SLICE_BETWEEN, /* repeats */
	SLICE_AFTER,   /* the last repeat of what is cut */
	SLICE_OUTSIDE  /* a sequence without cycles */
};

struct slice {
	enum slice_kind kind;
	struct repeat at;
	uint32_t cycle; /* that it is a repeat of, or lies in one of; or 0 */
	struct which which; /* repeat of that cycle */
};

/* Where one level has come to; for slices.c only. */
struct cut {
	struct slice within; /* a slice of the level above */
	uint32_t at;
};

struct slicer {
	const struct cycles *cycles;
	const uint32_t *listed; /* cycles */
	size_t n;
	struct repeat_iterator *repeats; /* of each of these */
	struct cut *cut;                 /* of each level */
	uint32_t levels;                 /* that these have */
};

/*
 * A slicer of a sequence by n of its cycles, a list which must hold the parents
 * of what it holds and live as long. Returns 0, or -1: no memory; slices_close
 * frees either way.
 */
__attribute__((warn_unused_result)) int slices_open(
    struct slicer *, const struct cycles *, const uint32_t *listed, size_t n);
void slices_close(struct slicer *);

/* Begins with a level: 1, also if nothing is listed, up to `levels`. */
void slices_begin(struct slicer *);

/* The next slice of a level, the same one since slices_begin; false: none. */
bool slices_next(struct slicer *, uint32_t level, struct slice *);

#endif
