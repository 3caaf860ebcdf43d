/*
 * tree_side - one of the two trees: the rows that trace-tree prints, in their
 * order.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/bytes/buf.h"
#include "common/bytes/pool.h"

/*
 * The form of a name in which two trees are compared.
 *
 * Addresses and the numbers of lines of Python differ from run to run, and so
 * do those at the ends of Triton's names. Calls of HIP and of CUDA that do the
 * same are called alike: "LaunchKernel", "Memcpy", "Memset", or by their names
 * without the vendor's prefix.
 */

enum compared_form {
	COMPARED_EXACT,
	COMPARED_LOOSE,    /* without the function and the folders of Python */
	COMPARED_REFERENCE /* of calls only hipModuleLaunchKernel as well as
			      cuLaunchKernel, as in TraceLens */
};

/* Appends the form of a name; `call` if it is of a call. */
void side_compared_name(
    struct buf *, struct span name, bool call, enum compared_form);

/* Appends the name without numbers in parentheses. */
void side_without_lines(struct buf *, struct span name);

#define SIDE_NONE UINT32_MAX

enum side_kind {
	SIDE_FRAME, /* and what else there may be */
	SIDE_OPERATOR,
	SIDE_CALL, /* of the runtime or driver */
	SIDE_WORK  /* a kernel, copy or memset */
};

/* A node; what it holds are the nodes after it, up to before `behind`. */
struct side_node {
	int64_t event, start, end; /* ns */
	int64_t work;              /* ns of the GPU for it */
	uint32_t events;           /* of that work */
	uint32_t parent, child, next, behind, depth;
	uint32_t name, key, loose; /* texts: the name, and as it is compared */
	uint32_t args;             /* four fields with tabs, of an operator */
	uint32_t rank;             /* text */
	uint8_t kind;              /* enum side_kind */
	bool gpu;                  /* led to work of the GPU, or is such */
};

struct side {
	struct side_node *node;
	size_t n, cap;
	uint32_t root;      /* the first; the others are its `next` */
	bool ranks;         /* it has several */
	struct pool *texts; /* borrowed, of both sides */
};

/* Its first and next child on a way to the GPU; SIDE_NONE after the last. */
uint32_t side_child(const struct side *, uint32_t node);
uint32_t side_next(const struct side *, uint32_t node);

/* Its only child on a way to the GPU; SIDE_NONE if there are none or more. */
uint32_t side_only_child(const struct side *, uint32_t node);

/* Does it call the runtime itself, on a way to the GPU? */
bool side_calls(const struct side *, uint32_t node);

/*
 * The end of its chain of only children, which goes no further than a call, the
 * GPU's work, or an operator that calls the runtime itself.
 */
uint32_t side_chain_end(const struct side *, uint32_t node);
bool side_ends_chain(const struct side *, uint32_t node);

/* The innermost operator that holds it, or SIDE_NONE. */
uint32_t side_operator(const struct side *, uint32_t node);

/*
 * Sets child, next and behind of all nodes by their parents, each of which
 * stands before what it holds; and which lead to the GPU.
 */
void side_close(struct side *);

/*
 * Reads a tree out of the table that trace-tree prints; the nodes are the
 * caller's. Ends the program with a message when it fails.
 */
void side_read(
    struct side *, const char *path, struct pool *texts, enum compared_form);

/* One of the fields of a node's args. */
struct span side_arg(const struct side *, uint32_t node, int which);
/* Empty for SIDE_NONE. */
struct span side_name(const struct side *, uint32_t node);
