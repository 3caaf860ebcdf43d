/*
 * opt - command lines, read alike by all tools.
 *
 * A tool has a table of its options, in alphabetical order, for opt_parse. All
 * functions here end the program when the command line is wrong. --exit-zero
 * and what only one tool has are long options only.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/bytes/span.h"
#include "common/times/budget.h"

/* One option: its names, and one of the pointers, which says what it sets. */
struct opt {
	const char *name; /* the long one */
	char letter;      /* the short one, or 0 */

	bool *on;          /* becomes true; without `words` it takes no value */
	const char **text; /* the value as it is */
	int64_t *us; /* in thousandths; within [low, high] if these differ */
	const char *unit; /* of `us`, for messages; NULL: microseconds */
	bool percent;     /* `us` is a percentage, 3 or 3% */
	int64_t *number;  /* a whole number within [low, high] */
	size_t *size;     /* the same */
	int64_t low, high;
	int *choice;                 /* the place of the value in `words` */
	const char *const *words;    /* all that may be given, and NULL */
	struct opt_budgets *budgets; /* of --fail-if and --pass-if */

	/* Anything else. Without a value, `text` is NULL. */
	void (*call)(void *options, const char *text);
	/* For several options: with the name of this one, "--info". */
	void (*call_named)(void *options, const char *name, const char *text);
	enum { OPT_VALUE_NEEDED, OPT_VALUE_NONE, OPT_VALUE_OPTIONAL } value;

	/* How often a value may be given: budgets, too, are a list. */
	enum { OPT_ONCE, OPT_LIST, OPT_ALL_ANEW } times;
};

enum { OPT_MOST = 32 }; /* options in a table */

/* All budgets in the order in which they are given; free p. */
struct opt_budgets {
	const char *such_as; /* examples for the message */
	struct budget *p;
	size_t n, cap;
};

/*
 * Starts the tool (tool.h), and reads the options of the table, which ends with
 * one without a name, and --help and --version. Each call gets `options`.
 * Afterwards the operands begin at optind.
 */
void opt_parse(int argc, char **argv, const char *usage, const struct opt *,
    void *options);

/* A whole number within [low, high]; `option` is its name for the message. */
int64_t opt_int(
    const char *option, const char *text, int64_t low, int64_t high);

/* A number within [low, high]; all are thousandths of the unit, as ns of us. */
int64_t opt_decimal(const char *option, const char *text, const char *unit,
    int64_t low, int64_t high);

/* One of them is nothing that the tool reads. */
__attribute__((noreturn)) void opt_refuse_budget(
    const struct opt_budgets *, const struct budget *);

/* Tells what is wrong with a term about this value; NULL: nothing. */
typedef const char *budget_fault(const struct limit *, const void *value);

/* Asks that of all terms; and `any` is for --fail-if alone. */
void opt_check_budgets(
    const struct opt_budgets *all, budget_fault *fault, const void *value);

/* An operand LABEL=FILE, or FILE: one that is there, or has a '/' before the
 * '='. */
struct labelled {
	struct span label; /* empty, as in =FILE: none; NULL: not said */
	const char *path;
};

/* Reads n of them. An empty name of a file ends the program, and so does a
 * label that is there twice, also of those that a tool gave. */
void opt_labels(struct labelled *, char *const *operands, int n);
void opt_labels_differ(const struct labelled *, int n);

/* Says what is wrong with the options, points to --help, and exits with 2. */
__attribute__((format(printf, 1, 2), noreturn)) void opt_die(const char *, ...);
