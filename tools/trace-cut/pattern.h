/*
 * pattern - which values a column of a row must, or must not, have: POSIX
 * extended regular expressions, found anywhere in the field as it stands.
 *
 * The answer is remembered for each distinct value, up to a limit, because
 * names and streams repeat and matching is slow.
 */
#pragma once

#include <stdbool.h>

#include "common/table/tsv.h"

struct pattern;

/*
 * Of a text COLUMN=ERE, in front of others. With `drop`, a row that matches is
 * not wanted. NULL: the message says what is wrong with the text.
 */
struct pattern *pattern_new(
    const char *text, bool drop, struct pattern *list, char message[256]);

void pattern_free(struct pattern *); /* and those after it */

/* Finds the columns. Returns the name of one that is missing or doubled, or
 * NULL. */
const char *patterns_find(struct pattern *list, const struct tsv *);

/* Whether all patterns want the current record. */
bool patterns_want(struct pattern *list, const struct tsv *);
