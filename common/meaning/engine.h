/*
 * engine - the program whose work a trace shows, by words in the names of its
 * events.
 *
 * Programs call each other: SGLang calls kernels of vLLM, and both run on
 * PyTorch. The table in engine.c lists callers before the programs that they
 * call; the first program in it with a word in the trace is the engine.
 */
#pragma once

#include <stdbool.h>

#include "common/bytes/buf.h"

/*
 * Most events have the category and name of one not long before: of the 17 % of
 * a pass over all events (--info, 63 MB with Python frames) that looking for
 * words took, 5 % are left. What does not fit is looked at each time.
 */
enum { ENGINE_SEEN = 2048, ENGINE_SEEN_BYTES = 126 };

struct engine_seen {
	unsigned char cat, name; /* bytes of both, which `text` begins with */
	char text[ENGINE_SEEN_BYTES];
};

/* Zeroed, nothing has been found. */
struct engine {
	const char *name; /* as it writes itself, or NULL */
	int rank;         /* of the table */
	struct buf evidence;
	struct buf scratch; /* for engine.c only, as what follows: */
	int listed;         /* number of engines whose words begin with: */
	bool first[256];
	struct engine_seen seen[ENGINE_SEEN]; /* by hash */
};

void engine_free(struct engine *);

/*
 * Looks at an event. The evidence becomes its category and name, if it speaks
 * for an engine before the one found so far, or for the same one and precedes
 * its evidence in byte order: so the order of the events does not matter.
 */
void engine_look(struct engine *, struct span cat, struct span name);
