#include <stddef.h>

#include "tools/trace-plot/plot.h"

/* What each kind needs and how it is drawn. */

static const struct kind kinds[] = {
    {"breakdown", "GPU time by kind of work", breakdown_wish, BREAKDOWN_WISHES,
	FRAMES_MOST, 1, breakdown_draw},
    {"critical", "The critical path", critical_wish, CRITICAL_WISHES, 2, 0,
	critical_draw},
    {"cycles", "Period of each repeat", cycles_wish, CYCLES_WISHES, 1, 0,
	cycles_draw},
    {"histogram", "Distribution of durations", histogram_wish, HISTOGRAM_WISHES,
	1, 0, histogram_draw},
    {"history", "Measurements over many runs", history_wish, HISTORY_WISHES, 1,
	0, history_draw},
    {"memory", "Memory in use", memory_wish, MEMORY_WISHES, 2, 0, memory_draw},
    {"ranks", "Waiting time by rank", ranks_wish, RANKS_WISHES, 1, 0,
	ranks_draw},
    {"roofline", "Operators below the roofline", roofline_wish, ROOFLINE_WISHES,
	1, 0, roofline_draw},
    {"timeline", "Kernels by stream", timeline_wish, TIMELINE_WISHES, 2, 2,
	timeline_draw},
    {"waterfall", "What changed", waterfall_wish, WATERFALL_WISHES, 1, 0,
	waterfall_draw},
};

const struct kind *
kind_at(size_t i)
{
	return i < sizeof kinds / sizeof *kinds ? &kinds[i] : NULL;
}
