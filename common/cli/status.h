/*
 * status - the exit statuses, the same in every tool.
 *
 * STATUS_DAMAGED is decided by the main.c of trace-extract and of trace-info,
 * by the events that the readers of traces count as lost; by stamped.c of
 * trace-shift, by counters of a device that make no sense; by the main.c of
 * trace-ideal, by a compiler's log that is not whole; and by missing.c of
 * trace-collectives, by dumps of flight recorders. Other tools that read tables
 * never return it: a broken table is an error.
 */
#ifndef COMMON_CLI_STATUS_H
#define COMMON_CLI_STATUS_H

enum status {
	STATUS_OK = 0,
	STATUS_NO = 1,     /* nothing found: no kernel, no cycle; over budget */
	STATUS_FAILED = 2, /* error: usage, I/O, unusable input */
	STATUS_DAMAGED = 3 /* recovered: what could be read of damaged input */
};

#endif
