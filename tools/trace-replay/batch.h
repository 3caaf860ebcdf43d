/*
 * batch - the calls to replay: equal ones together, those with most time of the
 * GPU first.
 */
#ifndef TOOLS_TRACE_REPLAY_BATCH_H
#define TOOLS_TRACE_REPLAY_BATCH_H

#include "common/bytes/buf.h"
#include "tools/trace-replay/fit.h"
#include "tools/trace-replay/schema.h"
#include "tools/trace-replay/selection.h"

enum batch_how {
	BATCH_SCHEMA, /* by its declaration */
	BATCH_PLACE,  /* without one: arguments by their places */
	BATCH_NOT     /* not at all: see why */
};

/* One operator with its arguments, as often as it was called. */
struct batch_group {
	struct span name;
	struct span overload; /* of the declaration; empty: none */
	struct recorded recorded;
	enum batch_how how;
	const char *why;          /* of BATCH_NOT and BATCH_PLACE; else "" */
	const char *assumed;      /* what was not recorded, and is taken */
	struct span json, python; /* write_call.h; empty of BATCH_NOT */
	int64_t count, ns;
	int64_t first; /* the id of the first, in the order of the trace */
};

struct batch;

/* The schemas and options must live as long. */
struct batch *batch_new(const struct schemas *, const struct fit_options *);
void batch_free(struct batch *);

/*
 * Adds an operator; texts are copied, and the call, own_ns and own_events of
 * the row are set here.
 */
void batch_add(struct batch *, struct operator_row, struct span name,
    const struct recorded *);

/*
 * Groups what was added. Returns as selection_run; *id is the operator that is
 * wrong. The groups are valid as long as the batch.
 */
enum selection_status batch_run(struct batch *, int64_t *id);
size_t batch_groups(const struct batch *, const struct batch_group **);

#endif
