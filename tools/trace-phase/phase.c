#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "tools/trace-phase/phase.h"

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

/* Takes a word off the front, if it is there. */
static bool
take(struct span *s, const char *word)
{
	bool there = span_starts(*s, word);

	if (there)
		*s = span_cut(*s, strlen(word), s->n);
	return there;
}

/* Takes digits off the front; `any` is whether one is not 0. */
static bool
take_number(struct span *s, bool *any)
{
	size_t n = 0;

	*any = false;
	for (; n < s->n && isdigit((unsigned char)s->p[n]); n++)
		*any = *any || s->p[n] != '0';
	*s = span_cut(*s, n, s->n);
	return n > 0;
}

static enum phase
of_vllm(struct span s)
{
	bool context, generation, any;

	if (!take(&s, "execute_"))
		return PHASE_EMPTY;
	if (take(&s, "new_"))
		return take_number(&s, &context) && take(&s, "_cached_") &&
			take_number(&s, &generation)
		    ? phase_of(context, generation)
		    : PHASE_EMPTY;
	if (take_number(&s, &any) && !take(&s, "_"))
		return PHASE_EMPTY;
	if (!take(&s, "context_") || !take_number(&s, &context))
		return PHASE_EMPTY;
	if (s.n && *s.p == '(' && span_holds(s, ')'))
		span_take(&s, ')');
	if (!take(&s, "_generation_") || !take_number(&s, &generation))
		return PHASE_EMPTY;
	return phase_of(context, generation);
}

/* Is it this word, in any case, and something that ends it? */
static bool
is_mode(struct span s, const char *mode)
{
	size_t n = strlen(mode);

	return s.n > n && strncasecmp(s.p, mode, n) == 0 &&
	    (s.p[n] == ' ' || s.p[n] == ']');
}

static enum phase
of_sglang(struct span s)
{
	static const struct {
		const char *mode;
		enum phase phase;
	} known[] = {{"EXTEND", PHASE_PREFILL}, {"PREFILL", PHASE_PREFILL},
	    {"SPLIT_PREFILL", PHASE_PREFILL}, {"DECODE", PHASE_DECODE},
	    {"VERIFY", PHASE_DECODE}, {"TARGET_VERIFY", PHASE_DECODE},
	    {"DRAFT_LOOP", PHASE_DECODE}, {"DRAFT_EXTEND", PHASE_DECODE},
	    {"DRAFT_EXTEND_V2", PHASE_DECODE}, {"MIXED", PHASE_MIXED}};

	if (!take(&s, "step["))
		return PHASE_EMPTY;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (is_mode(s, known[i].mode))
			return known[i].phase;
	return PHASE_EMPTY;
}

enum phase
phase_of_annotation(struct span name)
{
	enum phase p = of_vllm(name);

	if (p == PHASE_EMPTY)
		p = of_sglang(name);
	if (p == PHASE_EMPTY)
		p = phase_of(take(&name, "prefill["), take(&name, "decode["));
	return p;
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
