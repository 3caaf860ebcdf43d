/*
 * source - the events of a trace file with their fields.
 *
 * The first bytes tell the format; formats.c lists the formats.
 */
#pragma once

#include "common/trace/category_map.h"
#include "common/trace/formats.h"

struct source {
	struct input *in;
	const struct span *args;
	size_t nargs;
	const struct trace_format *format; /* given, or told by first bytes */
	/* NULL until source_start: what it counts, and members beside events */
	struct trace_reader *reader;
	const struct category_map *map; /* for all events; NULL: none */
	/* Set before anything is read: events come with their args and rest,
	 * valid as long as the event. The source must stay where it is. */
	bool keep_whole;
	struct whole whole; /* of the last event, if that is kept */
	const char *hint;   /* what it is if it cannot be read, or NULL */
	const char *error;
};

/*
 * Opens a trace; `args` are further arguments to find, as for raw_reader_new.
 * NULL or "-" is standard input. Nothing is read yet.
 */
void source_open(
    struct source *, const char *path, const struct span *args, size_t n);
void source_close(struct source *);

/*
 * Reads up to the first event: so it is known whether this is a trace. Comes
 * before all below but source_next, which may be the first. Returns 0, or -1:
 * see error.
 */
MUST_USE int source_start(struct source *);

/* Allows the reader to pass over events, as elements_pass. */
void source_pass(struct source *, const struct skim_words *);

/*
 * The next event that can be read; what cannot counts as lost. Valid until the
 * next call. Returns 1, 0 at the end, -1: see error.
 */
MUST_USE int source_next(struct source *, struct raw_event *);

/* Events lost so far: none of what is no trace. */
int64_t source_lost(const struct source *);
