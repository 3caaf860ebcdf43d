#include "common/json/scan.h"
#include "common/bytes/utf8.h"

enum state {
	VALUE,        /* a value must come */
	FIRST_MEMBER, /* behind { or, in an object, a comma: a key or } */
	COLON,
	FIRST_ITEM,  /* behind [ or, in an array, a comma: a value or ] */
	BEHIND,      /* after a value: a comma or the end of what holds it */
	STRING,      /* a value that is a string */
	STRING_BACK, /* the byte after a backslash in one */
	KEY,
	KEY_BACK,
	PLAIN /* inside a number, true, NaN ... */
};

enum { BROKEN = -1 };

void
scan_start(struct scan *s)
{
	s->state = VALUE;
	s->depth = 0;
}

static bool
in_object(const struct scan *s)
{
	int level = s->depth - 1;

	return s->objects[level / 64] >> (level % 64) & 1;
}

static int
open_bracket(struct scan *s, bool object)
{
	int level = s->depth;

	if (level == SCAN_DEPTH)
		return BROKEN;
	s->objects[level / 64] &= ~(UINT64_C(1) << (level % 64));
	s->objects[level / 64] |= (uint64_t)object << (level % 64);
	s->depth++;
	return object ? FIRST_MEMBER : FIRST_ITEM;
}

static int
close_bracket(struct scan *s, bool object)
{
	if (s->depth == 0 || in_object(s) != object)
		return BROKEN;
	s->depth--;
	return BEHIND;
}

static int
start_value(struct scan *s, char c)
{
	switch (c) {
	case '{':
		return open_bracket(s, true);
	case '[':
		return open_bracket(s, false);
	case '"':
		return STRING;
	case '}':
	case ']':
	case ',':
	case ':':
		return BROKEN;
	default:
		return PLAIN;
	}
}

static int
behind_value(struct scan *s, char c)
{
	switch (c) {
	case ',':
		if (s->depth == 0)
			return BROKEN;
		return in_object(s) ? FIRST_MEMBER : FIRST_ITEM;
	case '}':
		return close_bracket(s, true);
	case ']':
		return close_bracket(s, false);
	default:
		return BROKEN;
	}
}

/* The state after one byte that is neither blank nor inside a string. */
static int
step(struct scan *s, char c)
{
	switch (s->state) {
	case VALUE:
		return start_value(s, c);
	case FIRST_MEMBER:
		return c == '"' ? KEY
		    : c == '}'  ? close_bracket(s, true)
				: BROKEN;
	case COLON:
		return c == ':' ? VALUE : BROKEN;
	case FIRST_ITEM:
		return c == ']' ? close_bracket(s, false) : start_value(s, c);
	default:
		return behind_value(s, c);
	}
}

/* Skips what a string holds, up to a quote, a backslash or NUL. */
static const char *
skip_string(const char *p, const char *end)
{
	while (p < end && *p != '"' && *p != '\\' && *p)
		p++;
	return p;
}

static int
string_step(int state, char c)
{
	switch (state) {
	case STRING:
		return c == '"' ? BEHIND : STRING_BACK;
	case KEY:
		return c == '"' ? COLON : KEY_BACK;
	default: /* whatever it is, it belongs to the backslash */
		return state == STRING_BACK ? STRING : KEY;
	}
}

enum scan_result
scan_bytes(struct scan *s, const char *start, size_t n, size_t *used)
{
	const char *p = start, *end = start + n;
	enum scan_result r = SCAN_MORE;

	for (; p < end; p++) {
		int next = BROKEN; /* as NUL is in any place */

		if (s->state == STRING || s->state == KEY) {
			p = skip_string(p, end);
			if (p == end)
				break;
		}
		if (*p && s->state >= STRING && s->state <= KEY_BACK) {
			next = string_step(s->state, *p);
		} else if (*p) {
			if (s->state == PLAIN && !scan_ends_plain(*p))
				continue;
			if (s->state == PLAIN && s->depth == 0) {
				r = SCAN_DONE;
				break;
			}
			if (s->state == PLAIN)
				s->state = BEHIND;
			if (scan_blank(*p))
				continue;
			next = step(s, *p);
		}
		if (next == BROKEN) {
			r = SCAN_BROKEN;
			break;
		}
		s->state = next;
		if (next == BEHIND && s->depth == 0) {
			p++;
			r = SCAN_DONE;
			break;
		}
	}
	*used = (size_t)(p - start);
	return r;
}

struct span
scan_text(struct span head)
{
	size_t i = span_starts(head, UTF8_MARK) ? strlen(UTF8_MARK) : 0;

	return scan_skip_blanks(span_cut(head, i, head.n));
}
