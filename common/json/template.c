#include <stdlib.h>

#include "common/bytes/ascii.h"
#include "common/json/cursor.h"
#include "common/json/template.h"

enum { LONGEST = 4096, NOWHERE = TEMPLATE_PARTS };

void
template_free(struct template *s)
{
	buf_free(&s->text);
	free(s->value);
	*s = (struct template){0};
}

/* Takes a whole number as JSON writes it; one of the usual is done at once. */
static inline const char *
take_whole_number(const char *p, const char *end)
{
	int digits = run_in_16(p, '0');

	if (digits == 0 || (digits > 1 && *p == '0'))
		return NULL;
	p += digits;
	while (digits == 16 && p < end) {
		digits = run_in_16(p, '0');
		p += digits;
	}
	return p < end ? p : NULL;
}

/* Goes to the quote that ends a string without escapes. */
static const char *
take_plain_string(const char *p, const char *end)
{
	const char *quote = string_stop(p, end);

	return quote && *quote == '"' && !memchr(p, 0, (size_t)(quote - p))
	    ? quote
	    : NULL;
}

/* The bytes from `from` up to p stay the same, what follows does not. */
static bool
end_part(struct template *s, const char *from, const char *p, char behind)
{
	if (s->parts == TEMPLATE_PARTS)
		return false;
	s->part[s->parts++] = (struct template_part){
	    (size_t)(from - s->text.p), (size_t)(p - from), behind};
	return true;
}

/* The end of a string at p that may vary; NULL: it is a key or has escapes. */
static const char *
string_slot(const char *p, const char *end)
{
	const char *quote = take_plain_string(p + 1, end);

	return quote && !take_byte(quote + 1, end, ':') ? quote : NULL;
}

/* Divides the text; false if there are too many parts. */
static bool
divide(struct template *s)
{
	const char *p = s->text.p, *end = p + s->text.n, *from = p;

	while (p < end) {
		bool string = *p == '"', escapes;
		const char *next = string ? take_string(p, end, &escapes)
		    : is_plain(*p)        ? take_plain(p)
					  : p + 1;
		const char *slot = string ? string_slot(p, end)
		    : ascii_is_digit(*p)  ? take_whole_number(p, end)
					  : NULL;

		if (!next)
			return false;
		if (slot && (string || slot == next)) {
			if (!end_part(s, from, p + string, string ? '"' : '0'))
				return false;
			from = slot;
		}
		p = next;
	}
	return end_part(s, from, p, 0);
}

/* The part that the place is in or at the end of. */
static size_t
part_of(const struct template *s, size_t place)
{
	for (size_t i = 0; i < s->parts; i++)
		if (place >= s->part[i].at &&
		    place <= s->part[i].at + s->part[i].n)
			return i;
	return NOWHERE;
}

/* Takes down where a value is: 0; 1 it is elsewhere. */
static int
add_value(struct template *s, struct span object, struct span value)
{
	struct template_value v = {.first = NOWHERE};
	uintptr_t from = (uintptr_t)object.p, at = (uintptr_t)value.p;

	if (value.n) {
		if (at < from || at + value.n > from + object.n)
			return 1;
		v.first = part_of(s, at - from);
		v.last = part_of(s, at - from + value.n);
		if (v.first == NOWHERE || v.last == NOWHERE)
			return 1;
		v.start = at - from - s->part[v.first].at;
		v.end = at - from + value.n - s->part[v.last].at;
	}
	ARRAY_PUSH(s->value, s->values, &s->cap, v);
	return 0;
}

void
template_learn(
    struct template *s, struct span object, const struct span *value, size_t n)
{
	int rc = 0;

	s->parts = s->values = s->text.n = 0;
	if (object.n > LONGEST)
		return;
	buf_reserve(&s->text, LONGEST + TEMPLATE_PAD);
	buf_add(&s->text, object.p, object.n);
	memset(s->text.p + s->text.n, 0, TEMPLATE_PAD);
	rc = !divide(s);
	for (size_t i = 0; i < n && rc == 0; i++)
		rc = add_value(s, object, value[i]);
	if (rc)
		s->parts = 0;
}

/* Takes the same bytes, and what varies behind them. */
static inline const char *
take_part(const struct template *s, const struct template_part *k,
    const char *p, const char *end)
{
	const char *same = s->text.p + k->at;

	if ((size_t)(end - p) < k->n ||
	    !(k->n <= 16 ? same_in_16(p, same, (unsigned)k->n)
			 : memcmp(p, same, k->n) == 0))
		return NULL;
	p += k->n;
	if (k->behind == '0')
		return take_whole_number(p, end);
	return k->behind ? take_plain_string(p, end) : p;
}

size_t
template_match(const struct template *s, struct span bytes, struct span *value)
{
	const char *at[TEMPLATE_PARTS], *p = bytes.p, *end = p + bytes.n;

	for (size_t i = 0; i < s->parts; i++) {
		at[i] = p;
		p = take_part(s, &s->part[i], p, end);
		if (!p)
			return 0;
	}
	for (size_t i = 0; s->parts && i < s->values; i++) {
		const struct template_value *v = &s->value[i];

		value[i] = (struct span){0};
		if (v->first == NOWHERE)
			continue;
		value[i].p = at[v->first] + v->start;
		value[i].n = (size_t)(at[v->last] + v->end - value[i].p);
	}
	return (size_t)(p - bytes.p);
}
