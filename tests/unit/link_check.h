/*
 * link_check - who holds a call, by looking at all rows; for the unit test and
 * the fuzzer alike.
 */
#pragma once

#include <stdbool.h>

#include "tools/trace-link/call_path.h"

/* The last annotation that holds the call's start, on its thread or on any. */
static inline uint32_t
search_annotation(const struct host *h, uint32_t call, bool own)
{
	for (uint32_t i = call; i-- > 0;)
		if (h[i].kind == HOST_ANNOTATION &&
		    call_tree_holds(&h[i], &h[call]) &&
		    (!own || h[i].thread == h[call].thread))
			return i;
	return HOST_NONE;
}
