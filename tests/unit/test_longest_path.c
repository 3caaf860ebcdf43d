/* Longest paths, slack and circles of made-up graphs, against a search of all
 * paths.
 */
#include <stdbool.h>
#include <stdlib.h>

#include "common/times/longest_path.h"
#include "tests/unit/test.h"

enum { POINTS = 12, EDGES = 30, GRAPHS = 300 };

/* The longest of all paths to a point: it ends, as the graph has no circle. */
static int64_t
longest(const struct graph *g, const int64_t *lag, uint32_t to)
{
	int64_t best = 0;

	for (uint32_t e = 0; e < g->edges; e++)
		if (g->to[e] == to) {
			int64_t t = longest(g, lag, g->from[e]) + lag[e];

			best = t > best ? t : best;
		}
	return best;
}

/* Edges lead from lower to higher places of a shuffled order. */
static void
make(struct graph *g, int64_t *lag)
{
	uint32_t place[POINTS];

	g->points = 2 + (uint32_t)rand() % (POINTS - 1);
	for (uint32_t i = 0; i < g->points; i++) {
		uint32_t k = (uint32_t)rand() % (i + 1);

		place[i] = place[k];
		place[k] = i;
	}
	for (int n = rand() % EDGES; n > 0; n--) {
		uint32_t a = (uint32_t)rand() % g->points;
		uint32_t b = (uint32_t)rand() % g->points;

		if (a == b)
			continue;
		lag[g->edges] = rand() % 50;
		graph_edge(g, place[a < b ? a : b], place[a < b ? b : a]);
	}
}

static bool
times_are_longest(unsigned seed)
{
	struct graph g = {0};
	int64_t lag[EDGES], time[POINTS];
	uint32_t binding[POINTS];
	bool good;

	srand(seed);
	make(&g, lag);
	graph_close(&g);
	good = g.ordered == g.points;
	graph_times(&g, lag, time, binding);
	for (uint32_t p = 0; p < g.points; p++) {
		uint32_t e = binding[p];

		good = good && time[p] == longest(&g, lag, p);
		good = good &&
		    (e == GRAPH_NONE ? time[p] == 0
				     : g.to[e] == p &&
				time[p] == time[g.from[e]] + lag[e]);
	}
	graph_free(&g);
	return good;
}

static int64_t
end_of(const struct graph *g, const int64_t *lag)
{
	int64_t time[POINTS], end = 0;

	graph_times(g, lag, time, NULL);
	for (uint32_t p = 0; p < g->points; p++)
		end = time[p] > end ? time[p] : end;
	return end;
}

/*
 * An edge may take as much longer as its slack is, and the end stays where it
 * is; 1 more moves it by 1.
 */
static bool
slack_is_exact(unsigned seed)
{
	struct graph g = {0};
	int64_t lag[EDGES], time[POINTS], latest[POINTS], end;
	bool good;

	srand(seed);
	make(&g, lag);
	graph_close(&g);
	good = g.ordered == g.points;
	end = end_of(&g, lag);
	graph_times(&g, lag, time, NULL);
	graph_latest(&g, lag, end, latest);
	for (uint32_t e = 0; e < g.edges; e++) {
		int64_t slack = latest[g.to[e]] - time[g.from[e]] - lag[e];

		lag[e] += slack;
		good = good && slack >= 0 && end_of(&g, lag) == end;
		lag[e]++;
		good = good && end_of(&g, lag) == end + 1;
		lag[e] -= slack + 1;
	}
	graph_free(&g);
	return good;
}

static bool
has_edge(const struct graph *g, uint32_t from, uint32_t to)
{
	for (uint32_t e = 0; e < g->edges; e++)
		if (g->from[e] == from && g->to[e] == to)
			return true;
	return false;
}

/* An edge back along a path makes a circle, and one is found. */
static bool
circle_is_found(unsigned seed)
{
	struct graph g = {0};
	int64_t lag[EDGES + 1];
	uint32_t circle[POINTS];
	size_t n;
	bool good;

	srand(seed);
	do {
		graph_free(&g);
		make(&g, lag);
	} while (g.edges == 0);
	graph_edge(&g, g.to[0], g.from[0]);
	graph_close(&g);
	good = g.ordered < g.points;
	n = graph_circle(&g, circle);
	good = good && n >= 2;
	for (size_t i = 0; i < n; i++)
		good = good && has_edge(&g, circle[i], circle[(i + 1) % n]);
	graph_free(&g);
	return good;
}

int
main(void)
{
	struct graph g = {.points = 1};
	int64_t time;
	unsigned wrong = 0;

	for (unsigned seed = 1; seed <= GRAPHS; seed++) {
		wrong += !times_are_longest(seed);
		wrong += !circle_is_found(seed);
		wrong += !slack_is_exact(seed);
	}
	CHECK_INT(wrong, 0);
	graph_close(&g);
	graph_times(&g, NULL, &time, NULL);
	CHECK_INT(time, 0);
	graph_free(&g);
	graph_edge(&g, 0, 0);
	g.points = 1;
	graph_close(&g);
	CHECK_INT(graph_circle(&g, &(uint32_t){0}), 1);
	graph_free(&g);
	return test_done();
}
