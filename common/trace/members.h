/*
 * members - what stands beside the events of a trace: keys and JSON texts.
 */
#ifndef COMMON_TRACE_MEMBERS_H
#define COMMON_TRACE_MEMBERS_H

#include <stdbool.h>

#include "common/bytes/buf.h"

enum {
	MEMBER_MAX = 256 * 1024, /* bytes of a value that is kept */
	MEMBERS_MAX = 4 << 20    /* of all keys and values */
};

struct member {
	size_t key, value, end; /* offsets in text */
};

/* Zeroed, it is empty. */
struct members {
	struct member *at;
	size_t n, cap;
	struct buf text;
};

void members_free(struct members *);

/* Keeps copies, unless they are too long. */
int members_add(struct members *, struct span key, struct span value);

/* Number i, from 0, in the order they came; valid until members_add. */
bool members_get(
    const struct members *, size_t i, struct span *key, struct span *value);

/* The value of the last of that name, or an empty span. */
struct span members_find(const struct members *, const char *key);

#endif
