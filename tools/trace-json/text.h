/*
 * text - JSON while it is written into memory, piece by piece.
 *
 * When there is no memory, `failed` says so from then on, and what is written
 * is worth nothing: so one question at the end will do.
 */
#ifndef TRACE_JSON_TEXT_H
#define TRACE_JSON_TEXT_H

#include "common/bytes/buf.h"

/* Zeroed, it is empty. */
struct text {
	struct buf b;
	bool failed;
	bool comma; /* the next key needs one before it */
};

void text_put(struct text *, struct span); /* as it is */
void text_string(struct text *, struct span);
void text_value(struct text *, struct span); /* a number, else a string */
void text_sound(struct text *, struct span json);

/* The key of a member, with a comma before it and the colon after it. */
void text_key(struct text *, const char *key); /* without what needs escapes */
void text_any_key(struct text *, struct span key);

/* Members. */
void text_us(struct text *, const char *key, int64_t ns);
void text_int(struct text *, const char *key, int64_t);

/* An object's first and last byte. */
void text_open(struct text *);
void text_close(struct text *);

#endif
