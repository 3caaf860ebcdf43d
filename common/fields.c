#include "common/cursor.h"
#include "common/fields.h"

/* What is left of the object, and where values go. */
struct reader {
	struct cursor at;
	const struct json_keys *keys;
	struct span *texts;
	struct buf *scratch;
	struct fields_habit *habit;
	int member; /* how many leads were taken */
	bool args;  /* they were seen */
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

/* What a key means where it stands. */
static int
meaning_of(struct reader *r, struct span key, bool in_args)
{
	int place;

	if (!in_args && span_is(key, "args") && r->at.p < r->at.end &&
	    *r->at.p == '{')
		return FIELDS_ARGS;
	place = place_of(key, in_args ? &r->keys->args : &r->keys->top);
	return place >= 0 && in_args ? place + (int)r->keys->top.n : place;
}

/* Where a member stands. No lead of a zeroed habit stands anywhere. */
enum where { TOP_FIRST = 1, TOP, ARGS_FIRST, ARGS };

static bool
is_first(enum where where)
{
	return where == TOP_FIRST || where == ARGS_FIRST;
}

static bool
in_args(enum where where)
{
	return where >= ARGS_FIRST;
}

/* Keeps the bytes before a value, for the next object. */
static void
remember(struct reader *r, const char *start, enum where where, int meaning)
{
	struct fields_lead *lead = &r->habit->lead[r->member];
	size_t n = (size_t)(r->at.p - start);

	if (r->member == FIELDS_MEMBERS)
		return;
	r->member++;
	lead->where = 0;
	if (n > sizeof lead->bytes)
		return;
	memcpy(lead->bytes, start, n);
	lead->n = (unsigned char)n;
	lead->where = (unsigned char)where;
	lead->meaning = (short)meaning;
}

#ifdef __SSE2__
/* Which of 16 bytes are not the same, as a set of bits. */
static inline unsigned
other_in_16(const char *a, const char *b)
{
	__m128i x = _mm_loadu_si128((const __m128i *)(const void *)a);
	__m128i y = _mm_loadu_si128((const __m128i *)(const void *)b);

	return ~(unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(x, y));
}
#endif

/* memcmp in line for what most leads are: at most 16 bytes. */
static inline bool
begins_with(const struct reader *r, const char *bytes, size_t n)
{
	size_t left = (size_t)(r->at.end - r->at.p);

#ifdef __SSE2__
	if (n <= 16 && left >= 16)
		return !(other_in_16(r->at.p, bytes) << (16 - n) & 0xFFFF);
#endif
	return n <= left && memcmp(r->at.p, bytes, n) == 0;
}

/* Is the next lead, blanks and all, the one that the last object had here? */
static inline bool
take_habitual(struct reader *r, enum where where, int *meaning)
{
	const struct fields_lead *lead = &r->habit->lead[r->member];

	if (lead->where != where || !begins_with(r, lead->bytes, lead->n) ||
	    r->at.p[lead->n] <= ' ')
		return false;
	r->at.p += lead->n;
	r->member++;
	*meaning = lead->meaning;
	return true;
}

/*
 * Takes what stands before a member's value: a comma but for the first, the key
 * and the colon. False when there is no member; *sound then tells whether the
 * object ends there.
 */
static bool
take_lead(struct reader *r, enum where where, int *meaning, bool *sound)
{
	const char *start = r->at.p;
	struct span key;

	*sound = take(&r->at, '}');
	if (*sound)
		return false;
	if (!is_first(where) && !take(&r->at, ','))
		return false;
	skip_blanks(&r->at);
	if (!take_key(&r->at, &key))
		return false;
	skip_blanks(&r->at);
	*meaning = meaning_of(r, key, in_args(where));
	if (*meaning != FIELDS_ARGS && !in_args(where) && span_is(key, "args"))
		return false; /* the next one may be an object */
	remember(r, start, where, *meaning);
	return true;
}

/* The text of a value, for which scratch has room. */
static inline struct span
text_of(struct reader *r, struct span value, bool escapes)
{
	if (*value.p == '"' && !escapes)
		return (struct span){value.p + 1, value.n - 2};
	if (*value.p >= '0' && *value.p <= '9')
		return value;
	return json_text(value, r->scratch);
}

static bool take_args(struct reader *);

/* Takes a member's value; before the object's end, there is some byte of it. */
static inline bool
take_member(struct reader *r, int meaning)
{
	struct span value;
	bool escapes;

	if (meaning == FIELDS_ARGS)
		return take_args(r);
	if (!take_value(&r->at, &value, &escapes))
		return false;
	if (meaning >= 0)
		r->texts[meaning] = text_of(r, value, escapes);
	return true;
}

/* Takes an object's members, the first byte being its brace. */
static inline bool
take_members(struct reader *r, enum where first)
{
	enum where where = first;
	bool sound;
	int meaning;

	for (r->at.p++; take_habitual(r, where, &meaning) ||
	     take_lead(r, where, &meaning, &sound);
	     where = first + 1)
		if (!take_member(r, meaning))
			return false;
	return sound;
}

static bool
take_args(struct reader *r)
{
	if (r->at.p == r->at.end || *r->at.p != '{' || r->args)
		return false;
	r->args = true;
	return take_members(r, ARGS_FIRST);
}

bool
fields_read(struct fields_habit *habit, struct span object,
    const struct json_keys *keys, struct span *texts, struct buf *scratch)
{
	struct reader r = {.at = {object.p, object.p + object.n},
	    .keys = keys,
	    .texts = texts,
	    .scratch = scratch,
	    .habit = habit};

	if (object.n < 2 || object.p[0] != '{' || object.p[object.n - 1] != '}')
		return false;
	scratch->n = 0;
	if (buf_reserve(scratch, object.n))
		return false;
	for (size_t i = 0; i < keys->top.n + keys->args.n; i++)
		texts[i] = (struct span){0};
	return take_members(&r, TOP_FIRST) && r.at.p == r.at.end;
}
