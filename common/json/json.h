/*
 * json - the members of one JSON object, found by jsmn.
 */
#pragma once

#include <stdint.h>

#include "common/bytes/buf.h"

enum { JSON_UNREADABLE = -1 };

/* Some keys, and which lengths they have: bit n for n bytes, 63 for more. */
struct json_names {
	const struct span *name;
	size_t n;
	uint64_t lengths;
};

static inline uint64_t
json_length_bit(size_t n)
{
	return UINT64_C(1) << (n < 63 ? n : 63);
}

static inline struct json_names
json_names(const struct span *name, size_t n)
{
	struct json_names names = {name, n, 0};

	for (size_t i = 0; i < n; i++)
		names.lengths |= json_length_bit(name[i].n);
	return names;
}

/*
 * Which members to find: of the object, and of its member `args`, or of `attr`,
 * as some profilers call it, if there is no `args`.
 */
struct json_keys {
	struct json_names top, args;
};

/* Zeroed, it has read nothing. */
struct json {
	int64_t unreadable; /* values of the last object that are none, as
			       json_literal says */
	uint64_t repeated;  /* which of the first 64 keys of `top` came more
			       than once there, as bits */

	/* below: for json.c only */
	struct json_token *token;
	size_t cap;
	int n;
	struct buf repaired;
};

void json_free(struct json *);

/*
 * Finds the members of an object. values has top.n + args.n places: each
 * becomes the JSON text of the value, or empty when the member is not there; of
 * equal keys the last counts. Backslashes that escape nothing are taken
 * literally. Values are valid as long as the object, and until the next call
 * with another one; a call with one of them does no harm. Returns 0 or
 * JSON_UNREADABLE.
 */
MUST_USE int json_members(struct json *, struct span object,
    const struct json_keys *, struct span *values);
