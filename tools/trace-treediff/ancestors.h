/*
 * ancestors - one row for each lowest common ancestor: what it costs in both
 * trees.
 */
#pragma once

#include "common/table/tsv.h"
#include "common/times/budget.h"
#include "common/times/significance.h"
#include "tools/trace-treediff/work_cells.h"

/* The work of an ancestor or a lone root: rows of the report's stats. */
struct ancestor {
	size_t from, to;
	int64_t busy[2]; /* ns */
	size_t events[2];
};

/* Those that take longest in the first tree come first. */
struct ancestors {
	const struct report *report;
	struct ancestor *p;
	size_t n, cap;
};

/* The array is the caller's. */
void ancestors_find(struct ancestors *, const struct report *);

/*
 * Both times are of one run, whose spread is not known: they are the same
 * unless they differ by VERDICT_FLOOR.
 */
enum verdict ancestor_verdict(const struct ancestor *);

/*
 * Which share of the work in each tree is of ancestors that have work in both:
 * the lesser of that of its time and of its events. What is left only one tree
 * does, so that it cannot be compared.
 */
void ancestors_compared(const struct ancestors *, double share[2]);

/* Ends the program with a message when it fails. */
void ancestors_print(struct tsvw *, const struct ancestors *);

/*
 * Do two trees keep what --fail-if and --pass-if ask?
 *
 * The subjects are those of trace-compare, of the rows of --ancestors: total;
 * any, each row by itself; key:NAME, the ancestors of that name, added up.
 */

/* Tells what is wrong with a term, for opt_check_budgets. */
const char *tree_gate_check(const struct limit *, const void *);

/* Has an ancestor, of a struct ancestors, this name in either tree? */
bool tree_gate_has_name(const void *ancestors, struct span name);

/* The subject of a budget that is not kept; see struct judgement. */
struct breach {
	int64_t a, b;     /* ns */
	struct span name; /* of the ancestor of `any`; else empty */
};

/*
 * Times of one run have no spread, so that limits are exceeded or kept; of
 * `any`, rows whose verdict is that they are the same keep them.
 */
enum gate tree_gate_judge(
    const struct budget *, const struct ancestors *, struct breach *);
