#include "common/fields.h"
#include "common/jsonin.h"

/* What is left of the object, and where values go. */
struct reader {
	const char *p, *end;
	const struct json_keys *keys;
	struct span *values;
};

static inline void
skip_blanks(struct reader *r)
{
	while (r->p < r->end && json_blank(*r->p))
		r->p++;
}

/* Skips blanks and that byte; false when it is not there. */
static inline bool
take(struct reader *r, char c)
{
	skip_blanks(r);
	if (r->p == r->end || *r->p != c)
		return false;
	r->p++;
	return true;
}

/* The escapes that jsmn knows, without \u: that is left to jsmn. */
static bool
is_plain_escape(char c)
{
	return c && strchr("\"\\/bfnrt", c);
}

/*
 * Takes a string, the first byte being its quote. *escapes tells whether it has
 * any. False when it does not end, or has what jsmn would not read.
 */
static bool
take_string(struct reader *r, struct span *s, bool *escapes)
{
	const char *start = r->p++;

	*escapes = false;
	for (; r->p < r->end; r->p++) {
		if (*r->p == '"') {
			r->p++;
			*s = (struct span){start, (size_t)(r->p - start)};
			return true;
		}
		if (*r->p == 0)
			return false;
		if (*r->p != '\\')
			continue;
		*escapes = true;
		if (++r->p == r->end || !is_plain_escape(*r->p))
			return false;
	}
	return false;
}

/* A number, true and the like: a run of printable bytes without structure. */
static bool
take_plain(struct reader *r, struct span *s)
{
	const char *start = r->p;

	while (r->p<r->end && * r->p> 0x20 && *r->p < 0x7F &&
	    !strchr(",:{}[]\"", *r->p))
		r->p++;
	*s = (struct span){start, (size_t)(r->p - start)};
	return s->n > 0;
}

/* An array or object that is not looked into, of ASCII without escapes. */
static bool
take_nested(struct reader *r, struct span *s)
{
	struct scan scan;
	size_t n;

	scan_start(&scan);
	if (scan_bytes(&scan, r->p, (size_t)(r->end - r->p), &n) != SCAN_DONE)
		return false;
	*s = (struct span){r->p, n};
	for (; r->p < s->p + n; r->p++)
		if (*r->p == '\\' || *r->p == 0x7F ||
		    (*r->p < 0x20 && !json_blank(*r->p)))
			return false;
	return true;
}

static bool
take_value(struct reader *r, struct span *s)
{
	bool escapes;

	skip_blanks(r);
	if (r->p == r->end)
		return false;
	switch (*r->p) {
	case '"':
		return take_string(r, s, &escapes);
	case '{':
	case '[':
		return take_nested(r, s);
	default:
		return take_plain(r, s);
	}
}

static bool
take_key(struct reader *r, struct span *key)
{
	bool escapes;

	if (r->p == r->end || *r->p != '"' || !take_string(r, key, &escapes) ||
	    escapes)
		return false;
	key->p++;
	key->n -= 2;
	return take(r, ':');
}

/* Where the value of that key goes, or NULL. */
static struct span *
place_of(
    struct span key, const struct span *keys, size_t n, struct span *values)
{
	for (size_t i = 0; i < n; i++)
		if (keys[i].n == key.n && memcmp(keys[i].p, key.p, key.n) == 0)
			return &values[i];
	return NULL;
}

/*
 * Takes an object's members, the first byte being its brace; `args` among them
 * too, if keys of args are wanted.
 */
static bool
take_members(struct reader *r, const struct span *keys, size_t n,
    struct span *values, bool *args)
{
	r->p++;
	if (take(r, '}'))
		return true;
	do {
		struct span key, value, *place;

		skip_blanks(r);
		if (!take_key(r, &key))
			return false;
		skip_blanks(r);
		if (args && span_is(key, "args") && r->p < r->end &&
		    *r->p == '{') {
			if (*args)
				return false;
			*args = true;
			if (!take_members(r, r->keys->args, r->keys->nargs,
				r->values + r->keys->ntop, NULL))
				return false;
			continue;
		}
		if (!take_value(r, &value))
			return false;
		place = place_of(key, keys, n, values);
		if (place)
			*place = value;
	} while (take(r, ','));
	return take(r, '}');
}

bool
fields_read(
    struct span object, const struct json_keys *keys, struct span *values)
{
	struct reader r = {object.p, object.p + object.n, keys, values};
	bool args = false;

	for (size_t i = 0; i < keys->ntop + keys->nargs; i++)
		values[i] = (struct span){0};
	return object.n && *r.p == '{' &&
	    take_members(&r, keys->top, keys->ntop, values, &args) &&
	    r.p == r.end;
}
