/*
 * quote - text as strings of JSON (RFC 8259, section 7).
 */
#ifndef COMMON_JSON_QUOTE_H
#define COMMON_JSON_QUOTE_H

#include "common/bytes/span.h"

enum { QUOTE_MAX = 6 }; /* a byte becomes at most \u001f */

/*
 * Writes a text with its quotes, into room for QUOTE_MAX bytes each and two
 * more; bytes that are no UTF-8 become U+FFFD. Returns where it ends.
 */
char *quote(char *out, struct span text);

/* The same of the character at the start of a text, which is taken from it. */
char *quote_character(char *out, struct span *text);

#endif
