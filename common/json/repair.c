#include <stdint.h>

#include "common/bytes/number.h"
#include "common/bytes/utf8.h"
#include "common/json/jsontext.h"
#include "common/json/repair.h"
#include "common/json/scan.h"

/* A value while it is written into room for QUOTE_MAX bytes each. */
struct writer {
	struct span left;
	char *out;
	bool comma;    /* one has been read, but not written */
	bool opened;   /* the last byte written was an opening bracket */
	int64_t nulls; /* values that became null, as they are none */
};

static void
drop(struct span *s, size_t n)
{
	s->p += n;
	s->n -= n;
}

static void
put(struct writer *w, struct span s)
{
	memcpy(w->out, s.p, s.n);
	w->out += s.n;
}

/* Writes an escape; a backslash that begins none is doubled. */
static void
put_escape(struct writer *w)
{
	size_t n = json_escape(span_cut(w->left, 1, w->left.n));

	*w->out++ = '\\';
	if (n)
		put(w, span_cut(w->left, 1, 1 + n));
	else
		*w->out++ = '\\';
	drop(&w->left, 1 + n);
}

/* A string from its first quote to its last. */
static void
put_string(struct writer *w)
{
	*w->out++ = '"';
	drop(&w->left, 1);
	while (w->left.n) {
		size_t n = utf8_copy_plain(w->out, w->left, '"');

		w->out += n;
		drop(&w->left, n);
		if (w->left.n == 0 || *w->left.p == '"')
			break;
		if (*w->left.p == '\\')
			put_escape(w);
		else
			w->out = quote_character(w->out, &w->left);
	}
	drop(&w->left, w->left.n > 0);
	*w->out++ = '"';
}

/* How many bytes a number or a word has. */
static size_t
plain_length(struct span s)
{
	size_t n = 0;

	while (n < s.n && !scan_ends_plain(s.p[n]))
		n++;
	return n;
}

static bool
is_number_or_word(struct span s)
{
	return number_is(s) || span_is_among(s, "true false null");
}

static void
put_plain(struct writer *w)
{
	size_t n = plain_length(w->left);
	struct span text = span_cut(w->left, 0, n);

	drop(&w->left, n);
	if (is_number_or_word(text))
		put(w, text);
	else if (json_literal(text))
		w->out = quote(w->out, text);
	else {
		put(w, span_of("null"));
		w->nulls++;
	}
}

/* A comma that stands between two values. */
static void
put_comma(struct writer *w)
{
	if (w->comma && !w->opened)
		*w->out++ = ',';
	w->comma = w->opened = false;
}

static void
put_bracket(struct writer *w, char c)
{
	bool opens = c == '{' || c == '[';

	if (opens)
		put_comma(w);
	w->comma = false;
	w->opened = opens;
	*w->out++ = c;
	drop(&w->left, 1);
}

static void
put_token(struct writer *w)
{
	char c = *w->left.p;

	switch (c) {
	case ',':
		w->comma = true;
		drop(&w->left, 1);
		return;
	case ':':
		*w->out++ = c;
		drop(&w->left, 1);
		return;
	case '[':
	case ']':
	case '{':
	case '}':
		put_bracket(w, c);
		return;
	case '"':
		put_comma(w);
		put_string(w);
		return;
	default:
		if (scan_blank(c)) {
			drop(&w->left, 1);
			return;
		}
		put_comma(w);
		put_plain(w);
	}
}

int64_t
json_repair(struct buf *out, struct span value)
{
	struct writer w = {.left = value};

	/* a word of one letter becomes null, quotes stand around others */
	buf_reserve(out, value.n * QUOTE_MAX + 2);
	w.out = out->p + out->n;
	while (w.left.n)
		put_token(&w);
	out->n = (size_t)(w.out - out->p);
	return w.nulls;
}

size_t
json_string_length(struct span s)
{
	size_t n = 1;

	for (;;) {
		const char *end =
		    n < s.n ? memchr(s.p + n, '"', s.n - n) : NULL;
		size_t back = 0;

		if (!end)
			return s.n;
		n = (size_t)(end - s.p);
		while (back < n - 1 && s.p[n - 1 - back] == '\\')
			back++;
		n++;
		if (back % 2 == 0)
			return n;
	}
}

static size_t
nested_length(struct span s)
{
	size_t n = 0, depth = 0;

	while (n < s.n) {
		char c = s.p[n];

		if (c == '"') {
			n += json_string_length(span_cut(s, n, s.n));
			continue;
		}
		n++;
		if (c == '{' || c == '[')
			depth++;
		else if ((c == '}' || c == ']') && --depth == 0)
			break;
	}
	return n;
}

static size_t
value_length(struct span s)
{
	if (s.n == 0)
		return 0;
	if (*s.p == '"')
		return json_string_length(s);
	return *s.p == '{' || *s.p == '[' ? nested_length(s) : plain_length(s);
}

/* Skips blanks and these bytes. */
static void
skip(struct span *s, char a, char b)
{
	while (s->n && (scan_blank(*s->p) || *s->p == a || *s->p == b))
		drop(s, 1);
}

bool
json_next_member(struct span *object, struct span *key, struct span *value)
{
	skip(object, '{', ',');
	if (object->n == 0 || *object->p != '"')
		return false;
	*key = span_cut(*object, 0, json_string_length(*object));
	drop(object, key->n);
	skip(object, ':', ':');
	*value = span_cut(*object, 0, value_length(*object));
	drop(object, value->n);
	return true;
}

bool
json_key_is(struct span key, struct span text)
{
	struct span inner = span_cut(key, 1, key.n - 1);

	return memchr(inner.p, '\\', inner.n) ? json_says(inner, text)
					      : span_equal(inner, text);
}

bool
json_is_whole(struct span s)
{
	struct scan scan;
	size_t n;

	scan_start(&scan);
	return s.n && scan_bytes(&scan, s.p, s.n, &n) == SCAN_DONE && n == s.n;
}

struct span
json_member(struct span object, const char *name)
{
	struct span wanted = span_of(name), found = {0}, key, value;

	if (!object.n || *object.p != '{' || !json_is_whole(object))
		return found;
	while (json_next_member(&object, &key, &value))
		if (json_key_is(key, wanted))
			found = value;
	return found;
}

enum { DEEPEST = 64 };

/* The rest of the text, and the brackets that are open around it. */
struct walk {
	const char *p, *end;
	uint64_t objects; /* bit 0 is the innermost: a brace? */
	int depth;
};

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
		while (w->p < w->end && *w->p >= ' ' && *w->p < 0x7F &&
		    *w->p != '"' && *w->p != '\\')
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
	return is_number_or_word(text);
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
		if (w->depth++ == DEEPEST)
			return false;
		w->objects = w->objects << 1 | object;
		if (object && !take_key(w))
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
