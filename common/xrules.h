/*
 * xrules - rules from a file, or an end of the program with a message.
 */
#ifndef COMMON_XRULES_H
#define COMMON_XRULES_H

#include "common/rules.h"

/*
 * The rules of a table with the columns family and pattern, or ours if the path
 * is NULL. "-" is standard input.
 */
struct rules *xrules_open(const char *path);

#endif
