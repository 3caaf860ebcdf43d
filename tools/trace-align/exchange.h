/*
 * exchange - similar pairs of kernels that have only changed places.
 *
 * An alignment keeps the order: if two kernels of one family have changed
 * places, it pairs each with the other, though both sides have both names.
 * Names do not tell whether the kernels have moved or now do each other's work.
 * Times do: a kernel that moved takes as long as before.
 */
#ifndef TRACE_ALIGN_EXCHANGE_H
#define TRACE_ALIGN_EXCHANGE_H

#include "tools/trace-align/pair.h"

/*
 * Divides similar pairs into rows alone, removed and added, where both of
 * their kernels are on the other side under their own names, in another such
 * pair or alone, and the times agree so as well or better; moved.h then pairs
 * them. p has room for the rows. Returns how many there are.
 */
size_t exchange_divide(struct pair *p, size_t n, const struct likeness *);

#endif
