/*
 * hta - the critical path of one rank as Holistic Trace Analysis (HTA) has it:
 * the longest path, where an edge weighs what its operator, kernel, launch or
 * gap takes, and a dependency nothing. Its rules as far as they differ from
 * ours: one call at a time of three of the runtime's; a launch is an edge only
 * on an empty stream; kernels further apart than 1.5 ms do not follow each
 * other.
 */
#pragma once

#include "common/bytes/pool.h"
#include "common/times/longest_path.h"
#include "tools/trace-critical/points.h"

/*
 * The graph of HTA's path while it is made; for hta.c and
 * hta_device.c only.
 */

enum hta_type {
	HTA_OPERATOR,
	HTA_DEPENDENCY,
	HTA_KERNEL_KERNEL,
	HTA_LAUNCH,
	HTA_SYNC
};

struct hta_edge {
	uint32_t from, to; /* points */
	enum hta_type type;
	int64_t weight; /* ns */
	uint32_t row;   /* of an operator: what runs */
};

struct hta {
	const struct points *r;
	struct interval window;
	uint32_t *node;  /* by point; NONE: outside */
	uint32_t *point; /* by node, in the order of time */
	uint32_t nodes;
	struct hta_edge *edge; /* with nodes in place of points */
	size_t edge_cap;
	struct graph graph;
	struct idpool known; /* edges by their two nodes */

	uint32_t *launched; /* rows of the GPU by the start of their calls */
	uint32_t launches;
	uint32_t *waits_for; /* row, by row of the GPU from 0 */
	int *queued;         /* by row: how many wait on the stream after it */
	uint32_t *last;      /* node, by track */
};

static inline uint32_t
hta_call_of(const struct hta *h, uint32_t row)
{
	return call_with(h->r, h->r->row[row].correlation);
}

/* By weight, then row: for what is put in an order of time as edges. */
int hta_compare(const void *, const void *);

/* Adds an edge between nodes; one that is there is replaced. */
void hta_add(struct hta *, uint32_t from, uint32_t to, enum hta_type,
    bool weighs, uint32_t row);

/* How many events wait on its stream after each call and start. */
void hta_count_queued(struct hta *);

/* Edges to and from the work of the GPU, and to calls that wait. */
void hta_add_device(struct hta *);

/*
 * The edges of the path of rows that are connected, the last one first, of what
 * begins in the window. The caller frees them. False: something waits for
 * itself.
 */
bool hta_path(const struct points *, struct interval window,
    struct hta_edge **path, size_t *n);
