/*
 * rules - what kind of work a kernel or an operator does, by its name.
 *
 * Ordered rules: a POSIX extended regular expression each, and the labels of
 * what it matches, a category and a family. The category says what the work is
 * for (attention_decode, activation), the family which work can stand for which
 * (silu, attention). The first rule that matches decides. A pattern without
 * capital letters is matched against the name in small letters, one with
 * capital letters against the name as it is. A rule without a pattern ends the
 * rules: its labels are for what none before it matches.
 *
 * Ours stand in common/meaning/rules.tsv, which is compiled in.
 */
#ifndef COMMON_MEANING_RULES_H
#define COMMON_MEANING_RULES_H

#include <stdint.h>

#include "common/meaning/rule_pattern.h"

enum { RULES_MESSAGE = RULE_PATTERN_MESSAGE };

struct rules;

struct rule {
	int64_t priority; /* higher ones are tried first */
	struct span pattern;
	struct span category, family; /* may be empty */
	struct span vendor;           /* amd, nvidia, ...; empty: of anybody */
};

struct rules_labels {
	struct span category, family;
};

struct rules *rules_new(void); /* no rules */
void rules_free(struct rules *);

/*
 * Leaves out, of the rules that are added from now on, those for another
 * vendor; the span must live as long as the rules.
 */
void rules_only(struct rules *, struct span vendor);

/*
 * Adds a copy of a rule: after the others with its priority or a higher one.
 * Returns 0; or -1 with the reason in message[RULES_MESSAGE], which is for
 * people.
 */
__attribute__((warn_unused_result)) int rules_add(
    struct rules *, const struct rule *, char *message);

/* Rules that are added from now on stand after all that are there. */
void rules_next(struct rules *);

/* Adds ours after all that are there. */
__attribute__((warn_unused_result)) int rules_add_ours(struct rules *);

/*
 * The same of another table that is compiled in: its fields, five for each
 * rule (priority, pattern, category, family, vendor), and NULL at the end.
 */
__attribute__((warn_unused_result)) int rules_add_table(
    struct rules *, const char *const *fields);

/* Was a rule added that is for the vendor of rules_only alone? */
bool rules_know_vendor(const struct rules *);

/* Does any rule have this family? */
bool rules_know_family(const struct rules *, struct span family);

/*
 * The labels of a name, valid until rules_free. Returns 1 when a pattern
 * matches; 0 when none does, with the labels of the rule without a pattern, or
 * empty ones. Every rule may be tried: ask once for each distinct name, and
 * from one thread at a time: patterns are compiled when they are first needed.
 */
__attribute__((warn_unused_result)) int rules_label(
    const struct rules *, struct span name, struct rules_labels *);

/* The family alone. */
__attribute__((warn_unused_result)) int rules_find(
    const struct rules *, struct span name, struct span *family);

#endif
