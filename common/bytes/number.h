/*
 * number - which text is a number.
 */
#ifndef COMMON_BYTES_NUMBER_H
#define COMMON_BYTES_NUMBER_H

#include <stdbool.h>

#include "common/bytes/span.h"

/*
 * Whether the whole text is a number as JSON writes it (RFC 8259, section 6):
 * `-1.5e3` is, `+1`, `007`, `1.`, `.5`, `inf` and ` 1` are not.
 */
bool number_is(struct span);

#endif
