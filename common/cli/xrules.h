/*
 * xrules - rules from a file, or an end of the program with a message.
 */
#ifndef COMMON_CLI_XRULES_H
#define COMMON_CLI_XRULES_H

#include "common/meaning/rules.h"

/*
 * The rules of a table with the columns priority, pattern, category, family and
 * vendor, and ours after them; only ours if the path is NULL. "-" is standard
 * input. A rule without a pattern ends all rules, ours as well.
 */
struct rules *xrules_open(const char *path);

/* The same without the rules for other vendors; NULL leaves out none. */
struct rules *xrules_open_vendor(const char *path, const char *vendor);

#endif
