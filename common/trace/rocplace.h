/*
 * rocplace - where in a JSON file of rocprofv3 reading stands.
 *
 * One object holds a list of processes; each is an object of tables (agents,
 * kernels, strings) and, behind them, of lists of records, one for each kind:
 *
 *	{"rocprofiler-sdk-tool": [{"agents": [...], "kernel_symbols": [...],
 *	  "strings": {"buffer_records": [...], "marker_api": [...]},
 *	  "buffer_records": {"kernel_dispatch": [...], ...}}]}
 */
#ifndef COMMON_TRACE_ROCPLACE_H
#define COMMON_TRACE_ROCPLACE_H

#include "common/bytes/span.h"

enum rocplace {
	ROCPLACE_OUTSIDE, /* before the object */
	ROCPLACE_ROOT,    /* in objects: ROOT, PROCESS, STRINGS, RECORDS */
	ROCPLACE_PROCESSES,
	ROCPLACE_PROCESS,
	ROCPLACE_STRINGS,
	ROCPLACE_RECORDS,
	ROCPLACE_AGENTS, /* in lists of items, in the order of rocnames_table */
	ROCPLACE_KERNELS,
	ROCPLACE_KINDS,
	ROCPLACE_MESSAGES,
	ROCPLACE_EVENTS,
	ROCPLACE_BEHIND, /* the object */
	ROCPLACE_END     /* of reading */
};

/*
 * The place inside a member of an object, whose value begins with this bracket.
 * False when it is none that reading goes into: *place is as before.
 */
bool rocplace_enter(enum rocplace *place, struct span key, char bracket);

/* The place behind the bracket that closes this one. */
enum rocplace rocplace_around(enum rocplace);

/* Does the place hold members, and not items? */
bool rocplace_is_object(enum rocplace);

#endif
