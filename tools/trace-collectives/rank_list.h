/*
 * rank_list - whole numbers as a profiler writes them into a text: "[0, 1, 2]".
 *
 * The ranks of a large group are cut: "[0, 1, 2, ..., 63]". They are known
 * nevertheless if the numbers left are those of an arithmetic progression of as
 * many members as the group has.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/bytes/span.h"

/* A group is not larger: a number in a damaged trace takes no memory. */
enum { LIST_MOST = 1 << 20 };

struct rank_list {
	int64_t *p; /* of malloc; the caller's */
	size_t n;
};

/*
 * Reads a list; `size` is how many members it must have, -1 any number if it
 * is not cut. False, and an empty list, when the text does not tell.
 */
bool rank_list_parse(struct rank_list *, struct span, int64_t size);

void rank_list_free(struct rank_list *);
