/*
 * usual_length - how many symbols a repeat has without faults, although each of
 * the repeats may have some.
 *
 * Repeats are aligned with one of the median length. From a symbol that all of
 * them have to the next one, most are as long as a repeat without faults:
 * faults at random are seldom at one place.
 */
#pragma once

#include "tools/trace-cycles/hierarchy.h"

/* Finds h->length[].exact, from items that are stretches of symbols. */
void usual_lengths_find(struct hierarchy *h, const uint32_t *symbol);
