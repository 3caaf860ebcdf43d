#include "tools/trace-json/text.h"
#include "common/bytes/fixed.h"
#include "common/bytes/number.h"
#include "common/json/jsontext.h"
#include "common/json/sound.h"

void
text_put(struct text *t, struct span s)
{
	buf_reserve(&t->b, s.n);
	if (s.n)
		memcpy(t->b.p + t->b.n, s.p, s.n);
	t->b.n += s.n;
}

void
text_string(struct text *t, struct span s)
{
	char *end;

	buf_reserve(&t->b, s.n * QUOTE_MAX + 2);
	end = quote(t->b.p + t->b.n, s);
	t->b.n = (size_t)(end - t->b.p);
}

void
text_value(struct text *t, struct span s)
{
	if (number_is(s))
		text_put(t, s);
	else
		text_string(t, s);
}

void
text_sound(struct text *t, struct span json)
{
	json_sound(&t->b, json);
}

static void
put_comma(struct text *t)
{
	if (t->comma)
		text_put(t, (struct span){",", 1});
	t->comma = true;
}

void
text_key(struct text *t, const char *key)
{
	size_t n = strlen(key);
	char *p;

	buf_reserve(&t->b, n + strlen(",\"\":"));
	p = t->b.p + t->b.n;
	if (t->comma)
		*p++ = ',';
	*p++ = '"';
	memcpy(p, key, n);
	p += n;
	*p++ = '"';
	*p++ = ':';
	t->b.n = (size_t)(p - t->b.p);
	t->comma = true;
}

void
text_any_key(struct text *t, struct span key)
{
	put_comma(t);
	text_string(t, key);
	text_put(t, (struct span){":", 1});
}

void
text_us(struct text *t, const char *key, int64_t ns)
{
	char digits[FIXED_MAX];

	text_key(t, key);
	text_put(t, (struct span){digits, fixed_print_us(digits, ns)});
}

void
text_int(struct text *t, const char *key, int64_t v)
{
	char digits[FIXED_MAX];

	text_key(t, key);
	text_put(t, (struct span){digits, fixed_print_int(digits, v)});
}

void
text_open(struct text *t)
{
	text_put(t, (struct span){"{", 1});
	t->comma = false;
}

void
text_close(struct text *t)
{
	text_put(t, (struct span){"}", 1});
	t->comma = true;
}
