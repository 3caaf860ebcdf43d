/*
 * scan - where a JSON value ends, in bytes that come in pieces.
 *
 * The structure must be that of RFC 8259: brackets match, members are a string,
 * a colon and a value, and nothing but `, : ] }` follows a string. That last
 * rule notices a stray quote at the next string's end, before it can swallow
 * the values after it. NUL breaks a value in any place: crashes leave NULs on
 * disks. Other contents are accepted: raw control bytes and unknown escapes in
 * strings, NaN or any other run of plain bytes as a number, and a comma before
 * a closing bracket.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/bytes/span.h"

enum { SCAN_DEPTH = 4096 }; /* nested deeper than this is broken */

enum scan_result {
	SCAN_MORE,  /* the bytes ended inside the value */
	SCAN_DONE,  /* the value is whole */
	SCAN_BROKEN /* this is no JSON */
};

struct scan {
	int state;
	int depth;
	uint64_t objects[SCAN_DEPTH / 64]; /* which open brackets are { */
};

/* Prepares for the first byte of a value, which blanks may precede. */
void scan_start(struct scan *);

/*
 * Reads on. *used becomes the number of bytes that belong to the value: n for
 * SCAN_MORE, up to and without the offending byte for SCAN_BROKEN.
 */
enum scan_result scan_bytes(
    struct scan *, const char *p, size_t n, size_t *used);

/* The blanks of JSON: space, tab, LF, CR. */
static inline bool
scan_blank(char c)
{
	return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/* Does it end a number, true, NaN ...? */
static inline bool
scan_ends_plain(char c)
{
	return scan_blank(c) || c == ',' || c == '}' || c == ']' || c == ':' ||
	    c == '"' || c == '{' || c == '[';
}

/* The text without blanks at its start; without a byte order mark, too. */
static inline struct span
scan_skip_blanks(struct span s)
{
	while (s.n && scan_blank(*s.p))
		s = span_cut(s, 1, s.n);
	return s;
}
struct span scan_text(struct span);
