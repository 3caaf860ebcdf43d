#include "common/json/jsontext.h"
#include "common/trace/chrome/kineto.h"

/* The input ended, or failed: `got` is what jsonin answered. */
static enum top_members_result
cut(struct top_members *t, int got, const char *how)
{
	t->cut = how;
	return got < 0 ? TOP_MEMBERS_FAILED : TOP_MEMBERS_CUT;
}

enum { MISSPELT = 2 }; /* bytes of a key: one that was damaged, or lost */

/* Is it that word with up to MISSPELT bytes changed, missing or too many? */
static bool
is_nearly(struct span s, const char *word)
{
	size_t n = strlen(word), least = 0;
	size_t row[32];

	if (n + 1 > sizeof row / sizeof *row || s.n > n + MISSPELT)
		return false;
	for (size_t k = 0; k <= n; k++)
		row[k] = k;
	for (size_t i = 0; i < s.n && least <= MISSPELT; i++) {
		size_t corner = row[0];

		least = row[0] = i + 1;
		for (size_t k = 0; k < n; k++) {
			size_t cost = corner + (s.p[i] != word[k]);

			corner = row[k + 1];
			if (corner + 1 < cost)
				cost = corner + 1;
			if (row[k] + 1 < cost)
				cost = row[k] + 1;
			row[k + 1] = cost;
			least = cost < least ? cost : least;
		}
	}
	return row[n] <= MISSPELT;
}

/* The value after a key and its colon, by its first byte. */
static enum top_members_result
read_value(struct top_members *t, char first)
{
	struct span key = buf_span(&t->key);
	size_t length;

	if (first == '[' && span_is(key, "traceEvents")) {
		jsonin_skip(t->j, 1);
		return TOP_MEMBERS_EVENTS;
	}
	if (first == '[' && is_nearly(key, "traceEvents")) {
		jsonin_skip(t->j, 1);
		return TOP_MEMBERS_MISSPELT;
	}
	switch (jsonin_value(t->j, &length)) {
	case JSONIN_WHOLE:
		members_add(t->members, key,
		    (struct span){jsonin_bytes(t->j).p, length});
		jsonin_skip(t->j, length);
		return TOP_MEMBERS_MEMBER;
	case JSONIN_TOO_LONG:
		return TOP_MEMBERS_MEMBER;
	case JSONIN_BROKEN:
		return TOP_MEMBERS_BROKEN;
	case JSONIN_CUT:
		return cut(t, 0, "cut off beside traceEvents");
	default:
		return TOP_MEMBERS_FAILED;
	}
}

/* Keeps what a key says. */
static void
keep_key(struct top_members *t, struct span key)
{
	struct span text;

	t->key.n = 0;
	text = json_text(key, &t->key);
	if (t->key.n == 0)
		buf_add(&t->key, text.p, text.n);
}

static enum top_members_result
read_member(struct top_members *t)
{
	size_t length;
	char c;
	int got;

	switch (jsonin_value(t->j, &length)) {
	case JSONIN_WHOLE:
		break;
	case JSONIN_CUT:
		return cut(t, 0, "cut off inside a key");
	case JSONIN_FAILED:
		return TOP_MEMBERS_FAILED;
	default:
		return TOP_MEMBERS_BROKEN;
	}
	keep_key(t, (struct span){jsonin_bytes(t->j).p, length});
	jsonin_skip(t->j, length);
	got = jsonin_peek(t->j, &c);
	if (got == 1 && c != ':')
		return TOP_MEMBERS_BROKEN;
	if (got == 1)
		got = jsonin_colon(t->j, &c);
	return got == 1 ? read_value(t, c)
			: cut(t, got, "cut off beside traceEvents");
}

enum top_members_result
top_members_next(struct top_members *t)
{
	char c;
	int got = jsonin_peek(t->j, &c);

	if (got <= 0)
		return cut(
		    t, got, "cut off: the outermost object does not end");
	if (c == '"')
		return read_member(t);
	if (c != ',' && c != '}')
		return TOP_MEMBERS_BROKEN;
	jsonin_skip(t->j, 1);
	return c == ',' ? TOP_MEMBERS_MEMBER : TOP_MEMBERS_END;
}
