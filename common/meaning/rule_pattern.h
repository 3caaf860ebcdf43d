/*
 * rule_pattern - the pattern of a rule, a POSIX extended regular expression.
 *
 * Compiling our hundred patterns took ten times as long as starting a program,
 * and most names need few of them. So the literals of a pattern are looked for
 * first, and it is compiled when a name holds one.
 */
#ifndef COMMON_MEANING_RULE_PATTERN_H
#define COMMON_MEANING_RULE_PATTERN_H

#include <regex.h>
#include <stdbool.h>

#include "common/bytes/span.h"

/*
 * A text without which a regular expression cannot match.
 *
 * Looking for a text takes a fraction of what compiling and running a regular
 * expression does, and most expressions of a list of rules match nothing. The
 * literal of one alternative is its longest run of plain characters that every
 * match has, or the one that it starts with, and the longest of the others
 * (the "must" of GNU grep's dfa.c, of one kind only): "_loss" of
 * _loss(_backward)?$, "prefill" of (mha|mla).*prefill. A few of them may be
 * optional, but not the first: layer_?norm is its own literal.
 */

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

enum { RULE_PATTERN_MESSAGE = 256 };

/* Zeroed but for the text, which must live as long. */
struct rule_pattern {
	struct span text;

	/* below: for rule_pattern.c only */
	bool read;  /* the text has been; what follows is known */
	bool exact; /* capitals count: it is for the name as it is */
	bool open;  /* a name may match without one of the literals */
	struct literal *literal;
	size_t literals;
	regex_t *compiled; /* NULL: not yet */
};

/*
 * Whether a text is a pattern: 0, or -1 with the reason in message, an array of
 * RULE_PATTERN_MESSAGE bytes.
 */
__attribute__((warn_unused_result)) int rule_pattern_check(
    struct span, char *message);

/* Compiles it at once. 0, or -1 with the reason in message. */
__attribute__((warn_unused_result)) int rule_pattern_compile(
    struct rule_pattern *, char *message);

/*
 * Whether it matches a name, of which `small` is the one in small letters;
 * both end in 0.
 */
__attribute__((warn_unused_result)) int rule_pattern_match(
    struct rule_pattern *, const struct literal_subject *name,
    const struct literal_subject *small);

void rule_pattern_free(struct rule_pattern *);

#endif
