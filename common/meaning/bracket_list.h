/*
 * bracket_list - lists as profilers write them into a text: [[8, 4], []],
 * ["float", ""], (1, 2).
 *
 * Strings may be quoted as JSON or as Python does it. Items keep their quotes
 * and brackets, and point into the text.
 */
#pragma once

#include <stdbool.h>

#include "common/bytes/span.h"

/* Whether it is a list; cuts its brackets off. */
bool bracket_list_open(struct span *);

/* The next item of a list without its brackets; false after the last. */
bool bracket_list_next(struct span *list, struct span *item);

/* The item without the quotes around it, if it has any. */
struct span bracket_list_unquote(struct span);
