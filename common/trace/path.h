/*
 * path - where a row stands in the cycles, as trace-cycles --events prints it:
 * CYCLE:REPEAT from the outermost cycle inwards, such as 1:3/4:17. A repeat
 * that does not count has a p before its number.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "common/bytes/fixed.h"
#include "common/bytes/span.h"

/* One step inwards, such as 4:17. They point into the path. */
struct path_element {
	struct span text;   /* the whole */
	struct span cycle;  /* before the colon */
	struct span repeat; /* after it; p is NULL when there is no colon */
};

/* Takes the outermost element off; false when the path is empty. */
static inline bool
path_next(struct span *path, struct path_element *e)
{
	if (path->n == 0)
		return false;
	e->text = span_take(path, '/');
	e->repeat = e->text;
	e->cycle = span_take(&e->repeat, ':');
	return true;
}

/* A repeat of a cycle. In a question, 0 stands for any. */
struct path_repeat {
	int64_t cycle, number;
};

/* The two numbers of an element; false for a repeat that does not count. */
static inline bool
path_repeat(const struct path_element *e, struct path_repeat *r)
{
	return fixed_parse_int(e->cycle, &r->cycle) == 0 &&
	    fixed_parse_int(e->repeat, &r->number) == 0;
}

/* Whether a path is inside such a repeat, or is of it. */
static inline bool
path_holds(struct span path, struct path_repeat want)
{
	struct path_element e;
	struct path_repeat r;

	while (path_next(&path, &e))
		if (path_repeat(&e, &r) &&
		    (want.cycle == 0 || want.cycle == r.cycle) &&
		    (want.number == 0 || want.number == r.number))
			return true;
	return false;
}
