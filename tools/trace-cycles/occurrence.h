/*
 * occurrence - the repeats of a loop, and what decides which of them count.
 *
 * Arrays are cut wherever the body begins again. A repeat counts if it lacks
 * few kernels of the body and has few that are foreign to it (prices.h); a
 * repeat that stands alone may have fewer faults. The beginning and the end of
 * an array may be less than a repeat: it was cut off.
 */
#pragma once

#include <stdbool.h>

#include "tools/trace-cycles/prices.h"
#include "tools/trace-cycles/tandem_array.h"

struct occurrence {
	uint32_t start, end; /* symbols of the sequence */
	uint32_t from, to;   /* kernels of the body, from the rotation on */
	uint32_t faults;     /* kernels too many or left out */
	uint32_t array;      /* that it is in */
	int64_t saved;       /* what it saves, without its row's price */
	uint32_t none;       /* rows of the body that it has not at all */
	bool counts;
	bool partial; /* it was cut off: what is there fits */
	bool cut;     /* that, by an end of the trace */
};

struct occurrences {
	struct occurrence *list; /* by start */
	size_t n, cap;
};

/* How a body is cut into repeats. */
struct cutting {
	const struct sequence *text;
	const struct sequence *body;
	uint32_t rotation;    /* the symbol of the body that comes first */
	bool is_trace;        /* what is at an end of the text may be cut off */
	uint32_t first, last; /* kernels of the trace */
};

/* The caller frees out->list. */
void occurrences_find(
    struct occurrences *, const struct cutting *, const struct tandem_arrays *);

/* The evidence for a rotation, in kernels. */
struct weight {
	int64_t whole;   /* in repeats that count, less what is wrong there */
	uint64_t faults; /* what is wrong */
	int64_t all;     /* kernels in the arrays */
};

/* Gives up when more than `most` kernels are not in `whole`. */
struct weight occurrences_weigh(
    const struct cutting *, const struct tandem_arrays *, int64_t most);

/*
 * Whether a repeat is as long as the median one, or differs from that only by
 * how often it has what repeats inside, such as the experts of a layer.
 */
bool occurrence_is_alike(
    const struct occurrence *, const struct sequence *, uint32_t median);

struct loop;

/* The steps in a body, and how many a repeat has. */
struct steps {
	bool any;
	bool strict; /* rows of them vary in no more than a few repeats */
	const struct loop *only; /* if all are of one kind */
	uint32_t median;
};

/*
 * Repeats that are not alike do not count; of loops that have steps, which
 * come in rows of any length, and where the end of a trace may have cut a row,
 * those whose length differs much. Returns whether at least two that lack no
 * row are alike, and few are not.
 */
bool occurrences_agree(struct occurrences *, const struct sequence *,
    bool is_trace, struct steps, uint32_t *median);

/*
 * Repeats that are equal to each other, or a single one, but not to the body,
 * are repeats of something else if it is cheaper to say so: of a prefill step,
 * one other kernel in each layer. Then they do not count. So are repeats with
 * the same kernels between all of them, such as layers with an adapter. Returns
 * whether there are any.
 */
bool occurrences_part_kinds(struct occurrences *, const struct sequence *);

/*
 * The score (SCORE_SYMBOL) saved by the repeats that count, and by those that
 * the ends of the trace cut off beside them; each row costs `occurrence`.
 */
int64_t occurrences_saved(const struct occurrences *, int64_t occurrence);
