/*
 * utf8 - which bytes are well-formed UTF-8 (Unicode 15, table 3-7).
 */
#pragma once

#include <stdint.h>

#include "common/bytes/span.h"

#define UTF8_REPLACEMENT "\xEF\xBF\xBD" /* U+FFFD */
#define UTF8_MARK "\xEF\xBB\xBF"        /* U+FEFF, in front of some files */

enum { UTF8_MAX = 4 };

/* Length of the well-formed character at the start of s, 0 if there is none. */
size_t utf8_length(struct span s);

/* The code point of that character; *length as above. U+FFFD when it is 0. */
uint32_t utf8_decode(struct span s, size_t *length);

/* Writes a code point (a surrogate as U+FFFD); returns 1 to UTF8_MAX bytes. */
size_t utf8_encode(char *out, uint32_t);

/*
 * Copies the printable ASCII at the start of s, up to the first backslash or
 * `stop`; out has room for s.n bytes. Returns how many.
 */
size_t utf8_copy_plain(char *out, struct span s, char stop);
