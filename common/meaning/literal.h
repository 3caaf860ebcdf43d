/*
 * literal - a text without which a regular expression cannot match.
 *
 * Looking for a text takes a fraction of what compiling and running a regular
 * expression does, and most expressions of a list of rules match nothing. The
 * literal of one alternative is its longest run of plain characters that every
 * match has, or the one that it starts with, and the longest of the others (the
 * "must" of GNU grep's dfa.c, of one kind only): "_loss" of _loss(_backward)?$,
 * "prefill" of (mha|mla).*prefill. A few of them may be optional, but not the
 * first: layer_?norm is its own literal.
 */
#ifndef COMMON_MEANING_LITERAL_H
#define COMMON_MEANING_LITERAL_H

#include <stdbool.h>

#include "common/bytes/span.h"

enum { LITERAL_PAIRS = 4096 }; /* values of the hash of a pair of bytes */

struct literal {
	struct span text; /* in the expression; "x?" is x or nothing */
	struct span also; /* another one that must be there, or nothing */
	bool starts;      /* it must stand at the beginning of the subject */
	bool whole;       /* where it stands, the expression matches */
};

/*
 * Takes the next alternative off a POSIX extended regular expression. Returns 1
 * with its literal; 0 when nothing is left; -1 when the alternative has none,
 * or is not understood: then any subject may match.
 */
int literal_next(struct span *expression, struct literal *);

/*
 * A subject, and which pairs of bytes are in it, by their hash: most literals
 * have one that is not. To look for these takes four times as long.
 */
struct literal_subject {
	struct span text;
	uint64_t pairs[LITERAL_PAIRS / 64];
};

/* The text must live as long. */
void literal_subject_init(struct literal_subject *, struct span text);

bool literal_in(const struct literal *, const struct literal_subject *);

#endif
