/*
 * jsmn takes no escape it does not know, and stops at a zero byte. Both occur
 * in names that profilers wrote down without care, so what jsmn refuses is
 * mended in a copy and tried once more.
 */
#include <stdbool.h>
#include <stdlib.h>

#define JSMN_PARENT_LINKS /* without them jsmn is quadratic */
#define JSMN_STATIC
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-compare"
#include <jsmn.h>
#pragma GCC diagnostic pop

#include "common/json.h"
#include "common/scan.h"
#include "common/utf8.h"

enum { OBJECT_MAX = 1 << 30 }; /* jsmn counts bytes in an int */

struct json {
	jsmntok_t *token;
	size_t cap;
	int n;
	struct buf mended;
};

struct json *
json_new(void)
{
	return calloc(1, sizeof(struct json));
}

void
json_free(struct json *j)
{
	if (!j)
		return;
	free(j->token);
	buf_free(&j->mended);
	free(j);
}

static bool
is_hex4(struct span s)
{
	for (size_t i = 0; i < 4; i++) {
		char c = i < s.n ? s.p[i] : 0;

		if (!((c >= '0' && c <= '9') ||
			((c | 0x20) >= 'a' && (c | 0x20) <= 'f')))
			return false;
	}
	return true;
}

/* How many bytes behind a backslash are an escape; 0 if none is. */
static size_t
escape_length(struct span s)
{
	if (s.n == 0)
		return 0;
	if (s.p[0] == 'u')
		return is_hex4((struct span){s.p + 1, s.n - 1}) ? 5 : 0;
	return strchr("\"\\/bfnrt", s.p[0]) && s.p[0] ? 1 : 0;
}

/*
 * A copy in which odd backslashes of strings are doubled and zero bytes written
 * out.
 */
static int
mend(struct buf *out, struct span s)
{
	bool string = false;

	out->n = 0;
	for (size_t i = 0, n; i < s.n; i += n) {
		struct span rest = {s.p + i + 1, s.n - i - 1};
		bool backslash = string && s.p[i] == '\\';
		size_t escape = backslash ? escape_length(rest) : 0;

		n = 1 + escape;
		if (s.p[i] == '"')
			string = !string;
		if (s.p[i] == 0) {
			if (buf_add(out, "\\u0000", 6))
				return JSON_NO_MEMORY;
			continue;
		}
		if (backslash && !escape && buf_add(out, "\\", 1))
			return JSON_NO_MEMORY;
		if (buf_add(out, s.p + i, n))
			return JSON_NO_MEMORY;
	}
	return 0;
}

static int
tokenize(struct json *j, struct span s)
{
	jsmn_parser parser;
	void *grown;

	if (s.n > OBJECT_MAX)
		return JSON_UNREADABLE;
	for (;;) {
		jsmn_init(&parser);
		j->n =
		    jsmn_parse(&parser, s.p, s.n, j->token, (unsigned)j->cap);
		if (j->n != JSMN_ERROR_NOMEM && j->token)
			break;
		grown = array_grow(
		    j->token, &j->cap, j->cap * 2 + 64, sizeof *j->token);
		if (!grown)
			return JSON_NO_MEMORY;
		j->token = grown;
	}
	return j->n > 0 && j->token[0].type == JSMN_OBJECT ? 0
							   : JSON_UNREADABLE;
}

static void
put(struct buf *out, const char *p, size_t n)
{
	memcpy(out->p + out->n, p, n);
	out->n += n;
}

