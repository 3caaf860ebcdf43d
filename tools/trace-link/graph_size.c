#include "tools/trace-link/graph_size.h"

enum { MOST_DIGITS = 9 };

/* The digits at the beginning, before `behind`. */
static int64_t
number(struct span s, char behind)
{
	int64_t value = 0;
	size_t i;

	for (i = 0; i < s.n && s.p[i] >= '0' && s.p[i] <= '9'; i++) {
		if (i == MOST_DIGITS)
			return GRAPH_SIZE_NONE;
		value = value * 10 + (s.p[i] - '0');
	}
	return i && i < s.n && s.p[i] == behind ? value : GRAPH_SIZE_NONE;
}

struct graph_size
graph_size_recorded(struct span annotation)
{
	struct graph_size size = {GRAPH_SIZE_NONE, GRAPH_MODE_UNKNOWN};
	struct span digits = span_after(annotation, "capture_");

	if (!span_starts(annotation, "capture_"))
		return size;
	size.tokens = number(digits, '_');
	if (span_is(span_after(digits, "_"), "FULL"))
		size.mode = GRAPH_MODE_FULL;
	else if (span_is(span_after(digits, "_"), "PIECEWISE"))
		size.mode = GRAPH_MODE_PIECEWISE;
	return size;
}

/* The tokens of (888), or of (sq37sk34489...), after the word. */
static int64_t
bracket(struct span s, const char *word)
{
	s = span_after(span_after(s, word), "(");
	if (span_starts(s, "sq"))
		return number(span_after(s, "sq"), 's');
	return number(s, ')');
}

int64_t
graph_size_of_step(struct span annotation)
{
	struct span s = span_after(annotation, "execute_");
	int64_t tokens, context, generation;

	if (!span_starts(annotation, "execute_") ||
	    !span_after(s, "context_").p || !span_after(s, "_generation_").p)
		return GRAPH_SIZE_NONE;
	tokens = number(s, '_');
	if (tokens != GRAPH_SIZE_NONE)
		return tokens;
	context = bracket(s, "context_");
	generation = bracket(s, "_generation_");
	if (context == GRAPH_SIZE_NONE || generation == GRAPH_SIZE_NONE)
		return GRAPH_SIZE_NONE;
	return context + generation;
}

bool
graph_size_modes_differ(struct graph_size a, struct graph_size b)
{
	return a.mode && b.mode && a.mode != b.mode;
}

int64_t
graph_size_distance(struct graph_size recorded, struct graph_size step)
{
	int64_t more = recorded.tokens - step.tokens, distance = 0;

	if (recorded.tokens != GRAPH_SIZE_NONE &&
	    step.tokens != GRAPH_SIZE_NONE)
		distance = more >= 0 ? more : INT32_MAX - more;
	if (graph_size_modes_differ(recorded, step))
		distance += 2 * (int64_t)INT32_MAX;
	return distance;
}
