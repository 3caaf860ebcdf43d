/*
 * change - the same change at many places, summed: once in each layer is one.
 *
 * Groups are alike if they replace the same kinds of kernels by the same kinds;
 * the same kernel is one change, and other rows are alike if they have the same
 * normalised names and match. Every row is in one change, so the differences of
 * all add up to that of the cycles.
 */
#pragma once

#include "tools/trace-align/cycle_difference.h"

struct change {
	bool fusion;          /* a group; else pairs or rows alone */
	enum match match;     /* of what is no group */
	struct span name;     /* the family; may be empty */
	struct span from, to; /* kinds of kernels: "mul + add"; may be empty */
	/* that takes longest, of B where it has one */
	const struct row *row;
	bool row_of_b;
	size_t times;
	int64_t reps;          /* of the cycle that has the row */
	size_t faster, slower; /* pairs with that verdict */
	struct measure sum;    /* of all times */
	double sure;           /* ns of its difference that are no chance */
	size_t places;         /* that its difference is of; 0: it is of all */
	size_t joined; /* changes of the same kernel that are one here */
	size_t found;  /* its number before they are sorted */
};

struct changes {
	struct change *change; /* largest first; behind, what is the same */
	size_t n;
	size_t *of; /* each row's change */
	struct pool *texts;
};

/* changes_free after it. */
void changes_find(struct changes *, const struct report *);

/*
 * The same of whole families, by name and sum alone, those that take the most
 * time first; all rows of a group are of the family that it became.
 */
void changes_find_families(struct changes *, const struct report *);

/* Makes one change of those that are marked, some; sorts all again. */
struct change *changes_join(
    struct changes *, const struct report *, const bool *marked);

void changes_free(struct changes *);
