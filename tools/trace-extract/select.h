/*
 * select - which events are asked for, by category.
 */
#ifndef TOOLS_TRACE_EXTRACT_SELECT_H
#define TOOLS_TRACE_EXTRACT_SELECT_H

#include <regex.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "common/bytes/span.h"
#include "common/json/skim.h"
#include "common/trace/category_map.h"
#include "common/trace/kevent.h"

/* Which rank of a distributed job a trace file is of. */

struct rank_rule {
	const char *fixed; /* the same for all files */
	bool by_name;      /* or the pattern's first group in the file's name */
	bool by_pid;       /* or the pid of each event: a file has several */
	regex_t pattern;
};

/*
 * `text` is a whole number, "pid", or an extended regular expression with one
 * group; it must outlive the rule. Returns NULL, or what is wrong with it.
 */
const char *rank_rule_parse(struct rank_rule *, const char *text);

/* The rank by the rule, or an empty span; points into rule or path. */
struct span rank_by_rule(const struct rank_rule *, const char *path);

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
