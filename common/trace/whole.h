/*
 * whole - what an event holds beside the members that are columns: its args,
 * and all others, as JSON in sound form (sound.h), so that the event can be
 * written again.
 */
#ifndef COMMON_TRACE_WHOLE_H
#define COMMON_TRACE_WHOLE_H

#include "common/bytes/buf.h"
#include "common/trace/kevent.h"

/* Of one event; zeroed, both are empty. */
struct whole {
	struct buf args; /* of `args`, or of `attr` if that stands instead */
	struct buf rest; /* an object of the other members, or empty */
};

void whole_free(struct whole *);

/*
 * Splits the text of an event, an object that scan.h accepts. Of members that
 * come twice the last counts.
 */
void whole_split(struct whole *, struct span event);

/*
 * Begins the args of an event that has none of its own with the columns that
 * others read there; the event has no rest.
 */
void whole_begin(struct whole *, const struct kevent *);

/*
 * Writes a member into args, which the first call begins and whole_end ends: a
 * number as it stands, another text as a string.
 */
void whole_put(struct whole *, struct span key, struct span text);

/* The same of a JSON value after a key with its quotes. */
void whole_put_json(struct whole *, struct span key, struct span value);
void whole_end(struct whole *);

#endif
