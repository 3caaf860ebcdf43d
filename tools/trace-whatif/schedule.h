/*
 * schedule - operations and what each waits for, as two tables give them.
 *
 * An operation has two points: its end, which bears its number, and its start.
 * Operations of one group start together, so they share that point. The first
 * edges of the graph are the operations' own times, by their number.
 *
 * Life: schedule_open, schedule_keep for each column that is needed,
 * schedule_operations, schedule_edges. Memory: about 200 bytes an operation
 * with two edges; 4 for each column kept.
 */
#pragma once

#include <stdbool.h>

#include "common/bytes/pool.h"
#include "common/table/tsv.h"
#include "common/times/longest_path.h"

/* The column of a schedule that is not there. */
#define SCHEDULE_NONE UINT32_MAX

struct operation {
	int64_t ts;     /* ns, as traced */
	int64_t dur;    /* ns, its own time: it holds no waiting */
	int64_t end;    /* ns, as traced */
	uint32_t start; /* the point */
	uint32_t graph; /* which of the graphs apart it belongs to */
	bool counts;    /* in the error of the replay */
	bool ends;      /* its graph ends with it */
};

/* A column that is kept: the number of each operation's text. */
struct kept {
	int column; /* TSV_MISSING: all its texts are empty */
	uint32_t *text;
	size_t cap;
};

struct schedule {
	struct operation *op;
	uint32_t n;
	bool traced; /* each operation has its ts_us */
	struct pool *texts;
	struct kept *kept;
	uint32_t columns;
	uint32_t
	    kind; /* the column kind among those kept; there is always one */

	struct graph graph;
	int64_t *lag;        /* by edge */
	uint32_t *edge_kind; /* text, by edge behind the operations' own */

	uint32_t *graph_name; /* text, by graph */
	uint32_t graphs;

	/* below: for schedule.c only */
	int ts, dur, traced_dur, id, device;
	uint32_t group, key; /* columns kept */
	struct pool *ids;    /* the number of an operation's is its own */
	uint32_t starts;     /* points, numbered from 0 while they are read */
	struct idpool groups, keys;
	uint32_t *group_start;
	size_t op_cap, kept_cap, lag_cap, kind_cap, name_cap, group_cap;
};

/*
 * Finds the columns id, dur_us and those of ts_us, traced_us, group and device
 * that are there; `key` names the column of the graphs apart, or is NULL. With
 * `all`, every column is kept, in their order.
 * Returns 0, or -1: the reader's error says why; schedule_free frees.
 */
MUST_USE int schedule_open(
    struct schedule *, struct tsv *operations, const char *key, bool all);
void schedule_free(struct schedule *);

/*
 * Keeps a column, once. Sets *which among the columns kept, SCHEDULE_NONE if it
 * is not there. Returns 0, or -1: as above.
 */
MUST_USE int schedule_keep(
    struct schedule *, struct tsv *, const char *name, uint32_t *which);

/* Reads all operations. Returns 0, or -1: the reader's error says why. */
MUST_USE int schedule_operations(struct schedule *, struct tsv *);

/*
 * Reads all edges and orders the graph. Returns 0, or -1: as above. What waits
 * for itself is an error that names the operations of one circle.
 */
MUST_USE int schedule_edges(struct schedule *, struct tsv *);

/* The value of the key that a graph has; empty without a key. */
struct span schedule_graph(const struct schedule *, uint32_t graph);

/* The operation's text in a column that is kept. */
struct span schedule_text(
    const struct schedule *, uint32_t operation, uint32_t which);
