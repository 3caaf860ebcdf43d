#include "common/meaning/bracket_list.h"

bool
bracket_list_open(struct span *s)
{
	*s = span_trim(*s);
	if (s->n < 2 ||
	    !((s->p[0] == '[' && s->p[s->n - 1] == ']') ||
		(s->p[0] == '(' && s->p[s->n - 1] == ')')))
		return false;
	*s = span_trim(span_cut(*s, 1, s->n - 1));
	return true;
}

/* How far a quoted string reaches, with both quotes. */
static size_t
quoted_end(struct span s)
{
	size_t i = 1;

	while (i < s.n && s.p[i] != s.p[0])
		i += s.p[i] == '\\' ? 2 : 1;
	return i < s.n ? i + 1 : s.n;
}

/* How far the first item reaches: to the comma outside of all brackets. */
static size_t
item_end(struct span s)
{
	size_t depth = 0, i = 0;

	while (i < s.n && (depth || s.p[i] != ',')) {
		char c = s.p[i];

		if (c == '"' || c == '\'') {
			i += quoted_end(span_cut(s, i, s.n));
			continue;
		}
		if (c == '[' || c == '(')
			depth++;
		if ((c == ']' || c == ')') && depth)
			depth--;
		i++;
	}
	return i;
}

bool
bracket_list_next(struct span *list, struct span *item)
{
	size_t end = item_end(*list);

	if (list->n == 0)
		return false;
	*item = span_trim(span_cut(*list, 0, end));
	*list = end < list->n ? span_trim(span_cut(*list, end + 1, list->n))
			      : (struct span){NULL, 0};
	return true;
}

struct span
bracket_list_unquote(struct span s)
{
	if (s.n >= 2 && (s.p[0] == '"' || s.p[0] == '\'') &&
	    s.p[s.n - 1] == s.p[0])
		return span_cut(s, 1, s.n - 1);
	return s;
}
