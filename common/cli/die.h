/*
 * die - messages to people, on stderr: "tool: what is wrong", one line each.
 *
 * Control bytes in a message become '?', so that a file name or a kernel name
 * cannot play tricks on a terminal.
 */
#ifndef COMMON_CLI_DIE_H
#define COMMON_CLI_DIE_H

#include "common/bytes/memory.h"
#include "common/cli/status.h"

__attribute__((format(printf, 1, 2))) void warn(const char *, ...);

/* warn, then exit with STATUS_FAILED. */
__attribute__((format(printf, 1, 2), noreturn)) void die(const char *, ...);

#endif
