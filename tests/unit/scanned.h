/*
 * scanned - where a value of JSON ends, by the scanner, in one call.
 */
#pragma once

#include "common/json/scan.h"

/* The length of the value at the start; 0 when it is broken or cut off. */
static inline size_t
value_length(struct span s)
{
	static struct scan scan;
	size_t n;

	scan_start(&scan);
	return scan_bytes(&scan, s.p, s.n, &n) == SCAN_DONE ? n : 0;
}
