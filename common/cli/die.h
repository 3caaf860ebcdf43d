/*
 * die - messages to people, on stderr: "tool: what is wrong", one line each.
 *
 * Control bytes in a message become '?', so that a file name or a kernel name
 * cannot play tricks on a terminal.
 */
#pragma once

#include "common/bytes/memory.h"

/*
 * The exit statuses, the same in every tool.
 *
 * STATUS_DAMAGED is decided by the main.c of trace-extract (extract.c says what
 * is lost) and of trace-info, by the events that readers of traces count as
 * lost; by stamped.c of trace-shift, by counters of a device that make no
 * sense; by the main.c of trace-ideal, by a compiler's log that is not whole;
 * and by desync_table.c of trace-collectives, by dumps of flight recorders.
 * Other tools that read tables never return it: a broken table is an error.
 */

enum status {
	STATUS_OK = 0,
	STATUS_NO = 1,     /* nothing found: no kernel, no cycle; over budget */
	STATUS_FAILED = 2, /* error: usage, I/O, unusable input */
	STATUS_DAMAGED = 3 /* recovered: what could be read of damaged input */
};

__attribute__((format(printf, 1, 2))) void warn(const char *, ...);

/* warn, then exit with STATUS_FAILED. */
__attribute__((format(printf, 1, 2), noreturn)) void die(const char *, ...);
