#include "common/json/jsontext.h"
#include "common/bytes/ascii.h"
#include "common/bytes/number.h"
#include "common/bytes/utf8.h"
#include "common/json/scan.h"

static char *
put_text(char *out, struct span s)
{
	memcpy(out, s.p, s.n);
	return out + s.n;
}

/* The two-character escape of a byte, or 0. */
static char
short_escape(char c)
{
	if (c == '"' || c == '\\')
		return c;
	return c == '\t' ? 't' : c == '\n' ? 'n' : c == '\r' ? 'r' : 0;
}

char *
quote_character(char *out, struct span *s)
{
	unsigned char c = (unsigned char)s->p[0];
	size_t n = utf8_length(*s);
	struct span as_is = {s->p, n};

	*s = span_cut(*s, n ? n : 1, s->n);
	if (short_escape((char)c)) {
		*out++ = '\\';
		*out++ = short_escape((char)c);
		return out;
	}
	if (c < 0x20) {
		out = put_text(out, span_of(c < 0x10 ? "\\u000" : "\\u001"));
		*out++ = "0123456789abcdef"[c & 0xF];
		return out;
	}
	return put_text(out, n ? as_is : span_of(UTF8_REPLACEMENT));
}

char *
quote(char *out, struct span s)
{
	*out++ = '"';
	while (s.n) {
		size_t n = utf8_copy_plain(out, s, '"');

		out += n;
		s = span_cut(s, n, s.n);
		if (s.n)
			out = quote_character(out, &s);
	}
	*out++ = '"';
	return out;
}

void
buf_add_quoted(struct buf *out, struct span s)
{
	buf_reserve(out, s.n * QUOTE_MAX + 2);
	out->n = (size_t)(quote(out->p + out->n, s) - out->p);
}

static bool
is_hex4(struct span s)
{
	for (size_t i = 0; i < 4; i++)
		if (i >= s.n || ascii_hex(s.p[i]) < 0)
			return false;
	return true;
}

size_t
json_escape(struct span s)
{
	if (s.n == 0)
		return 0;
	if (s.p[0] == 'u')
		return is_hex4((struct span){s.p + 1, s.n - 1}) ? 5 : 0;
	return strchr("\"\\/bfnrt", s.p[0]) && s.p[0] ? 1 : 0;
}

bool
json_literal(struct span s)
{
	return number_is(s) ||
	    span_is_among(
		s, "true false null NaN nan -nan Infinity -Infinity inf -inf");
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

	for (int i = 0; i < 4; i++)
		v = v << 4 | (uint32_t)ascii_hex(p[i]);
	return v;
}

/* Decodes \uXXXX after its backslash, with the low half of a pair. */
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

/* Decodes the escape after a backslash; returns its length. */
static size_t
put_escape(struct buf *out, struct span s)
{
	static const char name[] = "bfnrt", byte[] = "\b\f\n\r\t";
	const char *at;

	if (json_escape(s) == 0) {
		put(out, "\\", 1);
		return 0;
	}
	if (s.p[0] == 'u')
		return put_code(out, s);
	at = strchr(name, s.p[0]);
	put(out, at ? &byte[at - name] : s.p, 1);
	return 1;
}

bool
json_says(struct span string, struct span text)
{
	while (string.n) {
		char decoded[UTF8_MAX];
		struct buf b = {decoded, 0, sizeof decoded};
		struct span rest = span_cut(string, 1, string.n);
		size_t n = 1;

		if (*string.p == '\\')
			n += put_escape(&b, rest);
		else
			put(&b, string.p, 1);
		if (b.n > text.n || memcmp(decoded, text.p, b.n) != 0)
			return false;
		text = span_cut(text, b.n, text.n);
		string = span_cut(string, n, string.n);
	}
	return text.n == 0;
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
		s = span_cut(s, n, s.n);
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
		else if (!string && scan_blank(c))
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
		buf_reserve(scratch, v.n);
		put_string(scratch, v);
	} else if (v.p[0] == '{' || v.p[0] == '[') {
		buf_reserve(scratch, v.n);
		put_compact(scratch, v);
	} else {
		return v;
	}
	return (struct span){scratch->p + start, scratch->n - start};
}

void
json_add_text(struct buf *out, struct span value)
{
	size_t before = out->n;
	struct span text = json_text(value, out);

	if (out->n == before)
		buf_add_span(out, text);
}

bool
json_item(struct span *array, struct span *item)
{
	struct span rest;
	struct scan scan;
	size_t n;

	if (array->n == 0 || (array->p[0] != '[' && array->p[0] != ','))
		return false;
	rest = scan_skip_blanks(span_cut(*array, 1, array->n));
	scan_start(&scan);
	if (scan_bytes(&scan, rest.p, rest.n, &n) != SCAN_DONE)
		return false;
	*item = span_cut(rest, 0, n);
	*array = scan_skip_blanks(span_cut(rest, n, rest.n));
	return true;
}
