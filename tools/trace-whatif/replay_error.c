#include <math.h>
#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/times/interval.h"
#include "common/times/stats.h"
#include "tools/trace-whatif/replay_error.h"

void
replay_ends(const struct schedule *s, const int64_t *time, int64_t *took)
{
	int64_t sum = 0;

	for (uint32_t g = 0; g < s->graphs; g++)
		took[g] = 0;
	for (uint32_t i = 0; i < s->n; i++) {
		int64_t *end = &took[s->op[i].graph];

		if (s->op[i].ends && time[i] > *end)
			*end = time[i];
	}
	for (uint32_t g = 0; g < s->graphs; g++)
		sum += took[g];
	took[s->graphs] = s->graphs ? fixed_divide(sum, s->graphs) : 0;
}

/* The last traced start of what starts at each point. */
static int64_t *
last_starts(const struct schedule *s)
{
	int64_t *start = xcalloc((size_t)s->graph.points + 1, sizeof *start);

	for (uint32_t p = 0; p < s->graph.points; p++)
		start[p] = -INTERVAL_MOST;
	for (uint32_t i = 0; i < s->n; i++)
		if (s->op[i].ts > start[s->op[i].start])
			start[s->op[i].start] = s->op[i].ts;
	return start;
}

/* Returns 0, or 1: the times do not fit. */
static int
set_traced(
    const struct schedule *s, const int64_t *took, struct replay_graph *graph)
{
	int64_t sum = 0;
	double off = 0;

	for (uint32_t g = 0; g < s->graphs; g++)
		graph[g] = (struct replay_graph){INTERVAL_MOST, 0, 0, 0};
	for (uint32_t i = 0; i < s->n; i++)
		if (s->op[i].ts < graph[s->op[i].graph].first)
			graph[s->op[i].graph].first = s->op[i].ts;
	for (uint32_t i = 0; i < s->n; i++) {
		struct replay_graph *g = &graph[s->op[i].graph];

		if (s->op[i].ends && s->op[i].end - g->first > g->traced)
			g->traced = s->op[i].end - g->first;
	}
	for (uint32_t g = 0; g < s->graphs; g++) {
		if (fixed_add(&sum, graph[g].traced))
			return 1;
		graph[g].off = fabs((double)(took[g] - graph[g].traced));
		off += graph[g].off;
	}
	if (s->graphs) {
		graph[s->graphs].traced = fixed_divide(sum, s->graphs);
		graph[s->graphs].off = off / s->graphs;
	}
	return 0;
}

/* How far an operation's start is off. */
static int64_t
lateness(const struct operation *o, const int64_t *time, const int64_t *start,
    const struct replay_graph *graph)
{
	int64_t traced = start[o->start] - graph[o->graph].first;

	return llabs(time[o->start] - traced);
}

/* Sorts what counts by graph: late[first[g]] to before late[first[g + 1]]. */
static void
sort_late(const struct schedule *s, const int64_t *time, const int64_t *start,
    const struct replay_graph *graph, size_t *first, int64_t *late)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (s->op[i].counts)
			first[s->op[i].graph + 2]++;
	for (uint32_t g = 2; g <= s->graphs; g++)
		first[g] += first[g - 1];
	for (uint32_t i = 0; i < s->n; i++)
		if (s->op[i].counts)
			late[first[s->op[i].graph + 1]++] =
			    lateness(&s->op[i], time, start, graph);
}

static double
median(int64_t *value, size_t n)
{
	struct stats stats;

	return stats_of(value, n, &stats) ? NAN : (double)stats.median;
}

int
replay_compare(const struct schedule *s, const int64_t *time,
    const int64_t *took, struct replay_graph *graph)
{
	int64_t *start = last_starts(s);
	int64_t *late = xcalloc((size_t)s->n + 1, sizeof *late);
	size_t *first = xcalloc((size_t)s->graphs + 3, sizeof *first);
	int status = set_traced(s, took, graph);

	if (status == 0) {
		sort_late(s, time, start, graph, first, late);
		for (uint32_t g = 0; g < s->graphs; g++)
			graph[g].late =
			    median(late + first[g], first[g + 1] - first[g]);
		graph[s->graphs].late = median(late, first[s->graphs]);
	}
	free(start);
	free(late);
	free(first);
	return status;
}

double
replay_error(const struct replay_graph *g)
{
	return 100 * fmax(g->late, g->off) / (double)g->traced;
}

uint32_t
replay_refused(
    const struct replay_graph *g, uint32_t n, double most, double *worst)
{
	uint32_t refused = 0;

	*worst = 0;
	for (uint32_t i = 0; i < n; i++)
		if (replay_error(&g[i]) > most) {
			refused++;
			*worst = fmax(*worst, replay_error(&g[i]));
		}
	return refused;
}
