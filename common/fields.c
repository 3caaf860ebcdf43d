#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "common/fields.h"
#include "common/jsonin.h"

/* What is left of the object, and where values go. */
struct reader {
	const char *p, *end;
	const struct json_keys *keys;
	struct span *values;
	struct fields_habit *habit;
	int member; /* how many leads were taken */
	bool args;  /* they were seen */
};

static inline void
skip_blanks(struct reader *r)
{
	while (r->p < r->end && *r->p <= ' ' && json_blank(*r->p))
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

#ifdef __SSE2__
/* Finds either in 16 bytes: -1 if there is none. */
static inline int
stop_in_16(const char *p)
{
	__m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
	int mask = _mm_movemask_epi8(
	    _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('"')),
		_mm_cmpeq_epi8(v, _mm_set1_epi8('\\'))));

	return mask ? __builtin_ctz((unsigned)mask) : -1;
}
#endif

/* The first quote or backslash from p on, or NULL. */
static inline const char *
string_stop(const char *p, const char *end)
{
#ifdef __SSE2__
	for (; end - p >= 16; p += 16) {
		int at = stop_in_16(p);

		if (at >= 0)
			return p + at;
	}
#endif
	for (; p < end; p++)
		if (*p == '"' || *p == '\\')
			return p;
	return NULL;
}

/*
 * Takes a string, the first byte being its quote. *escapes tells whether it has
 * any. False when it does not end, or has escapes that jsmn does not read.
 */
static bool
take_string(struct reader *r, struct span *s, bool *escapes)
{
	const char *start = r->p++;

	*escapes = false;
	for (;;) {
		r->p = string_stop(r->p, r->end);
		if (!r->p)
			return false;
		if (*r->p++ == '"')
			break;
		*escapes = true;
		if (r->p == r->end || !is_plain_escape(*r->p++))
			return false;
	}
	*s = (struct span){start, (size_t)(r->p - start)};
	return true;
}

/* Printable ASCII but for the blank and : , " { } [ ] as a set of bits. */
static inline bool
is_plain(char c)
{
#define BIT(c) (UINT64_C(1) << ((c)&63))
	static const uint64_t plain[4] = {
	    UINT64_MAX << 33 & ~(BIT('"') | BIT(',') | BIT(':')),
	    ~(BIT('[') | BIT(']') | BIT('{') | BIT('}') | BIT(0x7F))};
#undef BIT
	unsigned char u = (unsigned char)c;

	return plain[u >> 6] >> (u & 63) & 1;
}

/* A number, true and the like: a run of printable bytes without structure. */
static bool
take_plain(struct reader *r, struct span *s)
{
	const char *start = r->p;

	while (r->p < r->end && is_plain(*r->p))
		r->p++;
	*s = (struct span){start, (size_t)(r->p - start)};
	return s->n > 0;
}

/* An array of numbers and the like, which most arrays are. */
static bool
take_flat(struct reader *r)
{
	struct span item;

	r->p++;
	if (take(r, ']'))
		return true;
	do {
		skip_blanks(r);
		if (!take_plain(r, &item))
			return false;
	} while (take(r, ','));
	return take(r, ']');
}

/* Any other array or object that is not looked into, of ASCII, no escapes. */
static bool
take_nested(struct reader *r)
{
	struct scan scan;
	const char *end;
	size_t n;

	scan_start(&scan);
	if (scan_bytes(&scan, r->p, (size_t)(r->end - r->p), &n) != SCAN_DONE)
		return false;
	for (end = r->p + n; r->p < end; r->p++)
		if (*r->p == '\\' || *r->p == 0x7F ||
		    (*r->p < 0x20 && !json_blank(*r->p)))
			return false;
	return true;
}

