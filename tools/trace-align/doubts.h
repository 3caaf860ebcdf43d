/*
 * doubts - are two cycles alike, and may they be of different models all the
 * same?
 */
#pragma once

#include "tools/trace-align/row_difference.h"

/*
 * Is enough matched, of the time and of the kinds of kernels of either side?
 */
bool report_is_alike(const struct report *);

/*
 * Writes why two cycles that are alike may be of different models, in words,
 * with sides that are called so. False, and no words: they hardly are.
 */
bool report_doubts(const struct report *, const char *a, const char *b,
    char *text, size_t size);
