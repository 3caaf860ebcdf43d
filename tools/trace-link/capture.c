#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/trace/linkage.h"
#include "tools/trace-link/capture.h"

enum { MOST_DIGITS = 9 };

/* The number at the beginning, before `behind`. */
static int64_t
number(struct span s, char behind)
{
	struct span digits = span_take(&s, behind);
	int64_t value;

	return s.p && digits.n <= MOST_DIGITS &&
		fixed_parse_natural(digits, &value) == 0
	    ? value
	    : GRAPH_SIZE_NONE;
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

/* The tokens of (888), after the word. */
static int64_t
bracket(struct span s, const char *word)
{
	return number(span_after(span_after(s, word), "("), ')');
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

/* Whether it is known that one is a whole graph and the other in pieces. */
static bool
graph_size_modes_differ(struct graph_size a, struct graph_size b)
{
	return a.mode && b.mode && a.mode != b.mode;
}

/*
 * How badly a graph of this size serves a step: 0 if it is unknown of one of
 * them, or they are equal; the larger graph nearest in size before the smaller
 * ones, which cannot have been run unless a recording is missing; graphs of
 * another mode last.
 */
static int64_t
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

/* The annotation that names the size of what is recorded inside of it. */
struct sized {
	struct graph_size size;
	int64_t end;
};

static const struct graph_size unknown = {GRAPH_SIZE_NONE, GRAPH_MODE_UNKNOWN};

/* Adds a launch to the last graph. */
static void
add_launch(struct capture *c, uint32_t row, uint32_t name)
{
	struct capture_graph *graph = &c->graph[c->graphs - 1];

	ARRAY_PUSH(c->launch, c->launches, &c->launches_cap,
	    (struct capture_launch){row, name, HOST_NONE});
	graph->n++;
	graph->named = graph->named && name != HOST_NONE;
}

struct call {
	uint32_t scope, row;
};

ORDER_BY(compare, struct call, UP(scope), UP(row))

/* All calls and annotations, one scope after another; the caller's. */
static struct call *
list_calls(const struct host *h, size_t n, size_t *calls)
{
	struct call *call = xmalloc((n + 1) * sizeof *call);

	*calls = 0;
	for (size_t i = 0; i < n; i++)
		if (h[i].kind == HOST_CALL || h[i].kind == HOST_ANNOTATION)
			call[(*calls)++] =
			    (struct call){h[i].scope, (uint32_t)i};
	ARRAY_SORT(call, *calls, compare);
	return call;
}

/*
 * Takes the next call; only launches have details, or the word in their name.
 */
static void
add_call(struct capture *c, const struct host *h, uint32_t row,
    const struct span *text, const struct sized *sized, bool *recording)
{
	struct span name = text[h[row].name];
	bool named = text[h[row].details].n > 0;

	if (span_has(name, "StreamBeginCapture")) {
		*recording = true;
		ARRAY_PUSH(c->graph, c->graphs, &c->graphs_cap,
		    (struct capture_graph){h[row].end,
			h[row].end <= sized->end ? sized->size : unknown,
			c->launches, 0, true});
		return;
	}
	if (span_has(name, "StreamEndCapture"))
		*recording = false;
	else if (*recording && (named || linkage_is_launch(name)))
		add_launch(c, row, named ? h[row].details : HOST_NONE);
}

static void
find_launches(
    struct capture *c, const struct host *h, size_t n, const struct span *text)
{
	size_t calls;
	struct call *call = list_calls(h, n, &calls);
	struct sized sized = {unknown, INT64_MIN};
	bool recording = false;

	for (size_t i = 0; i < calls; i++) {
		const struct host *row = &h[call[i].row];
		struct graph_size size = graph_size_recorded(text[row->name]);

		if (i && call[i].scope != call[i - 1].scope) {
			recording = false;
			sized.end = INT64_MIN;
		}
		if (row->kind == HOST_CALL)
			add_call(c, h, call[i].row, text, &sized, &recording);
		else if (size.tokens != GRAPH_SIZE_NONE)
			sized = (struct sized){size, row->end};
	}
	free(call);
}

void
capture_find(struct capture *c, const struct host *h, size_t n,
    const struct span *text, size_t texts)
{
	*c = (struct capture){0};
	find_launches(c, h, n, text);
	c->head = xnones(texts);
}

void
capture_free(struct capture *c)
{
	free(c->launch);
	free(c->graph);
	free(c->head);
	*c = (struct capture){0};
}

/* Each kernel takes the first launch that is left of its name. */
static bool
fits_by_name(struct capture *c, const struct capture_graph *g,
    const uint32_t *name, size_t n, uint32_t *row)
{
	size_t i;

	for (i = g->first + g->n; i-- > g->first;) {
		c->launch[i].behind = c->head[c->launch[i].name];
		c->head[c->launch[i].name] = (uint32_t)i;
	}
	for (i = 0; i < n; i++) {
		uint32_t *head =
		    name[i] == HOST_NONE ? NULL : &c->head[name[i]];

		if (!head || *head == HOST_NONE)
			break;
		row[i] = c->launch[*head].row;
		*head = c->launch[*head].behind;
	}
	for (size_t j = g->first; j < g->first + g->n; j++)
		c->head[c->launch[j].name] = HOST_NONE;
	return i == n;
}

static bool
fits_by_place(const struct capture *c, const struct capture_graph *g,
    const uint32_t *name, size_t n, uint32_t *row)
{
	for (size_t i = 0; i < n && i < g->n; i++) {
		const struct capture_launch *launch = &c->launch[g->first + i];

		if (launch->name != HOST_NONE && launch->name != name[i])
			return false;
		row[i] = launch->row;
	}
	return n == g->n;
}

static bool
fits(struct capture *c, const struct capture_graph *g, const uint32_t *name,
    size_t n, bool one_stream, uint32_t *row)
{
	if (g->named)
		return fits_by_name(c, g, name, n, row);
	return one_stream && fits_by_place(c, g, name, n, row);
}

/* Of those with n launches, or with more, the best in turn; NULL if none fits.
 */
static const struct capture_graph *
match(struct capture *c, const uint32_t *name, size_t n, bool more,
    bool one_stream, struct graph_size step, uint32_t *row)
{
	const struct capture_graph *best = NULL;
	int64_t least = INT64_MAX;

	for (size_t i = 0; i < c->graphs && least > 0; i++) {
		const struct capture_graph *g =
		    &c->graph[(c->next + i) % c->graphs];
		int64_t distance = graph_size_distance(g->size, step);
		bool other = graph_size_modes_differ(g->size, step);

		if ((more ? g->n <= n || other : g->n != n) ||
		    distance >= least || !fits(c, g, name, n, one_stream, row))
			continue;
		best = g;
		least = distance;
	}
	if (best) /* row may be of another one that was tried last */
		fits(c, best, name, n, one_stream, row);
	return best;
}

const struct capture_graph *
capture_match(struct capture *c, const uint32_t *name, size_t n,
    bool one_stream, struct graph_size step, uint32_t *row)
{
	const struct capture_graph *g =
	    match(c, name, n, false, one_stream, step, row);

	if (!g)
		g = match(c, name, n, true, one_stream, step, row);
	if (g)
		c->next = (size_t)(g - c->graph) + 1;
	return g;
}
