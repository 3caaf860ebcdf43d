#include <stdint.h>

#include "common/bytes/number.h"
#include "common/json/compact.h"

enum { DEEPEST = 64 };

/* What is left of the text, and the brackets that are open around it. */
struct walk {
	const char *p, *end;
	uint64_t objects; /* bit 0 is the innermost: a brace? */
	int depth;
};

static bool
is_plain(char c)
{
	return c >= ' ' && c < 0x7F && c != '"' && c != '\\';
}

/* Does it end a number or word? */
static bool
is_behind(char c)
{
	return c == ',' || c == '}' || c == ']';
}

static bool
take(struct walk *w, char c)
{
	if (w->p == w->end || *w->p != c)
		return false;
	w->p++;
	return true;
}

/* The rest of a string, after its first quote. */
static bool
take_string(struct walk *w)
{
	for (;;) {
		while (w->p < w->end && is_plain(*w->p))
			w->p++;
		if (w->p == w->end)
			return false;
		if (*w->p == '"') {
			w->p++;
			return true;
		}
		if (*w->p != '\\' || w->end - w->p < 2 || !w->p[1] ||
		    !strchr("\"\\/bfnrt", w->p[1]))
			return false;
		w->p += 2;
	}
}

static bool
take_key(struct walk *w)
{
	return take(w, '"') && take_string(w) && take(w, ':');
}

/* A number, true, false or null. */
static bool
take_plain(struct walk *w)
{
	const char *from = w->p;
	struct span text;

	while (w->p < w->end && *w->p >= '0' && *w->p <= '9')
		w->p++;
	if (w->p > from && (*from != '0' || w->p == from + 1) &&
	    (w->p == w->end || is_behind(*w->p)))
		return true;
	while (w->p < w->end && !is_behind(*w->p))
		w->p++;
	text = (struct span){from, (size_t)(w->p - from)};
	return number_is(text) || span_is(text, "true") ||
	    span_is(text, "false") || span_is(text, "null");
}

/* What opens here has members, and is open from now on. */
static bool
open_bracket(struct walk *w, bool object)
{
	if (w->depth == DEEPEST)
		return false;
	w->depth++;
	w->objects = w->objects << 1 | object;
	return !object || take_key(w);
}

/* A value with what opens before it. */
static bool
take_value(struct walk *w)
{
	for (;;) {
		bool object = take(w, '{');

		if (!object && !take(w, '['))
			return take(w, '"') ? take_string(w) : take_plain(w);
		if (take(w, object ? '}' : ']'))
			return true;
		if (!open_bracket(w, object))
			return false;
	}
}

/*
 * Goes on after a value to where the next one begins. Returns false if there
 * is none, or if something else is there.
 */
static bool
find_next(struct walk *w)
{
	while (w->depth) {
		if (take(w, ','))
			return !(w->objects & 1) || take_key(w);
		if (!take(w, w->objects & 1 ? '}' : ']'))
			return false;
		w->objects >>= 1;
		w->depth--;
	}
	return false;
}

bool
json_is_compact(struct span text)
{
	struct walk w = {.p = text.p, .end = text.p + text.n};

	do {
		if (!take_value(&w))
			return false;
	} while (find_next(&w));
	return w.depth == 0 && w.p == w.end;
}