static uint32_t
hex4(const char *p)
{
	uint32_t v = 0;

	for (int i = 0; i < 4; i++) {
		char c = p[i];

		v = v << 4 |
		    (uint32_t)(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
	}
	return v;
}

/* Decodes \uXXXX behind its backslash, with the low half of a pair. */
static size_t
put_code(struct buf *out, struct span s)
{
	uint32_t c = hex4(s.p + 1);
	size_t n = 5;

	if (c >= 0xD800 && c <= 0xDBFF && s.n >= 11 && s.p[5] == '\\' &&
	    s.p[6] == 'u' && is_hex4((struct span){s.p + 7, 4})) {
		uint32_t low = hex4(s.p + 7);

		if (low >= 0xDC00 && low <= 0xDFFF) {
			c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
			n = 11;
		}
	}
	out->n += utf8_encode(out->p + out->n, c);
	return n;
}

/* Decodes the escape behind a backslash; returns its length. */
static size_t
put_escape(struct buf *out, struct span s)
{
	static const char name[] = "bfnrt", byte[] = "\b\f\n\r\t";
	const char *at;

	if (escape_length(s) == 0) {
		put(out, "\\", 1);
		return 0;
	}
	if (s.p[0] == 'u')
		return put_code(out, s);
	at = strchr(name, s.p[0]);
	put(out, at ? &byte[at - name] : s.p, 1);
	return 1;
}

/* Whether a key's text, without its quotes, says that. */
static bool
says(struct span text, struct span key)
{
	while (text.n) {
		char decoded[4];
		struct buf b = {decoded, 0, sizeof decoded};
		struct span rest = {text.p + 1, text.n - 1};
		size_t n = 1;

		if (*text.p == '\\')
			n += put_escape(&b, rest);
		else
			put(&b, text.p, 1);
		if (b.n > key.n || memcmp(decoded, key.p, b.n) != 0)
			return false;
		key = (struct span){key.p + b.n, key.n - b.n};
		text = (struct span){text.p + n, text.n - n};
	}
	return key.n == 0;
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
	int end = j->token[i].end;

	do
		i++;
	while (i < j->n && j->token[i].start < end);
	return i;
}

static bool
key_is(struct span s, const jsmntok_t *t, struct span key)
{
	struct span text = {s.p + t->start, (size_t)(t->end - t->start)};

	return t->type == JSMN_STRING && text.n >= key.n &&
	    (text.n == key.n ? memcmp(text.p, key.p, key.n) == 0
			     : says(text, key));
}

/* Fills in the values of an object's members; returns the token of `args`. */
static int
find_members(const struct json *j, struct span s, int object,
    const struct json_names *keys, struct span *values)
{
	static const struct span args = {"args", 4};
	int found = -1;

	for (int i = object + 1;
	     i + 1 < j->n && j->token[i].start < j->token[object].end;
	     i = behind(j, i + 1)) {
		const jsmntok_t *value = &j->token[i + 1];

		for (size_t k = 0; k < keys->n; k++)
			if (key_is(s, &j->token[i], keys->name[k]))
				values[k] = token_text(s, value);
		if (key_is(s, &j->token[i], args))
			found = value->type == JSMN_OBJECT ? i + 1 : -1;
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
		rc = mend(&j->mended, object);
		if (rc == 0) {
			object = buf_span(&j->mended);
			rc = tokenize(j, object);
		}
	}
	if (rc)
		return rc;
	args = find_members(j, object, 0, &keys->top, values);
	if (args >= 0)
		find_members(
		    j, object, args, &keys->args, values + keys->top.n);
	return 0;
}

static void
put_string(struct buf *out, struct span s)
{
	while (s.n) {
		const char *back = memchr(s.p, '\\', s.n);
		size_t n = back ? (size_t)(back - s.p) : s.n;

		put(out, s.p, n);
		if (back) {
			n++;
			n += put_escape(out, (struct span){s.p + n, s.n - n});
		}
		s.p += n;
		s.n -= n;
	}
}

static void
put_compact(struct buf *out, struct span s)
{
	bool string = false;

	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];

		if (string && c == '\\' && i + 1 < s.n)
			put(out, &s.p[i++], 1);
		else if (c == '"')
			string = !string;
		else if (!string && strchr(" \t\r\n", c) && c)
			continue;
		put(out, &s.p[i], 1);
	}
}

struct span
json_text(struct span v, struct buf *scratch)
{
	size_t start = scratch->n;

	if (v.n == 0 || (*v.p == 'n' && span_is(v, "null")))
		return (struct span){0};
	if (v.p[0] == '"') {
		v = (struct span){v.p + 1, v.n - 2};
		if (!v.n || !memchr(v.p, '\\', v.n))
			return v;
		put_string(scratch, v);
	} else if (v.p[0] == '{' || v.p[0] == '[') {
		put_compact(scratch, v);
	} else {
		return v;
	}
	return (struct span){scratch->p + start, scratch->n - start};
}

bool
json_item(struct span *array, struct span *item)
{
	struct scan scan;
	size_t n;

	if (array->n == 0 || (array->p[0] != '[' && array->p[0] != ','))
		return false;
	array->p++;
	array->n--;
	scan_start(&scan);
	if (scan_bytes(&scan, array->p, array->n, &n) != SCAN_DONE)
		return false;
	*item = (struct span){array->p, n};
	for (; item->n && strchr(" \t\r\n", *item->p); item->p++)
		item->n--;
	array->p += n;
	array->n -= n;
	for (; array->n && strchr(" \t\r\n", *array->p); array->p++)
		array->n--;
	return true;
}
