/*
 * xstring - characters in the texts of workbooks that XML cannot hold, or would
 * change: _x000D_ stands for a carriage return, and _x005F_ for an underscore
 * that would begin such an escape (ECMA-376 part 1, ST_Xstring).
 */
#pragma once

#include <stdint.h>

#include "common/bytes/ascii.h"
#include "common/bytes/span.h"

enum { XSTRING_ESCAPE = 7 /* bytes */ };

/* The UTF-16 unit of the escape at the start of s; -1: there is none. */
static inline int32_t
xstring_unit(struct span s)
{
	int32_t unit = 0;

	if (s.n < XSTRING_ESCAPE || s.p[0] != '_' || s.p[1] != 'x' ||
	    s.p[6] != '_')
		return -1;
	for (int i = 2; i < 6; i++) {
		int digit = ascii_hex(s.p[i]);

		if (digit < 0)
			return -1;
		unit = unit * 16 + digit;
	}
	return unit;
}
