/*
 * padded - objects with nothing behind them but what fields_read may look at,
 * so that the address sanitizer sees whether it looks further.
 */
#pragma once

#include <stdlib.h>
#include <string.h>

#include "common/json/fields.h"

/* A copy, to be freed, and FIELDS_PAD bytes like this one. */
static inline char *
padded_copy(struct span object, char pad)
{
	char *copy = malloc(object.n + FIELDS_PAD);

	if (!copy)
		abort();
	memcpy(copy, object.p, object.n);
	memset(copy + object.n, pad, FIELDS_PAD);
	return copy;
}
