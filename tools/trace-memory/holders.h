/*
 * holders - which operator, module, annotation and step a change is in.
 */
#ifndef TRACE_MEMORY_HOLDERS_H
#define TRACE_MEMORY_HOLDERS_H

#include "common/trace/host.h"
#include "tools/trace-memory/changes.h"

enum holder {
	HOLDER_OPERATOR,   /* the innermost on the thread */
	HOLDER_MODULE,     /* likewise: a Python function of a module */
	HOLDER_ANNOTATION, /* the innermost of the process */
	HOLDER_STEP,       /* the outermost of the process */
	HOLDERS
};

/*
 * Sets the holders of n changes in the order of their time: rows of the host,
 * which it sorts, or HOST_NONE. Threads and processes are numbered below
 * `texts`.
 */
void holders_find(
    struct change *, size_t n, struct host *, size_t hosts, size_t texts);

#endif
