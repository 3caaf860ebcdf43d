/*
 * jsontext - the text of a JSON value, unescaped.
 *
 * A value here is complete, as scan.h and json_members return it, so nobody
 * needs to parse it again. A backslash that escapes nothing stands for itself.
 */
#pragma once

#include <stdbool.h>

#include "common/bytes/buf.h"
#include "common/bytes/span.h"

/* Text as strings of JSON (RFC 8259, section 7). */

enum { QUOTE_MAX = 6 }; /* a byte becomes at most \u001f */

/*
 * Writes a text with its quotes, into room for QUOTE_MAX bytes each and two
 * more; bytes that are no UTF-8 become U+FFFD. Returns where it ends.
 */
char *quote(char *out, struct span text);

/* Appends a text with its quotes. */
void buf_add_quoted(struct buf *, struct span text);

/* The same of the character at the start of a text, which is taken from it. */
char *quote_character(char *out, struct span *text);

/*
 * The text of a value: a string's characters, nothing for null, arrays and
 * objects without blanks, numbers as they stand. The text is part of the value,
 * or is appended to scratch, which grows by value.n bytes at most.
 */
struct span json_text(struct span value, struct buf *scratch);

/* Appends that text, whatever it is. */
void json_add_text(struct buf *, struct span value);

/*
 * Whether a value that is no string, array or object is a number as JSON writes
 * it, true, false, null, or a word for what is no number, such as NaN.
 */
bool json_literal(struct span);

/*
 * Takes the first item off what is left of an array's text, which begins as the
 * whole array. Returns false when there are no more.
 */
bool json_item(struct span *array, struct span *item);

/* Whether a string, without its quotes, says this text. */
bool json_says(struct span string, struct span text);

/* How many bytes after a backslash are an escape; 0 if none is. */
size_t json_escape(struct span behind);
