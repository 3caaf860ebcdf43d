#include "common/json/python.h"
#include "common/json/repair.h"

/*
 * Python takes double quotes where there are single ones and no double ones
 * inside, and escapes what JSON does, but for these and '/'. JSON's string is
 * given without its first quote.
 */
static void
add_quoted(struct buf *b, struct span s, bool json)
{
	bool other = span_has(s, "'") && !span_has(s, json ? "\\\"" : "\"");

	buf_add(b, other ? "\"" : "'", 1);
	for (size_t i = 0; i + json < s.n; i++) {
		char c = s.p[i], next = json ? s.p[i + 1] : 0;

		if (c == '\\' && (next == '"' || next == '/'))
			continue;
		if (c == '\\' || (c == '\'' && !other))
			buf_add(b, "\\", 1);
		if (json && c == '\\' && i + 2 < s.n)
			c = s.p[++i];
		buf_add(b, &c, 1);
	}
	buf_add(b, other ? "\"" : "'", 1);
}

static void
add_word(struct buf *b, struct span word)
{
	static const char *const python[][2] = {
	    {"true", "True"}, {"false", "False"}, {"null", "None"}};

	for (size_t i = 0; i < COUNT(python); i++)
		if (span_is(word, python[i][0]))
			word = span_of(python[i][1]);
	buf_add(b, word.p, word.n);
}

static bool
is_mark(char c)
{
	return c && strchr("[]{},: \"", c);
}

void
python_add_text(struct buf *b, struct span text)
{
	add_quoted(b, text, false);
}

/* Where we are: how many items the arrays around have so far. */
struct place {
	bool tuples;
	size_t depth;
	size_t items[PYTHON_DEPTH + 1];
	bool fresh; /* nothing follows the last bracket or comma yet */
};

static bool
is_tuple(const struct place *p)
{
	return p->tuples && p->depth <= PYTHON_DEPTH;
}

static void
add_mark(struct buf *b, struct place *p, char mark)
{
	switch (mark) {
	case '[':
		p->depth++;
		p->fresh = true;
		if (!is_tuple(p))
			break;
		p->items[p->depth] = 0;
		mark = '(';
		break;
	case ']':
		if (is_tuple(p) && p->depth) {
			mark = ')';
			if (p->items[p->depth] == 1)
				buf_add(b, ",", 1);
		}
		p->depth -= p->depth > 0;
		break;
	case ',':
		p->fresh = true;
		buf_add(b, ", ", 2);
		return;
	case ':':
		buf_add(b, ": ", 2);
		return;
	case ' ':
		return;
	}
	buf_add(b, &mark, 1);
}

/* Counts an item that begins here. */
static void
count_item(struct place *p, char c)
{
	if (!p->fresh || c == ']' || c == ' ' || c == ',')
		return;
	p->fresh = false;
	if (p->depth <= PYTHON_DEPTH)
		p->items[p->depth]++;
}

void
python_add(struct buf *b, struct span field, bool tuples)
{
	struct place place = {.tuples = tuples};

	if (field.n == 0 || (field.p[0] != '[' && field.p[0] != '{')) {
		buf_add(b, field.p, field.n);
		return;
	}
	for (size_t at = 0, end; at < field.n; at = end) {
		count_item(&place, field.p[at]);
		end = at + 1;
		if (field.p[at] == '"') {
			end = at +
			    json_string_length(span_cut(field, at, field.n));
			add_quoted(b, span_cut(field, at + 1, end), true);
		} else if (is_mark(field.p[at])) {
			add_mark(b, &place, field.p[at]);
		} else {
			while (end < field.n && !is_mark(field.p[end]))
				end++;
			add_word(b, span_cut(field, at, end));
		}
	}
}
