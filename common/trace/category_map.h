/*
 * category_map - treat events of one category as those of another, by rules of
 * the user: work of a device that no table here knows becomes kernels. Events
 * without a category get one by their names, processes or threads, as some
 * profilers write none.
 */
#pragma once

#include "common/trace/raw_event.h"

enum { CATEGORY_MAP_MOST = 64 };

enum pattern_of { PATTERN_NAME, PATTERN_PID, PATTERN_TID, PATTERNS };

/* A text that the name, pid or tid of events holds, and their category. */
struct pattern_rule {
	enum pattern_of of;
	struct span text;
	bool begins, ends; /* it begins, or ends, with the text */
	struct span to;
};

/* Zeroed, it maps nothing. */
struct category_map {
	struct span from[CATEGORY_MAP_MOST], to[CATEGORY_MAP_MOST];
	size_t n;
	struct pattern_rule pattern[CATEGORY_MAP_MOST];
	size_t patterns;
};

/*
 * Adds CATEGORY=CATEGORY, where the category none is that of events without
 * one, or name:PATTERN=CATEGORY for these, or pid: or tid: in place of name: a
 * text, with a * at an end where it may continue. The first rule that matches
 * applies. The rule must live as long as the map. Returns 0, or -1: it is none,
 * or there are too many.
 */
MUST_USE int category_map_add(struct category_map *, struct span rule);

/*
 * Adds the rules for a dialect that is known here: "flex", of IBM's AIU.
 * Returns 0, or -1: it is not known, or there are too many rules.
 */
MUST_USE int category_map_dialect(struct category_map *, struct span name);

/* Whether a category of a rule is that of events without one. */
bool category_map_is_none(struct span category);

/* Gives an event its new category, and what follows from that. */
void category_map_event(const struct category_map *, struct raw_event *);
