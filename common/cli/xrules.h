/*
 * xrules - rules from a file, or an end of the program with a message.
 */
#pragma once

#include "common/bytes/pool.h"
#include "common/meaning/rules.h"
#include "common/trace/category_map.h"

/*
 * The rules of a table with the columns priority, pattern, category, family and
 * vendor, and ours after them; only ours if the path is NULL. "-" is standard
 * input. A rule without a pattern ends all rules, ours as well. The rules for
 * other vendors are left out; NULL: none are.
 */
struct rules *xrules_open(const char *path, const char *vendor);

/*
 * The value of --map: a rule, or a file of rules.
 */

struct xmap {
	struct category_map map;
	struct pool *texts; /* of the rules in files */
};

/*
 * Adds CATEGORY=CATEGORY, or the lines of a file, to a struct xmap; ends the
 * program if wrong. As an option has it.
 */
void xmap_add(void *map, const char *text);
void xmap_free(struct xmap *);
