/*
 * varying - repeats that differ in how often they hold a repeat of another
 * loop.
 *
 * Two requests of sixteen decode steps each are equal, and save most as one
 * long loop; a third one of eighteen then has two steps too many. Once the
 * steps are folded, all three are alike, because a row of repeats is one symbol
 * whatever their number.
 */
#pragma once

#include "tools/trace-cycles/trial.h"

/*
 * While the repeats of the best trial differ by whole repeats of a loop inside
 * its body, replaces it by that loop.
 */
void varying_go_inside(struct trial *, const struct folding *);
