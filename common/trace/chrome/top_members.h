/*
 * top_members - the members of the object that holds the events, out of an
 * input.
 *
 * elements.h reads the events; all other members are kept, as far as they are
 * short (reader.h).
 */
#ifndef COMMON_TRACE_CHROME_TOP_MEMBERS_H
#define COMMON_TRACE_CHROME_TOP_MEMBERS_H

#include "common/json/jsonin.h"
#include "common/trace/reader.h"

enum top_members_result {
	TOP_MEMBERS_MEMBER,   /* a member has been read, or a comma */
	TOP_MEMBERS_EVENTS,   /* the bracket of traceEvents has been read */
	TOP_MEMBERS_MISSPELT, /* the same, of a key that is that but for damage
			       */
	TOP_MEMBERS_END,      /* the object's brace has been read */
	TOP_MEMBERS_BROKEN,   /* here is no member */
	TOP_MEMBERS_CUT,      /* the input ends: see `cut` */
	TOP_MEMBERS_FAILED    /* reading failed: see the input's error */
};

/* Zeroed but for j, it is ready; it may go on with another object. */
struct top_members {
	struct jsonin *j;
	struct members members; /* of all objects so far */
	const char *cut;        /* how the input ends */
	struct buf key; /* for top_members.c only: the last one's text */
};

void top_members_free(struct top_members *);

/* Goes one step on inside the object. */
enum top_members_result top_members_next(struct top_members *);

#endif
