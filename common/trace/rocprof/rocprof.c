#include "common/trace/rocprof/rocprof.h"
#include "common/bytes/ascii.h"

/* Kinds by what they begin with: newer ones have endings such as _EXT. */
static const struct {
	const char *kind, *cat;
} renamed[] = {
    {"KERNEL_DISPATCH", "kernel"},
    {"MEMORY_COPY", "gpu_memcpy"},
    {"HIP_RUNTIME_API", "hip_runtime"},
    {"HIP_COMPILER_API", "hip_runtime"},
    {"HSA_", "hsa_runtime"},
    {"MARKER_", "user_annotation"},
};

static struct span
category_of(struct span kind, char made[ROCPROF_KIND])
{
	size_t n = kind.n < ROCPROF_KIND ? kind.n : ROCPROF_KIND;

	for (size_t i = 0; i < COUNT(renamed); i++)
		if (span_starts(kind, renamed[i].kind))
			return span_of(renamed[i].cat);
	for (size_t i = 0; i < n; i++)
		made[i] = ascii_lower(kind.p[i]);
	return (struct span){made, n};
}

void
rocprof_kind(struct raw_event *e, struct span kind, char made[ROCPROF_KIND])
{
	e->cat = category_of(kind, made);
	e->ph = span_of("X");
	e->group = event_category_group(e->cat, e->ph);
}

int
rocprof_times(struct raw_event *e, struct span start, struct span end)
{
	int64_t from, until;

	return fixed_parse_int(start, &from) || fixed_parse_int(end, &until) ||
		!raw_event_set_times(e, from, &until)
	    ? -1
	    : 0;
}

struct span
rocprof_blocks(int64_t items, int64_t width, char digits[FIXED_MAX])
{
	if (items < 0 || width < 1)
		return (struct span){0};
	return fixed_text(digits, items / width + (items % width > 0));
}
