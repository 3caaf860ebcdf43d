#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/trace/launch.h"

/* All that bears one id. */
struct bearers {
	uint32_t call;
	uint32_t events; /* of the GPU: 0, 1, 2 for more */
	bool many;       /* calls, and none holds the others */
};

const char *
launch_reason(enum launch_reason reason)
{
	static const char *const word[] = {
	    [LAUNCH_CAPTURED] = "captured graph",
	    [LAUNCH_GRAPH] = "graph launch",
	    [LAUNCH_FLOW] = "flow",
	    [LAUNCH_CORRELATION] = "correlation",
	    [LAUNCH_UNKNOWN] = "no correlation",
	    [LAUNCH_ZERO] = "correlation 0",
	    [LAUNCH_SHARED] = "correlation shared",
	    [LAUNCH_ABSENT] = "no launch",
	};

	return word[reason];
}

static void
add_call(struct bearers *b, const struct host *h, uint32_t row)
{
	const struct host *first = &h[b->call];

	if (b->call == HOST_NONE)
		b->call = row;
	else if (h[row].thread != first->thread || h[row].end > first->end)
		b->many = true;
}

static struct launch
judge(const struct bearers *b, const struct host *h, unsigned known)
{
	unsigned both = LAUNCH_FLOW_START | LAUNCH_FLOW_END;

	if (known & LAUNCH_IS_ZERO)
		return (struct launch){HOST_NONE, LAUNCH_ZERO};
	if (b->call == HOST_NONE)
		return (struct launch){HOST_NONE, LAUNCH_ABSENT};
	if (b->many || (b->events > 1 && !h[b->call].graph))
		return (struct launch){HOST_NONE, LAUNCH_SHARED};
	if (h[b->call].graph)
		return (struct launch){b->call, LAUNCH_GRAPH};
	return (struct launch){
	    b->call, (known & both) == both ? LAUNCH_FLOW : LAUNCH_CORRELATION};
}

void
launch_find(const struct host *h, size_t n, const unsigned char *known,
    size_t ids, const uint32_t *correlation, size_t m, struct launch *launch)
{
	struct bearers *bearers = xcalloc(ids + 1, sizeof *bearers);

	for (size_t i = 0; i < ids; i++)
		bearers[i].call = HOST_NONE;
	for (size_t i = 0; i < n; i++)
		if (h[i].correlation != HOST_NONE)
			add_call(&bearers[h[i].correlation], h, (uint32_t)i);
	for (size_t i = 0; i < m; i++)
		if (correlation[i] != HOST_NONE &&
		    bearers[correlation[i]].events < 2)
			bearers[correlation[i]].events++;
	for (size_t i = 0; i < m; i++) {
		uint32_t id = correlation[i];

		launch[i] = id == HOST_NONE
		    ? (struct launch){HOST_NONE, LAUNCH_UNKNOWN}
		    : judge(&bearers[id], h, known[id]);
	}
	free(bearers);
}

void
launch_drop_correlations(struct launch *launch, size_t m)
{
	for (size_t i = 0; i < m; i++)
		if (launch[i].reason == LAUNCH_CORRELATION)
			launch[i].call = HOST_NONE;
}
