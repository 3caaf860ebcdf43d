/*
 * beside - the members of the object that holds the events, out of an input.
 *
 * elements.h reads the events; all other members are kept, as far as they are
 * short (members.h).
 */
#ifndef COMMON_TRACE_BESIDE_H
#define COMMON_TRACE_BESIDE_H

#include "common/json/jsonin.h"
#include "common/trace/members.h"

enum beside_result {
	BESIDE_MEMBER, /* a member has been read, or a comma */
	BESIDE_EVENTS, /* the bracket of traceEvents has been read */
	BESIDE_END,    /* the object's brace has been read */
	BESIDE_BROKEN, /* here is no member */
	BESIDE_CUT,    /* the input ends: see `cut` */
	BESIDE_FAILED  /* reading failed: see the input's error */
};

/* Zeroed but for j, it is ready; it may go on with another object. */
struct beside {
	struct jsonin *j;
	struct members members; /* of all objects so far */
	const char *cut;        /* how the input ends */
	struct buf key;         /* for beside.c only: the last one's text */
};

void beside_free(struct beside *);

/* Goes one step on inside the object. */
enum beside_result beside_next(struct beside *);

#endif
