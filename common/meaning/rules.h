/*
 * rules - the kind of work of a kernel or operator, by its name.
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
#pragma once

#include <regex.h>
#include <stdbool.h>
#include <stdint.h>

#include "common/bytes/span.h"

/*
 * The pattern of a rule, a POSIX extended regular expression.
 *
 * Compiling our hundred patterns took ten times as long as starting a program,
 * and most names need few of them. So the literals of a pattern are looked for
 * first, and it is compiled when a name holds one.
 */

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
MUST_USE int rule_pattern_check(struct span, char *message);

/* Compiles it at once. 0, or -1 with the reason in message. */
MUST_USE int rule_pattern_compile(struct rule_pattern *, char *message);

/*
 * Whether it matches a name, of which `small` is the one in small letters;
 * both end in 0.
 */
bool rule_pattern_match(struct rule_pattern *,
    const struct literal_subject *name, const struct literal_subject *small);

void rule_pattern_free(struct rule_pattern *);

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
MUST_USE int rules_add(struct rules *, const struct rule *, char *message);

/* Adds ours as a table. */
void rules_add_ours(struct rules *);

/*
 * Adds the rules of a table that is compiled in, after all that are there: its
 * fields, five for each rule (priority, pattern, category, family, vendor), and
 * NULL at the end.
 */
void rules_add_table(struct rules *, const char *const *fields);

/* Was a rule added that is for the vendor of rules_only alone? */
bool rules_know_vendor(const struct rules *);

/* Does any rule have this family? */
bool rules_know_family(const struct rules *, struct span family);

/*
 * The labels of a name, valid until rules_free. Returns whether a pattern
 * matches; if none does, they are those of the rule without a pattern, or
 * empty. Every rule may be tried: ask once for each distinct name, and
 * from one thread at a time: patterns are compiled when they are first needed.
 */
bool rules_label(const struct rules *, struct span name, struct rules_labels *);

/* The family alone. */
struct span rules_family(const struct rules *, struct span name);

/*
 * The work of an event of a GPU. One of the category gpu_memcpy is a copy; all
 * others are asked here, by the family of the name. A memset computes, as in
 * TraceLens: AMD's is a kernel that fills a buffer.
 */
enum work { WORK_COMPUTATION, WORK_COMMUNICATION, WORK_COPY, WORKS };

enum work rules_work(const struct rules *, struct span name);
