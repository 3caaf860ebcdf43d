/*
 * lost - launches whose work the recording lost.
 *
 * Every launch has its work in the file, but for those that a stream captures
 * into a graph: these run when the graph is launched. So a launch without work
 * that is not captured, and after which other work was launched and is in the
 * file, tells that records were lost.
 *
 * Life: lost_add in any order, lost_close once, then lost_between. A zeroed
 * struct is empty. Memory: 16 bytes a launch.
 */
#ifndef TRACE_LINK_LOST_H
#define TRACE_LINK_LOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/bytes/span.h"
#include "common/meaning/interval.h"

enum lost_kind { LOST_LAUNCH, LOST_BEGIN, LOST_END, LOST_NOTHING };

struct lost_call;

struct lost {
	struct lost_call *p;
	size_t n, cap;
};

void lost_free(struct lost *);

/*
 * What a call of the runtime is: a launch without work in the file (`worked` is
 * false), the begin or the end of a capture, or none of these.
 */
enum lost_kind lost_kind(struct span name, bool worked);

/* Adds one that began at ts (ns). */
void lost_add(struct lost *, enum lost_kind, int64_t ts);

/*
 * Sorts, drops what was captured, between a begin and an end, and adds the
 * time from one to the other to `captures`.
 */
__attribute__((warn_unused_result)) int lost_close(
    struct lost *, struct intervals *captures);

/* Whether a launch lost its work that began behind `from` and before `to`. */
bool lost_between(const struct lost *, int64_t from, int64_t to);

#endif
