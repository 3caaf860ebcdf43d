/*
 * match_share - how much of two cycles is matched, and are they made of the
 * same kinds of kernels?
 *
 * Every network multiplies matrices, so most of the time of two unlike layers
 * may be matched: nearly all of it is in gemm and attention. Their other
 * kernels tell them apart: norms, activations, copies, communication. So each
 * kind of kernel counts once, however long it takes and however often it
 * occurs. A kind is a family, or else what is of one kind in likeness.h; it is
 * matched if one of its kernels is.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "tools/trace-align/fusion_groups.h"

/* Totals of one side, and the matched part of each. */
struct tally {
	size_t rows, matched_rows;
	size_t placed; /* rows that are matched where they stand */
	size_t kinds, matched_kinds;
	int64_t time, matched_time; /* ns over all repeats */
	int64_t named_time;         /* in pairs of one name, or normalised */
};

/* Layers of either side, where one has more. */
struct layers {
	size_t n[2];  /* 0: as many, as far as is known */
	double share; /* of the time of the longer side, in what it has more */
};

struct matched {
	struct tally side[2]; /* A and B */
	size_t times;         /* that the shorter cycle is in the longer one */
	struct layers layers;
	bool known; /* does a pair tell which work it is? */
};

void matched_count(
    struct matched *, const struct pair *, size_t n, const struct likeness *);

/* The shares of a side that are matched; 1 where it has nothing. */
double matched_of_time(const struct tally *);
double matched_of_kinds(const struct tally *);

/* The share of time on the side where it is less. */
double matched_share(const struct matched *);

/*
 * How alike the two sets of kinds are: those with a partner by those of either
 * side (P. Jaccard, "The distribution of the flora in the alpine zone", New
 * Phytologist 11, 1912). Two layers of unlike models have 8 kinds, say, of
 * which 5 have a partner: most of each side, but less than half of the 11 in
 * all.
 */
double matched_kinds(const struct matched *);

/* The share of time under names that both have; 1 where it has nothing. */
double matched_of_names(const struct tally *);

/*
 * One kind of kernels on each side, under names that differ or say nothing: any
 * two programs multiply matrices or wait for other ranks.
 */
bool matched_is_one_kind(const struct matched *);

/*
 * Are most kernels of a side alone or moved, or many, and little time under
 * names that both have? Networks of one family, such as ResNet-18 and -50, have
 * the same kinds at other places. Compilers leave most kernels a partner, other
 * GPUs and libraries nearly all.
 */
bool matched_is_displaced(const struct matched *);

/* Have they so little in common that the models may differ? */
bool matched_is_doubtful(const struct matched *);

/*
 * Does each of two cycles apply an activation function that the other does not,
 * as layers of BERT (gelu) and of Llama (silu) do? Their kinds of kernels may
 * be much the same: norms, matrix multiplications, attention, additions. One
 * that only A applies, and one that only B does:
 */
struct activations {
	enum activation a, b;
};

/*
 * Finds them among n pairs; false if there are none. A side on which no name
 * says an activation may apply any, such as one with act_and_mul.
 */
bool matched_activations(struct activations *, const struct pair *, size_t n,
    const struct likeness *);
