/*
 * faults - where paths of an alignment could not go on, as long as they may go
 * on elsewhere.
 */
#ifndef TRACE_CYCLES_FAULTS_H
#define TRACE_CYCLES_FAULTS_H

#include "tools/trace-cycles/paths.h"

/* A path that could not go on with `place` at `start`. */
struct fault {
	uint32_t place, start, node;
	int64_t score;
};

struct faults {
	const struct sequence *text;
	const struct body_index *index;
	struct fault fault[BEAM];
	size_t n;
};

/*
 * Adds a fault, unless paths from another one are as good wherever they go on;
 * those for which that is true of the new one go, and so do the nodes of what
 * is left out.
 */
void faults_add(struct faults *, struct paths *, struct fault);

/* Whether two symbols of the text changed places. */
bool faults_is_swap(const struct faults *, const struct fault *);

/*
 * What of a score is left when a path goes on with symbol `at` at `place`.
 */
static inline int64_t
faults_score(
    const struct faults *s, const struct fault *f, uint32_t at, uint32_t place)
{
	const struct body_index *x = s->index;
	int64_t left_out = body_index_kernels(x, f->place, place);
	int64_t too_many = sequence_kernels(s->text, f->start, at);
	int64_t wrong = left_out > too_many ? left_out : too_many;

	return f->score - PRICE_FAULT - wrong * x->wrong[x->body[f->place]];
}

#endif
