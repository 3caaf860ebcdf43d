/*
 * resync - places in a broken trace from which reading can go on.
 *
 * All answer 1 when the bytes begin with such a place, 0 when not, and -1 when
 * they are too few to tell; `before` is the byte before them, blanks apart.
 */
#pragma once

#include "common/bytes/span.h"

/*
 * An event's start: a `{`, a key that events begin with, and a colon. A valid
 * document holds none inside a string, because there the key's quote would have
 * to be escaped; after a colon it is the value of a member, unless its first
 * key is `ph`.
 */
int resync_event(struct span, char before);

/*
 * Outside an array of events: the start of an event among whose own keys is
 * `ph`, by which it differs from other objects; or `"traceEvents"`, a colon,
 * `[`.
 */
int resync_outside(struct span, char before);

/*
 * A record of rocprofv3: `{ "size":`, not after a colon; of its table of kinds,
 * `{ "kind":`. Both: the key of one of its tables.
 */
int resync_rocprof_record(struct span, char before);
int resync_rocprof_kind(struct span, char before);

/*
 * A dump of PyTorch's flight recorder: an entry's start, a `{` and a key that
 * entries begin with; or the key of one of the members with the groups.
 */
int resync_flight_recorder(struct span, char before);
