/*
 * select - which events are asked for, by category.
 */
#ifndef SELECT_H
#define SELECT_H

#include <stdatomic.h>
#include <stdbool.h>

#include "common/json/skim.h"
#include "common/trace/category_map.h"
#include "common/trace/kevent.h"

enum { SELECT_NAMES = 64 }; /* bits of a mask */

struct selection {
	bool all;
	unsigned groups;                /* of enum category_group */
	struct span name[SELECT_NAMES]; /* categories in today's spelling */
	int names;
	unsigned long long expected; /* bits of those to be missed if absent */
};

/*
 * Adds a comma-separated list of categories and of the groups gpu, host, calls,
 * all; the list must outlive the selection. Returns 0, or -1 when an item is
 * empty or there are too many.
 */
int select_add(struct selection *, const char *list, bool expected);

/*
 * The words at least one of which stands in every event that is asked for,
 * where the map gives events other categories. The selection must outlive them.
 */
void select_words(
    const struct selection *, const struct category_map *, struct skim_words *);

/*
 * Is it asked for? The bit of the name that does so is set in `found`, which
 * threads may share.
 */
bool select_has(
    const struct selection *, const struct kevent *, atomic_ullong *found);

#endif
