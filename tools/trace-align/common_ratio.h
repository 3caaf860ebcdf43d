/*
 * common_ratio - whether many kernels take the same share more, or less: all of
 * them with another clock of the GPU, those of one family with another library.
 * One that is slower for a reason of its own differs from the others.
 */
#pragma once

#include "tools/trace-align/change.h"

/*
 * Joins the changes of the kernels, the same on both sides, of which B's times
 * are nearly one multiple of A's, if these are several names and most of the
 * kernels' time, or nearly all of that of their family; `joined` tells how many
 * names, and the change's name is the family. Sorts the changes again.
 */
void changes_join_alike(struct changes *, const struct report *);
