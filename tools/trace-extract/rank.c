#include "tools/trace-extract/rank.h"
#include "common/bytes/fixed.h"

const char *
rank_rule_parse(struct rank_rule *r, const char *text)
{
	int64_t number;

	if (fixed_parse_int(span_of(text), &number) == 0) {
		r->fixed = text;
		return NULL;
	}
	if (strcmp(text, "pid") == 0) {
		r->by_pid = true;
		return NULL;
	}
	if (regcomp(&r->pattern, text, REG_EXTENDED) != 0)
		return "neither a number nor a regular expression";
	r->by_name = true;
	return r->pattern.re_nsub == 1 ? NULL : "the pattern needs one (group)";
}

struct span
rank_by_rule(const struct rank_rule *r, const char *path)
{
	regmatch_t m[2];

	if (r->fixed)
		return span_of(r->fixed);
	if (!r->by_name || regexec(&r->pattern, path, 2, m, 0) != 0 ||
	    m[1].rm_so < 0)
		return (struct span){0};
	return (struct span){
	    path + m[1].rm_so, (size_t)(m[1].rm_eo - m[1].rm_so)};
}
