#include "tools/trace-phase/phase.h"
#include "common/meaning/engine_annotation.h"

static const char *const names[] = {[PHASE_EMPTY] = "",
    [PHASE_UNKNOWN] = "unknown",
    [PHASE_PREFILL] = "prefill",
    [PHASE_DECODE] = "decode",
    [PHASE_MIXED] = "mixed",
    [PHASE_OTHER] = ""};

const char *
phase_name(enum phase p)
{
	return names[p];
}

enum phase
phase_parse(struct span s)
{
	for (int p = PHASE_EMPTY; p < PHASE_OTHER; p++)
		if (span_is(s, names[p]))
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

enum phase
phase_of_annotation(struct span name)
{
	struct engine_annotation a;

	return engine_annotation_read(name, &a) ? phase_of(a.prefill, a.decode)
						: PHASE_EMPTY;
}

enum phase
phase_of_annotations(struct span path)
{
	enum phase last = PHASE_EMPTY;

	while (path.n) {
		enum phase p = phase_of_annotation(span_take(&path, ';'));

		if (p != PHASE_EMPTY)
			last = p;
	}
	return last;
}
