/*
 * operator_work - the work of the GPU that each operator led to, through
 * whatever it called.
 */
#ifndef TRACE_LINK_OPERATOR_WORK_H
#define TRACE_LINK_OPERATOR_WORK_H

#include "tools/trace-link/call_path.h"

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
__attribute__((warn_unused_result)) int operator_works_add(
    struct operator_works *, const struct call_path *, const struct event *,
    uint32_t place, const struct link_table *trace);

/* The work of an operator of the trace; NULL: it has none. */
const struct operator_work *operator_works_of(
    const struct operator_works *, const struct host *);

void operator_works_free(struct operator_works *);

#endif
