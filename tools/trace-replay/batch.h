/*
 * batch - the calls to replay: equal ones together, those with most time of the
 * GPU first.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/bytes/buf.h"
#include "tools/trace-replay/fit_arguments.h"
#include "tools/trace-replay/schema.h"

/*
 * Which operators to replay, so that each event of the GPU is
 * replayed once.
 *
 * From the outside in, the first operator counts whose call is known; what it
 * holds is part of it. Others count for what they launch themselves.
 */

/* An operator, as trace-link prints it. */
struct operator_row {
	int64_t id, parent; /* parent < 0: no operator holds it */
	int64_t ns;         /* of the GPU, with all that it holds */
	int64_t events;
	uint32_t call; /* the number of its name and arguments */
	bool known;    /* the call can be replayed as a whole */

	/* Of those that count, what they count for; else no events, or less. */
	int64_t own_ns, own_events;
};

enum selection_status {
	SELECTION_DONE,
	SELECTION_TWICE, /* two rows have one id; *where is one of them */
	SELECTION_CIRCLE /* an operator holds itself */
};

/*
 * Sets own_ns and own_events of n rows, in any order. An operator whose parent
 * is not among the rows has none.
 */
enum selection_status selection_run(
    struct operator_row *, size_t n, size_t *where);

/*
 * How a call is written: as replay IR, {"list_pos_args": [...], "list_kwargs":
 * [...]}, where a number that JSON has not is a string, as "-inf"; or as
 * Python, a list of the positional arguments, and a dictionary of the others.
 */
enum language { JSON, PYTHON, LANGUAGES };

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
	const char *why;             /* of BATCH_NOT and BATCH_PLACE; else "" */
	const char *assumed;         /* as in struct argument */
	struct span text[LANGUAGES]; /* as below; empty of BATCH_NOT */
	int64_t count, ns;
	int64_t first; /* the id of the first, in the order of the trace */
};

struct batch;

/* The schemas and options must live as long. */
struct batch *batch_new(const struct schemas *, const struct fit_options *);
void batch_free(struct batch *);

/*
 * Adds an operator; texts are copied, and the row's members from `call` on are
 * set here.
 */
void batch_add(struct batch *, struct operator_row, struct span name,
    const struct recorded *);

/*
 * Groups what was added. Returns as selection_run; *id is the operator that is
 * wrong. The groups are valid as long as the batch.
 */
enum selection_status batch_run(struct batch *, int64_t *id);
size_t batch_groups(const struct batch *, const struct batch_group **);

/* Appends a call to the buffer. */
void write_call(struct buf *, const struct call *, enum language);
