/*
 * number - which text is a number, and doubles as decimals.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "common/bytes/span.h"

/*
 * Whether the whole text is a number as JSON writes it (RFC 8259, section 6):
 * `-1.5e3` is, `+1`, `007`, `1.`, `.5`, `inf` and ` 1` are not.
 */
bool number_is(struct span);

/* As strtod reads all of it; NAN if it does not, or above NUMBER_TEXT bytes. */
double number_read(struct span);

enum {
	NUMBER_TEXT = 63,
	NUMBER_DECIMALS = 20,
	NUMBER_MAX = 340 /* the largest has 309 digits */
};

/*
 * Writes a finite number with 0 to NUMBER_DECIMALS decimals into at least
 * NUMBER_MAX bytes, no NUL; returns the length. It is what printf writes: the
 * nearest of all decimals, and of two that are as near, the even one.
 */
size_t number_print(char *, double, int decimals);
