/*
 * call_path - what holds a call on the host, from the inside out.
 */
#ifndef TRACE_LINK_PATH_H
#define TRACE_LINK_PATH_H

#include "common/bytes/buf.h"
#include "common/table/tsv.h"
#include "tools/trace-link/call_tree.h"
#include "tools/trace-link/link_table.h"

/* A call, of the trace or of the recording of its graphs. */
struct place {
	const struct link_table *table;
	const struct call_tree *tree;
	uint32_t call;      /* HOST_NONE for none */
	int64_t since, ids; /* see struct graph_origin */
};

/* What holds a call, and where. */
struct part {
	const struct host *host;
	const struct place *place; /* lives as long as the path is used */
};

struct call_path {
	struct part *part; /* the innermost first */
	size_t n, cap;
};

/* A text of that place by its number; empty for HOST_NONE. */
struct span call_path_text(const struct place *, uint32_t number);
struct span call_path_name(const struct part *);
int64_t call_path_id(const struct part *); /* of an operator */

/* These end the program with a message when they fail. */
void call_path_add(struct call_path *, const struct place *, uint32_t row);

/* All of a kind whose names begin so, and that the place is to be told of. */
void call_path_add_all(struct call_path *, const struct place *, enum host_kind,
    const char *beginning);

/* All annotations that hold a call: those of its thread inside the others. */
void call_path_add_annotations(struct call_path *, const struct place *);

/* What the name of a Python function that is a module's begins with. */
#define CALL_PATH_MODULE "nn.Module: "

/*
 * Prints a field: the names from the last to the first, with ';' between, as in
 * FlameGraph's folded stacks, without the first `skip` bytes of each.
 */
void call_path_print(
    struct tsvw *, struct buf *room, const struct call_path *, size_t skip);
void call_path_free(struct call_path *);

#endif
