/*
 * spelling - how near one name is to another, for messages about names that
 * are not there, and for keys that were damaged.
 */
#pragma once

#include "common/bytes/span.h"

enum { SPELLING_MAX = 63 }; /* bytes of a name that are looked at */

/*
 * Bytes to insert, delete or change, or neighbours to swap, until a is b: the
 * optimal string alignment distance (Boytsov, "Indexing methods for approximate
 * dictionary searching", ACM JEA 16, 2011, section 2).
 */
size_t spelling_distance(struct span a, struct span b);

/* May a be b with a mistake: is at most a third of it wrong? */
bool spelling_is(struct span a, struct span b);
