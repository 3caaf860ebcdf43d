/*
 * tool - how every tool's main begins and ends.
 */
#pragma once

#include <stdbool.h>

/*
 * Called by opt_parse. Sets tool_name, shortens argv[0] so that getopt's
 * messages begin alike, puts SIGPIPE back to its default, and sees to it that
 * descriptors 0 to 2 are taken, so that no file is opened in the place of a
 * closed stdout.
 */
void tool_start(char **argv);

/*
 * If the input is a terminal, says on stderr that the tool waits for somebody
 * to type `what` ("a table"). The operand "-", or none, is standard input.
 */
void tool_reads(const char *what, char *const *operands, int n);

/*
 * Ends the program with a message when a file is both, "-" being standard input
 * or output: to be called before the output is replaced.
 */
void tool_writes(const char *output, const char *input);

/* The same with all operands, or standard input without any; NULL: no output.
 */
void tool_writes_beside(const char *output, char *const *operands, int n);

/*
 * Closes stdout and returns the status to leave main with: the given one, or
 * STATUS_FAILED with a message when output was lost, as on a full disk.
 */
int tool_finish(int status);

/*
 * Set by --exit-zero: for tool_finish, "no" and "damaged" count as success, a
 * failure does not.
 */
extern bool tool_exits_zero;
