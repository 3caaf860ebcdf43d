#include <ctype.h>
#include <math.h>
#include <string.h>
#include <strings.h>

#include "common/meaning/engine_annotation.h"

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

static bool
read_vllm(struct span s, struct engine_annotation *a)
{
	bool any;

	a->engine = "vLLM";
	if (!take(&s, "execute_"))
		return false;
	if (take(&s, "new_"))
		return take_number(&s, &a->prefill) && take(&s, "_cached_") &&
		    take_number(&s, &a->decode);
	if (take_number(&s, &any) && !take(&s, "_"))
		return false;
	if (!take(&s, "context_") || !take_number(&s, &a->prefill))
		return false;
	if (s.n && *s.p == '(' && span_holds(s, ')'))
		span_take(&s, ')');
	return take(&s, "_generation_") && take_number(&s, &a->decode);
}

/* Is it this word, in any case, and something that ends it? */
static bool
is_mode(struct span s, const char *mode)
{
	size_t n = strlen(mode);

	return s.n > n && strncasecmp(s.p, mode, n) == 0 &&
	    (s.p[n] == ' ' || s.p[n] == ']');
}

static bool
read_sglang(struct span s, struct engine_annotation *a)
{
	static const struct {
		const char *mode;
		bool prefill, decode;
	} known[] = {{"EXTEND", true, false}, {"PREFILL", true, false},
	    {"SPLIT_PREFILL", true, false}, {"MIXED", true, true},
	    {"DECODE", false, true}, {"VERIFY", false, true},
	    {"TARGET_VERIFY", false, true}, {"DRAFT_LOOP", false, true},
	    {"DRAFT_EXTEND", false, true}, {"DRAFT_EXTEND_V2", false, true}};

	if (!take(&s, "step["))
		return false;
	for (size_t i = 0; i < COUNT(known); i++)
		if (is_mode(s, known[i].mode)) {
			*a = (struct engine_annotation){
			    "SGLang", known[i].prefill, known[i].decode};
			return true;
		}
	return false;
}

static bool
read_atom(struct span s, struct engine_annotation *a)
{
	*a = (struct engine_annotation){
	    "ATOM", span_starts(s, "prefill["), span_starts(s, "decode[")};
	return a->prefill || a->decode;
}

bool
engine_annotation_read(struct span name, struct engine_annotation *a)
{
	return read_vllm(name, a) || read_sglang(name, a) || read_atom(name, a);
}

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

static struct step_tokens
vllm_tokens(struct span s)
{
	struct step_tokens step = {unknown, unknown};
	struct span context = span_after(span_after(s, "_context_"), "(");
	struct span generation = span_after(span_after(s, "_generation_"), "(");

	if (context.p)
		step.context = read_bracket(context);
	if (generation.p)
		step.generation = read_bracket(generation);
	return step;
}

static struct step_tokens
sglang_tokens(struct span s)
{
	return (struct step_tokens){
	    {number_behind(s, " c_sq="), number_behind(s, " c_sk="),
		number_behind(s, " c_sqsq="), number_behind(s, " c_sqsk=")},
	    {number_behind(s, " g_sq="), number_behind(s, " g_sk="),
		number_behind(s, " g_sqsq="), number_behind(s, " g_sqsk=")}};
}

static struct tokens
atom_tokens(struct span s)
{
	return (struct tokens){number_behind(s, " tok="),
	    number_behind(s, " sk="), number_behind(s, " sqsq="),
	    number_behind(s, " sqsk=")};
}

static struct step_tokens
annotation_tokens(struct span s)
{
	if (span_starts(s, "execute_"))
		return vllm_tokens(s);
	if (span_starts(s, "step["))
		return sglang_tokens(s);
	if (span_starts(s, "prefill["))
		return (struct step_tokens){atom_tokens(s), none};
	if (span_starts(s, "decode["))
		return (struct step_tokens){none, atom_tokens(s)};
	return (struct step_tokens){unknown, unknown};
}

struct step_tokens
step_tokens_read(struct span path)
{
	while (path.n) {
		struct step_tokens s = annotation_tokens(span_take(&path, ';'));

		if (!isnan(s.context.sq) || !isnan(s.generation.sq))
			return s;
	}
	return (struct step_tokens){unknown, unknown};
}
