/*
 * args - the arguments of an event, as an object of JSON.
 */
#pragma once

#include "common/bytes/buf.h"
#include "tools/trace-json/rank_ids.h"

/* JSON while it is written into memory, piece by piece. */

void text_value(struct buf *, struct span); /* a number, else a string */

/* The key of a member, with a comma behind another one, and its colon. */
void text_key(struct buf *, const char *key); /* without what needs escapes */
void text_any_key(struct buf *, struct span key);
void text_sound_key(struct buf *, struct span json);

/* Members. */
void text_us(struct buf *, const char *key, int64_t ns);
void text_int(struct buf *, const char *key, int64_t);

/* A column that becomes an argument. */
struct extra {
	const char *column; /* its name; the caller's */
	struct span key;
	struct span text;   /* of the row at hand; empty: it is left out */
	struct buf scratch; /* the caller's, for the text */
};

struct args {
	struct ids *ids; /* one set for all ranks; NULL: ids stay as they are */
	struct extra *extra;
	size_t extras;
	struct buf scratch;
};

/* Whether a text is JSON, one value and nothing else. */
bool args_is_json(struct span);

/*
 * Writes the member `args`, if there are any: those of the column args, which
 * must be JSON, else what other columns know of them; after them the extras
 * and, where ranks share the ids, the rank.
 */
void args_write(struct args *, struct buf *, const struct row *);

/*
 * The same one by one, of a row whose args are a compact object: takes a member
 * off what is left of them. A value that ranks share is in the text, which is
 * overwritten, until the next call. Returns false at the end.
 */
bool args_next_member(struct args *, struct buf *, const struct row *,
    struct span *left, struct span *key, struct span *value);

/*
 * Writes the members that come after those, without braces; `rank` says that
 * one of those is called so.
 */
void args_add(struct args *, struct buf *, const struct row *, bool rank);

/* Writes an id as it is shared. */
void args_link(struct args *, struct buf *, const struct row *, struct span id);
