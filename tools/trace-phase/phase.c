#include "tools/trace-phase/phase.h"

static const char *const name[] = {[PHASE_EMPTY] = "",
    [PHASE_UNKNOWN] = "unknown",
    [PHASE_PREFILL] = "prefill",
    [PHASE_DECODE] = "decode",
    [PHASE_MIXED] = "mixed",
    [PHASE_OTHER] = ""};

const char *
phase_name(enum phase p)
{
	return name[p];
}

enum phase
phase_parse(struct span s)
{
	for (int p = PHASE_EMPTY; p < PHASE_OTHER; p++)
		if (span_is(s, name[p]))
			return (enum phase)p;
	return PHASE_OTHER;
}

enum phase
phase_of(bool prefill, bool decode)
{
	if (prefill && decode)
		return PHASE_MIXED;
	if (prefill)
		return PHASE_PREFILL;
	return decode ? PHASE_DECODE : PHASE_EMPTY;
}
