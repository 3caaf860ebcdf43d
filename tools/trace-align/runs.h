/*
 * runs - rows that are alone between the same two pairs, and what joins them:
 * evidence moves rows between groups, and pairs into them; see fusion.h.
 */
#ifndef TRACE_ALIGN_RUNS_H
#define TRACE_ALIGN_RUNS_H

#include "tools/trace-align/pair.h"

#define NO_ROW SIZE_MAX

/* Numbered from 1; the rows of one have its number as their group. */
struct run_of_rows {
	size_t before, after; /* the pairs around it on the ring, or NO_ROW */
};

struct runs {
	struct pair *p;
	size_t rows;
	const struct likeness *names;
	struct run_of_rows *run; /* run g is run[g] */
	size_t n;
	size_t *of_side[2][2]; /* see runs_next */
	size_t count[2];       /* rows that have a kernel of b, of a */
};

/* Was it removed or added in most repeats, not only moved, in the repeat
 * compared?
 */
bool runs_alone(const struct pair *);

/* Are they not of operators that differ? */
bool runs_same_operator(const struct pair *, const struct pair *);

/* The operations of a row alone, or of one side of a pair. */
const struct ops *runs_ops(const struct runs *, const struct row *);

/*
 * The next row on the ring, or with `back` the one before, that has a kernel of
 * a, or of b; NO_ROW if none has. Among rows alone only those of one side have
 * an order: where the others stand depends on which table comes first.
 */
size_t runs_next(const struct runs *, size_t row, bool of_a, bool back);

/*
 * Finds the runs; where the first and the last meet on the ring, they are one.
 */
void runs_open(
    struct runs *, struct pair *, size_t rows, const struct likeness *);
void runs_close(struct runs *);

/* What the rows of each side of a group do. */
struct work {
	struct ops a, b;
	size_t rows; /* in the group */
};

/* Adds the rows of each group, and what they do, to work[group]. */
void group_rows_work(const struct runs *, struct work *work);

/*
 * Rows that a pair's kernel became, with it, join the group of the pair; `call`
 * is room for a number for each row.
 */
void calls_join(struct runs *, size_t *call);

/* Makes groups of the runs, and of pairs that belong to them. */
void group_rows_join(struct runs *);

#endif
