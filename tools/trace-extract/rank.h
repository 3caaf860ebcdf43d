/*
 * rank - which rank of a distributed job a trace file is of.
 */
#ifndef RANK_H
#define RANK_H

#include <regex.h>
#include <stdbool.h>

#include "common/bytes/span.h"

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

#endif