static bool
take_structure(struct reader *r, struct span *s)
{
	const char *start = r->p;

	if (*start != '[' || !take_flat(r)) {
		r->p = start;
		if (!take_nested(r))
			return false;
	}
	*s = (struct span){start, (size_t)(r->p - start)};
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
		return take_structure(r, s);
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

/* What a key means where it stands. */
static int
meaning_of(struct reader *r, struct span key, bool in_args)
{
	int place;

	if (!in_args && span_is(key, "args") && r->p < r->end && *r->p == '{')
		return FIELDS_ARGS;
	place = place_of(key, in_args ? &r->keys->args : &r->keys->top);
	return place >= 0 && in_args ? place + (int)r->keys->top.n : place;
}

/* Keeps the bytes before a value, for the next object. */
static void
remember(
    struct reader *r, const char *start, int meaning, bool first, bool in_args)
{
	struct fields_lead *lead = &r->habit->lead[r->member];
	size_t n = (size_t)(r->p - start);

	if (r->member == FIELDS_MEMBERS)
		return;
	lead->n = 0;
	if (n > sizeof lead->bytes)
		return;
	memcpy(lead->bytes, start, n);
	lead->n = (unsigned char)n;
	lead->first = first;
	lead->in_args = in_args;
	lead->meaning = meaning;
}

static inline bool
same_8(const char *a, const char *b)
{
	uint64_t x, y;

	memcpy(&x, a, 8);
	memcpy(&y, b, 8);
	return x == y;
}

/* memcmp in line for what most leads are: 8 to 32 bytes, in overlapping words.
 */
static inline bool
same_bytes(const char *a, const char *b, size_t n)
{
	if (n < 8 || n > 32)
		return memcmp(a, b, n) == 0;
	return same_8(a, b) && same_8(a + n - 8, b + n - 8) &&
	    (n <= 16 ||
		(same_8(a + 8, b + 8) && same_8(a + n - 16, b + n - 16)));
}

/* Is the next lead the one that the last object had here? */
static bool
take_habitual(struct reader *r, bool first, bool in_args, int *meaning)
{
	const struct fields_lead *lead = &r->habit->lead[r->member];

	if (r->member == FIELDS_MEMBERS || lead->n == 0 ||
	    lead->first != first || lead->in_args != in_args ||
	    r->end - r->p < lead->n || !same_bytes(r->p, lead->bytes, lead->n))
		return false;
	r->p += lead->n;
	*meaning = lead->meaning;
	return true;
}

/*
 * Takes what stands before a member's value: a comma but for the first, the key
 * and the colon. False when there is no member; *sound then tells whether the
 * object ends there.
 */
static bool
take_lead(struct reader *r, bool first, bool in_args, int *meaning, bool *sound)
{
	const char *start = r->p;
	struct span key;

	*sound = true;
	if (take_habitual(r, first, in_args, meaning)) {
		r->member++;
		return true;
	}
	if (take(r, '}'))
		return false;
	*sound = false;
	if (!first && !take(r, ','))
		return false;
	skip_blanks(r);
	if (!take_key(r, &key))
		return false;
	skip_blanks(r);
	*meaning = meaning_of(r, key, in_args);
	if (*meaning != FIELDS_ARGS && !in_args && span_is(key, "args"))
		return false; /* the next one may be an object */
	remember(r, start, *meaning, first, in_args);
	r->member += r->member < FIELDS_MEMBERS;
	return true;
}

/* Takes an object's members, the first byte being its brace. */
static bool
take_members(struct reader *r, bool in_args)
{
	bool first = true, sound;
	struct span value;
	int meaning;

	for (r->p++; take_lead(r, first, in_args, &meaning, &sound);
	     first = false) {
		if (meaning == FIELDS_ARGS) {
			if (r->p == r->end || *r->p != '{' || r->args)
				return false;
			r->args = true;
			if (!take_members(r, true))
				return false;
		} else if (!take_value(r, &value)) {
			return false;
		} else if (meaning >= 0) {
			r->values[meaning] = value;
		}
	}
	return sound;
}

bool
fields_read(struct fields_habit *habit, struct span object,
    const struct json_keys *keys, struct span *values)
{
	struct reader r = {.p = object.p,
	    .end = object.p + object.n,
	    .keys = keys,
	    .values = values,
	    .habit = habit};

	for (size_t i = 0; i < keys->top.n + keys->args.n; i++)
		values[i] = (struct span){0};
	return object.n && *r.p == '{' && take_members(&r, false) &&
	    r.p == r.end;
}
