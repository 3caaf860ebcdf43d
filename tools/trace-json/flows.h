/*
 * flows - pairs of rows, as arrows from one to the other.
 *
 * Rows are known by their numbers (trace-merge --number). Memory: 96 bytes a
 * pair.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct flow {
	int64_t row[2];     /* where it starts and ends */
	int64_t ts[2];      /* ns, of the ends that have been met */
	uint32_t name, cat; /* the caller's */
	bool met[2];
};

/* An end of a flow at a row. */
struct flow_end {
	int64_t row;
	size_t flow;
	int side; /* 0: it starts there, 1: it ends there */
};

/* Zeroed, it is empty. */
struct flows {
	struct flow *flow;
	size_t n, cap;
	struct flow_end *end; /* by row, once flows_sort is done */
	size_t ends, end_cap;
};

void flows_free(struct flows *);

/* Nothing is added behind flows_sort. */
void flows_add(struct flows *, const struct flow *);
void flows_sort(struct flows *);

/* The ends at a row, *n of them. */
struct flow_end *flows_at(const struct flows *, int64_t row, size_t *n);

/* Flows of which an end was not met; of the others, those that end before they
 * start. */
size_t flows_unmet(const struct flows *, size_t *reversed);
