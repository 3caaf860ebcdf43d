#include "common/trace/rocprof/place.h"

/* What is gone into, and by which bracket; a key of NULL is any. */
static const struct {
	enum rocprof_place in;
	const char *key;
	char bracket;
	enum rocprof_place to;
} doors[] = {
    {ROCPROF_PLACE_ROOT, "rocprofiler-sdk-tool", '[', ROCPROF_PLACE_PROCESSES},
    {ROCPROF_PLACE_PROCESS, "agents", '[', ROCPROF_PLACE_AGENTS},
    {ROCPROF_PLACE_PROCESS, "kernel_symbols", '[', ROCPROF_PLACE_KERNELS},
    {ROCPROF_PLACE_PROCESS, "strings", '{', ROCPROF_PLACE_STRINGS},
    {ROCPROF_PLACE_PROCESS, "buffer_records", '{', ROCPROF_PLACE_RECORDS},
    {ROCPROF_PLACE_STRINGS, "buffer_records", '[', ROCPROF_PLACE_KINDS},
    {ROCPROF_PLACE_STRINGS, "marker_api", '[', ROCPROF_PLACE_MESSAGES},
    /* behind damage, where records were taken to have begun: */
    {ROCPROF_PLACE_RECORDS, "agents", '[', ROCPROF_PLACE_AGENTS},
    {ROCPROF_PLACE_RECORDS, "kernel_symbols", '[', ROCPROF_PLACE_KERNELS},
    {ROCPROF_PLACE_RECORDS, "strings", '{', ROCPROF_PLACE_STRINGS},
    {ROCPROF_PLACE_RECORDS, "buffer_records", '{', ROCPROF_PLACE_RECORDS},
    {ROCPROF_PLACE_RECORDS, NULL, '[', ROCPROF_PLACE_EVENTS},
};

bool
rocprof_place_enter(enum rocprof_place *place, struct span key, char bracket)
{
	for (size_t i = 0; i < sizeof doors / sizeof *doors; i++)
		if (doors[i].in == *place && doors[i].bracket == bracket &&
		    (!doors[i].key || span_is(key, doors[i].key))) {
			*place = doors[i].to;
			return true;
		}
	return false;
}

enum rocprof_place
rocprof_place_around(enum rocprof_place place)
{
	if (place == ROCPROF_PLACE_ROOT)
		return ROCPROF_PLACE_BEHIND;
	if (place == ROCPROF_PLACE_PROCESS)
		return ROCPROF_PLACE_PROCESSES;
	for (size_t i = 0; i < sizeof doors / sizeof *doors; i++)
		if (doors[i].to == place)
			return doors[i].in;
	return place;
}

bool
rocprof_place_is_object(enum rocprof_place place)
{
	return place == ROCPROF_PLACE_ROOT || place == ROCPROF_PLACE_PROCESS ||
	    place == ROCPROF_PLACE_STRINGS || place == ROCPROF_PLACE_RECORDS;
}
