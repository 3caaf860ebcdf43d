/*
 * event_category - the kinds of trace events, by today's names.
 *
 * Kineto renamed its categories over the years; this is the one place that
 * knows the old names.
 */
#pragma once

#include <stdbool.h>

#include "common/bytes/span.h"

enum event_group {
	GROUP_OTHER = 0,
	GROUP_GPU = 1,  /* kernels, copies, memsets: work of a device */
	GROUP_HOST = 2, /* operators, runtime and driver calls, ... */
	GROUP_FLOW = 4  /* what ties these to each other and to work */
};

/* Today's name of a category; the name itself when it is not an old one. */
struct span event_category_today(struct span);

/*
 * The i-th category, from 0, of the table of those with a group or an old name,
 * as it may be spelled in a trace, and what it is today; false after the last.
 */
bool event_category_spelling(
    size_t i, struct span *spelled, struct span *today);

/*
 * The group that an event belongs to. Thread and process names carry no
 * category; they are told by ph M.
 */
enum event_group event_category_group(struct span today, struct span ph);

/* Is it work of a device, by its name of today or an old one? */
bool event_category_is_gpu(struct span);

/* Is it a call of a runtime or driver, whichever vendor's? */
bool event_category_is_call(struct span today);

/* Is an event of that group on a GPU's track, where pid is the device? */
bool event_category_on_device(struct span today, enum event_group);
