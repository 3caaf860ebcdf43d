#include "common/json/fields.h"
#include "common/bytes/ascii.h"
#include "common/json/cursor.h"
#include "common/json/jsontext.h"

enum { END_OF_OBJECT = FIELDS_ARGS - 1 };

/* An object while it is read, and where its texts go. */
struct reader {
	const char *end;
	const struct json_keys *keys;
	struct span *texts;
	struct buf *scratch;
	struct fields_habit *habit;
	bool args; /* they were seen */
};

/* The place of that key among the values, or FIELDS_UNWANTED. */
static int
place_of(struct span key, const struct json_names *keys)
{
	if (keys->lengths & json_length_bit(key.n))
		for (size_t i = 0; i < keys->n; i++)
			if (span_equal(keys->name[i], key))
				return (int)i;
	return FIELDS_UNWANTED;
}

/* Keys of the objects that hold arguments: see json.h. */
static bool
is_args(struct span key)
{
	return span_is(key, "args") || span_is(key, "attr");
}

/* The meaning of a key in its place; `byte` begins its value. */
static int
meaning_of(const struct reader *r, struct span key, bool in_args, char byte)
{
	int place;

	if (!in_args && byte == '{' && is_args(key))
		return FIELDS_ARGS;
	place = place_of(key, in_args ? &r->keys->args : &r->keys->top);
	return place >= 0 && in_args ? place + (int)r->keys->top.n : place;
}

/* Keeps the bytes before a value for later objects, in place of older ones. */
static void
remember(struct fields_leads *leads, struct span bytes, int meaning)
{
	struct fields_lead *lead = &leads->lead[leads->last ^= 1];

	lead->n = 0;
	if (bytes.n > sizeof lead->bytes)
		return;
	memcpy(lead->bytes, bytes.p, bytes.n);
	lead->n = (unsigned char)bytes.n;
	lead->meaning = (short)meaning;
}

/*
 * Takes a lead if it is, blanks and all, one that an earlier object had. None
 * but that of the end has the last byte of an object.
 */
static inline const char *
take_lead_again(const struct fields_lead *lead, const char *p, const char *end)
{
	size_t n = lead->n;
	bool same;

	if (n == 0 || (size_t)(end - p) < n)
		return NULL;
	same = n <= 16 ? same_in_16(p, lead->bytes, (unsigned)n)
		       : memcmp(p, lead->bytes, n) == 0;
	return same && (p[n] > ' ' || lead->meaning == END_OF_OBJECT) ? p + n
								      : NULL;
}

/* Takes one of two leads, the one that was taken last first. */
static inline const char *
take_habitual(
    struct fields_leads *leads, const char *p, const char *end, int *meaning)
{
	unsigned last = leads->last;
	const char *behind = take_lead_again(&leads->lead[last], p, end);

	if (!behind) {
		last ^= 1;
		behind = take_lead_again(&leads->lead[last], p, end);
		if (!behind)
			return NULL;
		leads->last = last;
	}
	*meaning = leads->lead[last].meaning;
	return behind;
}

/* Takes a key without escapes, the colon and blanks. */
static const char *
take_key(const char *p, const char *end, struct span *key)
{
	bool escapes;

	p = skip_blanks(p, end);
	if (p == end || *p != '"')
		return NULL;
	key->p = p + 1;
	p = take_string(p, end, &escapes);
	if (!p || escapes)
		return NULL;
	key->n = (size_t)(p - 1 - key->p);
	p = take_byte(p, end, ':');
	return p ? skip_blanks(p, end) : NULL;
}

/*
 * Takes what stands before a member's value: a comma but for the first, the key
 * and the colon; or the brace at the end.
 */
static const char *
take_lead(struct reader *r, const char *p, bool in_args, bool first,
    struct fields_leads *leads, int *meaning)
{
	const char *start = p, *brace = take_byte(p, r->end, '}');
	struct span key;

	*meaning = END_OF_OBJECT;
	if (brace) {
		remember(leads, (struct span){start, (size_t)(brace - start)},
		    *meaning);
		return brace;
	}
	if (!first)
		p = take_byte(p, r->end, ',');
	if (p)
		p = take_key(p, r->end, &key);
	if (!p)
		return NULL;
	*meaning = meaning_of(r, key, in_args, *p);
	if (*meaning != FIELDS_ARGS && !in_args && is_args(key))
		return NULL; /* the next one may be an object */
	remember(leads, (struct span){start, (size_t)(p - start)}, *meaning);
	return p;
}

/* Takes a value that is wanted, and finds its text; scratch has room for it. */
static inline const char *
take_any_text(struct reader *r, const char *start, struct span *text)
{
	bool escapes;
	const char *p = take_value(start, r->end, &escapes);

	if (!p)
		return NULL;
	*text = (struct span){start, (size_t)(p - start)};
	if (*start == '"' && !escapes) {
		*text = span_cut(*text, 1, text->n - 1);
		return p;
	}
	if (*start != '"' && *start != '[' && *start != '{' &&
	    !json_literal(*text))
		return NULL;
	*text = json_text(*text, r->scratch);
	return p;
}

/* The same, sooner for most numbers; not for a key that comes twice. */
static inline const char *
take_text(struct reader *r, const char *start, struct span *text)
{
	const char *p = NULL;

	if (text->p)
		return NULL;
	if (ascii_is_digit(*start))
		p = take_usual_number(start);
	if (!p)
		return take_any_text(r, start, text);
	*text = (struct span){start, (size_t)(p - start)};
	return p;
}

static const char *take_args(struct reader *, const char *);

static inline const char *
take_member(struct reader *r, const char *p, int meaning)
{
	bool escapes;

	if (meaning >= 0)
		return take_text(r, p, &r->texts[meaning]);
	if (meaning == FIELDS_ARGS)
		return take_args(r, p);
	return take_value(p, r->end, &escapes);
}

/* Takes an object's members, the first byte being its brace. */
static inline const char *
take_members(struct reader *r, const char *p, bool in_args)
{
	struct fields_leads *first = in_args ? r->habit->args : r->habit->top;
	struct fields_leads *leads = first, *last = first + FIELDS_MEMBERS;

	for (p++; p && leads < last; leads++) {
		int meaning;
		const char *value = take_habitual(leads, p, r->end, &meaning);

		if (!value)
			value = take_lead(
			    r, p, in_args, leads == first, leads, &meaning);
		if (!value || meaning == END_OF_OBJECT)
			return value;
		p = take_member(r, value, meaning);
	}
	return NULL;
}

static const char *
take_args(struct reader *r, const char *p)
{
	if (*p != '{' || r->args)
		return NULL;
	r->args = true;
	return take_members(r, p, true);
}

bool
fields_read(struct fields_habit *habit, struct span object,
    const struct json_keys *keys, struct span *texts, struct buf *scratch)
{
	struct reader r = {.end = object.p + object.n,
	    .keys = keys,
	    .texts = texts,
	    .scratch = scratch,
	    .habit = habit};

	if (object.n < 2 || object.p[0] != '{' || r.end[-1] != '}')
		return false;
	scratch->n = 0;
	buf_reserve(scratch, object.n);
	for (size_t i = 0; i < keys->top.n + keys->args.n; i++)
		texts[i] = (struct span){0};
	return take_members(&r, object.p, false) == r.end;
}
