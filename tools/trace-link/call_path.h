/*
 * call_path - the rows that hold a call on the host, from the inside out.
 */
#pragma once

#include "common/bytes/buf.h"
#include "common/table/tsv.h"
#include "common/trace/host_events.h"
#include "tools/trace-link/link_table.h"

/* A call, of the trace or of the recording of its graphs. */
struct place {
	const struct link_table *table;
	uint32_t call;      /* HOST_NONE for none */
	int64_t since, ids; /* see struct graph_origin */
};

/* A row that holds a call, and its place. */
struct part {
	const struct host *host;
	const struct place *place; /* lives as long as the path is used */
};

struct call_path {
	struct part *part; /* the innermost first */
	size_t n, cap;
};

/* A text by its number; empty for HOST_NONE. */
struct span call_path_text(const struct link_table *, uint32_t number);
struct span call_path_name(const struct part *);
int64_t call_path_id(const struct part *); /* of an operator */

/* These end the program with a message when they fail. */
void call_path_add(struct call_path *, const struct place *, uint32_t row);

/* All of a kind whose names begin so, and that the place is to be told of. */
void call_path_add_all(struct call_path *, const struct place *, enum host_kind,
    const char *beginning);

/*
 * Prints a field: the names from the last to the first, with ';' between, as in
 * FlameGraph's folded stacks, without the first `skip` bytes of each.
 */
void call_path_print(
    struct tsvw *, struct buf *room, const struct call_path *, size_t skip);

/*
 * Print two fields each, with a path to write over: the innermost annotation
 * that holds a call and all of them; the Python functions around it and those
 * of them that are modules, from the recording and from the launch.
 */
void call_path_print_annotations(
    struct tsvw *, struct buf *room, struct call_path *, const struct place *);
void call_path_print_stacks(struct tsvw *, struct buf *room, struct call_path *,
    const struct place *recorded, const struct place *);
void call_path_free(struct call_path *);

/* The work of the GPU that each operator led to, through whatever it called. */

struct operator_work {
	const struct host *host; /* the operator */
	int64_t id, parent;      /* of it and of what holds it; -1: nothing */
	int64_t since;           /* see struct graph_origin */
	bool recorded;   /* an operator of a graph, in one of its runs */
	uint32_t events; /* how many */
	uint32_t first;  /* the first one's place among the events of the GPU */
	uint32_t kernel; /* that of the first one that says what is transposed,
			    else it, too */
	bool product;    /* there is such a one */
	int64_t ns;      /* for so long at least one of them ran */
	int64_t end;     /* when the last of them ended */
};

struct operator_works {
	struct pool *known;         /* which operator of which run has one */
	struct operator_work *work; /* by the number there */
	bool *products;             /* is an event's text the name of one? */
	size_t n, cap;
};

/* For these events, after event_sort. */
void operator_works_open(struct operator_works *, const struct events *);

/*
 * Adds an event, which must come in the order of time, to the operators of its
 * path, as call_path_add_all finds them.
 */
void operator_works_add(struct operator_works *, const struct call_path *,
    const struct event *, uint32_t place, const struct link_table *trace);

/* The work of an operator of the trace; NULL: it has none. */
const struct operator_work *operator_works_of(
    const struct operator_works *, const struct host *);

void operator_works_free(struct operator_works *);
