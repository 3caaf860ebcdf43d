/*
 * pattern - which values a column of a row must, or must not, have: POSIX
 * extended regular expressions, found anywhere in the field as it stands.
 *
 * The answer is remembered for each distinct value, up to a limit, because
 * names and streams repeat and matching is slow.
 */
#ifndef TOOLS_TRACE_CUT_PATTERN_H
#define TOOLS_TRACE_CUT_PATTERN_H

#include <stdbool.h>

#include "common/table/tsv.h"

struct pattern;

/*
 * Of a text COLUMN=ERE. With `drop`, a row that matches is not wanted. NULL:
 * the message says what is wrong with the text.
 */
struct pattern *pattern_new(const char *text, bool drop, char message[256]);

void pattern_free(struct pattern *); /* and those after it */

/* Puts one in front of others. */
void pattern_push(struct pattern **list, struct pattern *);

/* Finds the column. Returns its name when it is missing or doubled, else NULL.
 */
const char *pattern_find(struct pattern *, const struct tsv *);

struct pattern *pattern_next(const struct pattern *);

/* Whether all patterns want the current record. */
bool patterns_want(struct pattern *list, const struct tsv *);

#endif
