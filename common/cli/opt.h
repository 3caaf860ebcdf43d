/*
 * opt - what all tools' command lines have in common.
 *
 * Each tool calls getopt_long itself, with one `struct option` table in
 * alphabetical order; these parse its arguments, and end the program when they
 * are wrong. OPT_EXIT_ZERO and what only one tool has are long options only.
 */
#ifndef COMMON_CLI_OPT_H
#define COMMON_CLI_OPT_H

#include <stdint.h>

enum {
	OPT_EXIT_ZERO = 256, /* --exit-zero */
	OPT_OWN              /* a tool's own long options count from here */
};

/* A whole number within [low, high]; `option` is its name for the message. */
int64_t opt_int(
    const char *option, const char *text, int64_t low, int64_t high);

/* The same of an argument that may be left out: NULL is `otherwise`. */
int64_t opt_int_or(int64_t otherwise, const char *option, const char *text,
    int64_t low, int64_t high);

/* Microseconds with at most three decimals, as nanoseconds. */
int64_t opt_us(const char *option, const char *text);

/*
 * The whole command line of a tool that has --help and --version and else only
 * operands, which begin at optind then.
 */
void opt_operands(int argc, char **argv, const char *usage);

/* --help and --version: print to stdout and exit with 0. */
__attribute__((noreturn)) void opt_help(const char *usage);
__attribute__((noreturn)) void opt_version(void);

/* A wrong option, of which getopt has told: points to --help, exits with 2. */
__attribute__((noreturn)) void opt_wrong(void);

/* The same, with what is wrong. */
__attribute__((format(printf, 1, 2), noreturn)) void opt_die(const char *, ...);

#endif
