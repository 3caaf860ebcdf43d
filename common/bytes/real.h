/*
 * real - doubles as decimals.
 */
#ifndef COMMON_BYTES_REAL_H
#define COMMON_BYTES_REAL_H

#include <stddef.h>

enum { REAL_DECIMALS = 20, REAL_MAX = 340 }; /* the largest has 309 digits */

/*
 * Writes a finite number with 0 to REAL_DECIMALS decimals into at least
 * REAL_MAX bytes, no NUL; returns the length. It is what printf writes: the
 * nearest of all decimals, and of two that are as near, the even one.
 */
size_t real_print(char *, double, int decimals);

#endif
