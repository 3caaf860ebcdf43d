/*
 * place - where in a JSON file of rocprofv3 reading stands.
 *
 * One object holds a list of processes; each is an object of tables (agents,
 * kernels, strings) and, after them, of lists of records, one for each kind:
 *
 *	{"rocprofiler-sdk-tool": [{"agents": [...], "kernel_symbols": [...],
 *	  "strings": {"buffer_records": [...], "marker_api": [...]},
 *	  "buffer_records": {"kernel_dispatch": [...], ...}}]}
 */
#ifndef COMMON_TRACE_ROCPROF_PLACE_H
#define COMMON_TRACE_ROCPROF_PLACE_H

#include "common/bytes/span.h"

enum rocprof_place {
	ROCPROF_PLACE_OUTSIDE, /* before the object */
	ROCPROF_PLACE_ROOT,    /* in objects: ROOT, PROCESS, STRINGS, RECORDS */
	ROCPROF_PLACE_PROCESSES,
	ROCPROF_PLACE_PROCESS,
	ROCPROF_PLACE_STRINGS,
	ROCPROF_PLACE_RECORDS,
	ROCPROF_PLACE_AGENTS, /* in lists of items, in the order of
				 rocprof_names_table */
	ROCPROF_PLACE_KERNELS,
	ROCPROF_PLACE_KINDS,
	ROCPROF_PLACE_MESSAGES,
	ROCPROF_PLACE_EVENTS,
	ROCPROF_PLACE_BEHIND, /* the object */
	ROCPROF_PLACE_END     /* of reading */
};

/*
 * The place inside a member of an object, whose value begins with this bracket.
 * False when it is none that reading goes into: *place is as before.
 */
bool rocprof_place_enter(
    enum rocprof_place *place, struct span key, char bracket);

/* The place after the bracket that closes this one. */
enum rocprof_place rocprof_place_around(enum rocprof_place);

/* Does the place hold members, and not items? */
bool rocprof_place_is_object(enum rocprof_place);

#endif
