#include "common/trace/rocplace.h"

/* What is gone into, and by which bracket; a key of NULL is any. */
static const struct {
	enum rocplace in;
	const char *key;
	char bracket;
	enum rocplace to;
} doors[] = {
    {ROCPLACE_ROOT, "rocprofiler-sdk-tool", '[', ROCPLACE_PROCESSES},
    {ROCPLACE_PROCESS, "agents", '[', ROCPLACE_AGENTS},
    {ROCPLACE_PROCESS, "kernel_symbols", '[', ROCPLACE_KERNELS},
    {ROCPLACE_PROCESS, "strings", '{', ROCPLACE_STRINGS},
    {ROCPLACE_PROCESS, "buffer_records", '{', ROCPLACE_RECORDS},
    {ROCPLACE_STRINGS, "buffer_records", '[', ROCPLACE_KINDS},
    {ROCPLACE_STRINGS, "marker_api", '[', ROCPLACE_MESSAGES},
    {ROCPLACE_RECORDS, NULL, '[', ROCPLACE_EVENTS},
};

bool
rocplace_enter(enum rocplace *place, struct span key, char bracket)
{
	for (size_t i = 0; i < sizeof doors / sizeof *doors; i++)
		if (doors[i].in == *place && doors[i].bracket == bracket &&
		    (!doors[i].key || span_is(key, doors[i].key))) {
			*place = doors[i].to;
			return true;
		}
	return false;
}

enum rocplace
rocplace_around(enum rocplace place)
{
	if (place == ROCPLACE_ROOT)
		return ROCPLACE_BEHIND;
	if (place == ROCPLACE_PROCESS)
		return ROCPLACE_PROCESSES;
	for (size_t i = 0; i < sizeof doors / sizeof *doors; i++)
		if (doors[i].to == place)
			return doors[i].in;
	return place;
}

bool
rocplace_is_object(enum rocplace place)
{
	return place == ROCPLACE_ROOT || place == ROCPLACE_PROCESS ||
	    place == ROCPLACE_STRINGS || place == ROCPLACE_RECORDS;
}
