/*
 * map_option - the value of --map: a rule, or a file of rules.
 */
#ifndef COMMON_CLI_MAP_OPTION_H
#define COMMON_CLI_MAP_OPTION_H

#include "common/bytes/pool.h"
#include "common/trace/category_map.h"

struct map_option {
	struct category_map map;
	struct pool *texts; /* of the rules in files */
};

/* Adds CATEGORY=CATEGORY, or the lines of a file; ends the program if wrong. */
void map_option_add(struct map_option *, const char *text);
void map_option_free(struct map_option *);

#endif
