/*
 * aiu_stamps - the times that a device notes of an event, in ticks of its own
 * clock: TS1 to TS5 of IBM's AIU.
 *
 * The five are the bounds of four stages: data to the device (TS1 to TS2),
 * preparation (TS2 to TS3), computation (TS3 to TS4) and data from the device
 * (TS4 to TS5). The host's start and duration of an event are those of one
 * stage, which the name tells. On real traces the ticks between the bounds of
 * that stage, divided by the duration, are the same rate for each kind.
 *
 * Counters have 32 bits and begin again from 0.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "common/bytes/span.h"

enum { STAMPS = 5, STAMPS_BITS = 32 };

/* The bounds of a stage among the five, from 0. */
struct stage {
	int from, to;
};

/* The stage that an event is, by its name; false if the name tells none. */
bool stamps_stage(struct span name, struct stage *);

/*
 * A counter's value, as decimal digits or with 0x in front. Returns 0, or -1:
 * it is none of 32 bits.
 */
MUST_USE int stamps_parse(struct span, int64_t *);

/*
 * Adds 2^32 to a value below the one before, and to those after it: the
 * counter began again. Returns 0, or -1: all five would then last a turn or
 * longer, so the values are in no order.
 */
MUST_USE int stamps_unwrap(int64_t stamp[STAMPS]);
