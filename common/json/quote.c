#include "common/json/quote.h"
#include "common/bytes/utf8.h"

static char *
put(char *out, struct span s)
{
	memcpy(out, s.p, s.n);
	return out + s.n;
}

/* The two-character escape of a byte, or 0. */
static char
short_escape(char c)
{
	switch (c) {
	case '"':
	case '\\':
		return c;
	case '\t':
		return 't';
	case '\n':
		return 'n';
	case '\r':
		return 'r';
	default:
		return 0;
	}
}

char *
quote_character(char *out, struct span *s)
{
	unsigned char c = (unsigned char)s->p[0];
	size_t n = utf8_length(*s);
	struct span as_is = {s->p, n};

	s->p += n ? n : 1;
	s->n -= n ? n : 1;
	if (short_escape((char)c)) {
		*out++ = '\\';
		*out++ = short_escape((char)c);
		return out;
	}
	if (c < 0x20) {
		out = put(out, span_of(c < 0x10 ? "\\u000" : "\\u001"));
		*out++ = "0123456789abcdef"[c & 0xF];
		return out;
	}
	return put(out, n ? as_is : span_of(UTF8_REPLACEMENT));
}

char *
quote(char *out, struct span s)
{
	*out++ = '"';
	while (s.n) {
		size_t n = utf8_copy_plain(out, s, '"');

		out += n;
		s.p += n;
		s.n -= n;
		if (s.n)
			out = quote_character(out, &s);
	}
	*out++ = '"';
	return out;
}
