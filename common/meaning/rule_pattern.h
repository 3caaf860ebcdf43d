/*
 * rule_pattern - the pattern of a rule, a POSIX extended regular expression.
 *
 * Compiling our hundred patterns took ten times as long as starting a program,
 * and most names need few of them. So the literals of a pattern (literal.h) are
 * looked for first, and it is compiled when a name holds one.
 */
#ifndef COMMON_MEANING_RULE_PATTERN_H
#define COMMON_MEANING_RULE_PATTERN_H

#include <regex.h>
#include <stdbool.h>

#include "common/meaning/literal.h"

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
