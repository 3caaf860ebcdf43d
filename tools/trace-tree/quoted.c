#include "tools/trace-tree/quoted.h"

/* The place behind the string that begins here. */
static size_t
string_end(struct span s, size_t at)
{
	for (at++; at < s.n && s.p[at] != '"'; at++)
		at += s.p[at] == '\\' && at + 1 < s.n;
	return at < s.n ? at + 1 : s.n;
}

/*
 * Python takes double quotes where there are single ones and no double ones
 * inside, and escapes what JSON does, but for these and '/'.
 */
static int
add_string(struct buf *b, struct span string)
{
	bool other = span_has(string, "'") &&
	    !span_has(span_cut(string, 1, string.n), "\\\"");
	int rc = buf_add(b, other ? "\"" : "'", 1);

	for (size_t i = 1; i + 1 < string.n && rc == 0; i++) {
		char c = string.p[i], next = string.p[i + 1];

		if (c == '\\' && (next == '"' || next == '/'))
			continue;
		if (c == '\\' || (c == '\'' && !other))
			rc = buf_add(b, "\\", 1);
		if (c == '\\' && i + 2 < string.n)
			c = string.p[++i];
		rc = rc ? rc : buf_add(b, &c, 1);
	}
	return rc ? rc : buf_add(b, other ? "\"" : "'", 1);
}

static int
add_word(struct buf *b, struct span word)
{
	static const char *const python[][2] = {
	    {"true", "True"}, {"false", "False"}, {"null", "None"}};

	for (size_t i = 0; i < sizeof python / sizeof *python; i++)
		if (span_is(word, python[i][0]))
			word = span_of(python[i][1]);
	return buf_add(b, word.p, word.n);
}

static bool
is_mark(char c)
{
	return c && strchr("[]{},: \"", c);
}

int
quoted_add(struct buf *b, struct span field)
{
	if (field.n == 0 || (field.p[0] != '[' && field.p[0] != '{'))
		return buf_add(b, field.p, field.n);
	for (size_t at = 0, end; at < field.n; at = end) {
		int rc = 0;

		end = at + 1;
		if (field.p[at] == '"') {
			end = string_end(field, at);
			rc = add_string(b, span_cut(field, at, end));
		} else if (!is_mark(field.p[at])) {
			while (end < field.n && !is_mark(field.p[end]))
				end++;
			rc = add_word(b, span_cut(field, at, end));
		} else if (field.p[at] == ',' || field.p[at] == ':') {
			rc = buf_add(b, field.p[at] == ',' ? ", " : ": ", 2);
		} else if (field.p[at] != ' ') {
			rc = buf_add(b, &field.p[at], 1);
		}
		if (rc)
			return -1;
	}
	return 0;
}
