/*
 * repair - JSON values written again: without blanks, and valid by RFC 8259.
 *
 * Errors that the readers of traces forgive are corrected: a control byte in a
 * string becomes an escape, a backslash that escapes nothing is doubled, a
 * comma too many goes, words for what is no number (NaN) become strings, and
 * what is no value at all (1.2.3) becomes null. json_text says the same of the
 * result. All else stays as it is: numbers byte for byte, members in their
 * order, even those that come twice.
 *
 * A value here is whole, as scan.h accepts it.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "common/bytes/buf.h"
#include "common/bytes/span.h"

/* Appends the value; returns how many in it became null, as they are none. */
int64_t json_repair(struct buf *, struct span);

/*
 * Takes the first member off what is left of an object's text, which begins as
 * the whole object; the key has its quotes. False when there are no more.
 */
bool json_next_member(
    struct span *object, struct span *key, struct span *value);

/*
 * How many bytes the string has with which a text begins, both quotes among
 * them; all of the text if it is cut.
 */
size_t json_string_length(struct span);

/* Whether a key with its quotes says this text. */
bool json_key_is(struct span key, struct span text);

/* Is the text one string, object or array, and nothing else? */
bool json_is_whole(struct span);

/*
 * The value of the last member of that name; empty when it is not there, or
 * when this is no whole object.
 */
struct span json_member(struct span object, const char *name);

/* Which JSON can be copied as it is. */

/*
 * Whether the whole text is one value as RFC 8259 has it, without blanks, as
 * json_repair writes it. False also for the rare ones that are not worth it:
 * nested more than 64 deep, or with other bytes than printable ASCII or with \u
 * in a string.
 */
bool json_is_compact(struct span);
