/*
 * exact_repetitions - stretches of a text that repeat without a fault, and
 * those that might be the body of a loop.
 *
 * A repetition is a stretch text[start, end) in which every symbol equals the
 * one `period` before it, for the smallest such period, that is at least two
 * periods long and cannot grow in either direction. It is found if some word of
 * 1, 2, 4 or 8 symbols in it comes again first after one period; if it is three
 * periods long, a repetition that was found in it is such a word, too.
 *
 * Where every copy of a step has a fault there may be no repetition at all:
 * nowhere do two whole copies follow each other. But parts of the step come
 * again, one step later. Such a part is what two copies have in common at the
 * distance of one period, though it is shorter than that.
 */
#pragma once

#include "common/sequence/text.h"

struct repetition {
	uint32_t start, end, period;
};

/* By start, then by period. */
struct repetitions {
	struct text text; /* that they are in */
	struct repetition *at;
	size_t n, cap;
};

/*
 * Finds the repetitions of n symbols with periods of at most `longest`, and on
 * request `parts` of faulty ones.
 */
void repetitions_find(const uint32_t *symbol, size_t n, size_t longest,
    bool parts, struct repetitions *);
void repetitions_free(struct repetitions *);

/*
 * The first of those, without parts, that cover most: period 0 if there is
 * none.
 */
struct repetition repetitions_find_best(
    const uint32_t *symbol, size_t n, size_t longest);

/* A possible body of a loop. */
struct candidate {
	uint32_t start, period; /* where it stands first */
	int64_t rank;
};

/*
 * Lists candidates, the most promising first, to be freed. Whatever repeats has
 * exact repetitions in it, or at least a stretch that comes again. Those whose
 * least rotations are equal are one candidate. It is ranked by how much they
 * cover. Returns how many there are.
 */
size_t repetitions_candidates(
    const uint32_t *symbol, size_t n, struct candidate **out);
