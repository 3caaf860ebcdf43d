#include <string.h>

#include "tools/trace-perf/work.h"

static const struct tokens unknown = {NAN, NAN, NAN, NAN};
static const struct tokens none = {0, 0, 0, 0};

/* The digits at the beginning; NAN where there is none. */
static double
digits(struct span s)
{
	double value = 0;
	size_t i;

	for (i = 0; i < s.n && s.p[i] >= '0' && s.p[i] <= '9'; i++)
		value = value * 10 + (s.p[i] - '0');
	return i ? value : NAN;
}

static double
number_behind(struct span s, const char *word)
{
	return digits(span_after(s, word));
}

/* sq300sk400sqsq50000sqsk70000), after the bracket that opens. */
static struct tokens
read_bracket(struct span s)
{
	struct tokens t;
	struct span rest;
	size_t end = 0;

	while (end < s.n && s.p[end] != ')')
		end++;
	s.n = end;
	t.sq = number_behind(s, "sq");
	t.sk = number_behind(s, "sk");
	rest = span_after(s, "sqsq");
	if (!rest.p)
		return unknown;
	t.sqsq = digits(rest);
	t.sqsk = number_behind(rest, "sqsk");
	return t;
}

static struct step
read_vllm(struct span s)
{
	struct step step = {unknown, unknown};
	struct span context = span_after(span_after(s, "_context_"), "(");
	struct span generation = span_after(span_after(s, "_generation_"), "(");

	if (context.p)
		step.context = read_bracket(context);
	if (generation.p)
		step.generation = read_bracket(generation);
	return step;
}

static struct step
read_sglang(struct span s)
{
	return (struct step){
	    {number_behind(s, " c_sq="), number_behind(s, " c_sk="),
		number_behind(s, " c_sqsq="), number_behind(s, " c_sqsk=")},
	    {number_behind(s, " g_sq="), number_behind(s, " g_sk="),
		number_behind(s, " g_sqsq="), number_behind(s, " g_sqsk=")}};
}

static struct tokens
read_atom(struct span s)
{
	return (struct tokens){number_behind(s, " tok="),
	    number_behind(s, " sk="), number_behind(s, " sqsq="),
	    number_behind(s, " sqsk=")};
}

static struct step
read_annotation(struct span s)
{
	if (span_starts(s, "execute_"))
		return read_vllm(s);
	if (span_starts(s, "step["))
		return read_sglang(s);
	if (span_starts(s, "prefill["))
		return (struct step){read_atom(s), none};
	if (span_starts(s, "decode["))
		return (struct step){none, read_atom(s)};
	return (struct step){unknown, unknown};
}

struct step
step_read(struct span path)
{
	while (path.n) {
		struct step s = read_annotation(span_take(&path, ';'));

		if (!isnan(s.context.sq) || !isnan(s.generation.sq))
			return s;
	}
	return (struct step){unknown, unknown};
}
