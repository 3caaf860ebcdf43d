/*
 * jsmn takes no escape it does not know. They occur in names that profilers
 * wrote down without care, so what jsmn refuses is repaired in a copy and tried
 * once more.
 */
#include <stdbool.h>
#include <stdlib.h>

#define JSMN_PARENT_LINKS /* without them jsmn is quadratic */
#define JSMN_STATIC
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-compare"
#include <jsmn.h>
#pragma GCC diagnostic pop

#include "common/json/json.h"
#include "common/json/jsontext.h"

enum { OBJECT_MAX = 1 << 30 }; /* jsmn counts bytes in an int */

/* A name for jsmn's struct, which has none: json.h does without its header. */
struct json_token {
	jsmntok_t t;
};

void
json_free(struct json *j)
{
	free(j->token);
	buf_free(&j->repaired);
}

/* A copy in which odd backslashes of strings are doubled. */
static void
repair(struct buf *out, struct span s)
{
	bool string = false;

	out->n = 0;
	for (size_t i = 0, n; i < s.n; i += n) {
		struct span rest = {s.p + i + 1, s.n - i - 1};
		bool backslash = string && s.p[i] == '\\';
		size_t escape = backslash ? json_escape(rest) : 0;

		n = 1 + escape;
		if (s.p[i] == '"')
			string = !string;
		if (backslash && !escape)
			buf_add(out, "\\", 1);
		buf_add(out, s.p + i, n);
	}
}

static int
tokenize(struct json *j, struct span s)
{
	jsmn_parser parser;

	if (s.n > OBJECT_MAX)
		return JSON_UNREADABLE;
	for (;;) {
		jsmn_init(&parser);
		j->n = jsmn_parse(
		    &parser, s.p, s.n, (jsmntok_t *)j->token, (unsigned)j->cap);
		if (j->n != JSMN_ERROR_NOMEM && j->token)
			break;
		ARRAY_RESERVE(j->token, &j->cap, j->cap * 2 + 64);
	}
	return j->n > 0 && j->token[0].t.type == JSMN_OBJECT ? 0
							     : JSON_UNREADABLE;
}

static struct span
token_text(struct span s, const jsmntok_t *t)
{
	size_t quote = t->type == JSMN_STRING;

	return (struct span){
	    s.p + t->start - quote, (size_t)(t->end - t->start) + 2 * quote};
}

/* The first token behind everything that belongs to token i. */
static int
behind(const struct json *j, int i)
{
	int end = j->token[i].t.end;

	do
		i++;
	while (i < j->n && j->token[i].t.start < end);
	return i;
}

static int64_t
count_unreadable(const struct json *j, struct span s)
{
	int64_t n = 0;

	for (int i = 0; i < j->n; i++)
		if (j->token[i].t.type == JSMN_PRIMITIVE)
			n += !json_literal(token_text(s, &j->token[i].t));
	return n;
}

static bool
key_is(struct span s, const jsmntok_t *t, struct span key)
{
	struct span text = {s.p + t->start, (size_t)(t->end - t->start)};

	return t->type == JSMN_STRING && text.n >= key.n &&
	    (text.n == key.n ? memcmp(text.p, key.p, key.n) == 0
			     : json_says(text, key));
}

/* Fills in the values of an object's members; returns the token of `args`. */
static int
find_members(struct json *j, struct span s, int object,
    const struct json_names *keys, struct span *values)
{
	static const struct span args = {"args", 4}, attr = {"attr", 4};
	bool has_args = false;
	int found = -1;

	for (int i = object + 1;
	     i + 1 < j->n && j->token[i].t.start < j->token[object].t.end;
	     i = behind(j, i + 1)) {
		const jsmntok_t *value = &j->token[i + 1].t;

		for (size_t k = 0; k < keys->n; k++)
			if (key_is(s, &j->token[i].t, keys->name[k])) {
				if (object == 0 && values[k].p && k < 64)
					j->repeated |= UINT64_C(1) << k;
				values[k] = token_text(s, value);
			}
		if (key_is(s, &j->token[i].t, args) ||
		    (!has_args && key_is(s, &j->token[i].t, attr))) {
			has_args = has_args || key_is(s, &j->token[i].t, args);
			found = value->type == JSMN_OBJECT ? i + 1 : -1;
		}
	}
	return found;
}

int
json_members(struct json *j, struct span object, const struct json_keys *keys,
    struct span *values)
{
	int rc = tokenize(j, object), args;

	for (size_t i = 0; i < keys->top.n + keys->args.n; i++)
		values[i] = (struct span){0};
	if (rc == JSON_UNREADABLE) {
		repair(&j->repaired, object);
		object = buf_span(&j->repaired);
		rc = tokenize(j, object);
	}
	if (rc)
		return rc;
	j->unreadable = count_unreadable(j, object);
	j->repeated = 0;
	args = find_members(j, object, 0, &keys->top, values);
	if (args >= 0)
		find_members(
		    j, object, args, &keys->args, values + keys->top.n);
	return 0;
}
