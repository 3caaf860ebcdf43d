/*
 * category_map - events of a category taken for those of another, as a user
 * says: work of a device that no table here knows becomes kernels.
 */
#ifndef COMMON_TRACE_CATEGORY_MAP_H
#define COMMON_TRACE_CATEGORY_MAP_H

#include "common/trace/kevent.h"

enum { CATEGORY_MAP_MOST = 32 };

/* Zeroed, it maps nothing. */
struct category_map {
	struct span from[CATEGORY_MAP_MOST], to[CATEGORY_MAP_MOST];
	size_t n;
};

/*
 * Adds CATEGORY=CATEGORY, which must live as long as the map. Returns 0, or -1:
 * it is none, or there are too many.
 */
__attribute__((warn_unused_result)) int category_map_add(
    struct category_map *, struct span rule);

/* Gives an event its new category, and what follows from that. */
void category_map_event(const struct category_map *, struct kevent *);

#endif
