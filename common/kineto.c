#include <stdio.h>
#include <stdlib.h>

#include "common/elements.h"
#include "common/jsontext.h"
#include "common/kineto.h"
#include "common/mark.h"

enum { MESSAGE = 400, SHOWN_KEYS = 8 };

/* Where in a document the next unread byte is. */
enum place { OUTSIDE, MEMBERS, EVENTS, END };

struct kineto {
	struct jsonin j;
	struct elements elements;
	enum place place;
	bool bare;     /* the document is an array of events, not an object */
	bool found;    /* there is an array of events */
	bool limited;  /* reading stands at the limit */
	bool confined; /* to one array of events */
	const char *damage;
	char error[MESSAGE];
	struct buf key; /* of the member being read: its text */
	struct members members;
};

struct kineto *
kineto_open(struct input *in)
{
	struct kineto *k = calloc(1, sizeof *k);

	if (!k)
		return NULL;
	if (jsonin_open(&k->j, in, KINETO_MAX)) {
		free(k);
		return NULL;
	}
	elements_init(&k->elements, &k->j);
	return k;
}

void
kineto_close(struct kineto *k)
{
	if (!k)
		return;
	jsonin_close(&k->j);
	buf_free(&k->key);
	members_free(&k->members);
	free(k);
}

int64_t
kineto_number(const struct kineto *k)
{
	return k->elements.number - 1;
}

void
kineto_lose(struct kineto *k)
{
	k->elements.lost++;
}

int64_t
kineto_lost(const struct kineto *k)
{
	return k->elements.lost;
}

const char *
kineto_damage(const struct kineto *k)
{
	return k->damage;
}

const char *
kineto_error(const struct kineto *k)
{
	return k->error;
}

const struct members *
kineto_members(const struct kineto *k)
{
	return &k->members;
}

static int
fail(struct kineto *k, const char *why)
{
	snprintf(k->error, sizeof k->error, "%s", why);
	return -1;
}

/* Reading ended in the middle, or failed: `got` is what jsonin answered. */
static int
stop(struct kineto *k, int got, const char *damage)
{
	if (got < 0)
		return fail(k, k->j.error);
	if (input_damage(k->j.in))
		damage = input_damage(k->j.in);
	if (!k->damage)
		k->damage = damage;
	k->place = END;
	return 0;
}

/* Goes on behind broken JSON beside the events, if there are events to come. */
static int
next_events(struct kineto *k)
{
	int got = jsonin_search(&k->j, '"', mark_events);

	if (!k->damage)
		k->damage = "broken JSON beside traceEvents";
	return got == 1 ? 0 : stop(k, got, k->damage);
}

/* The value behind a key and its colon. */
static int
read_member_value(struct kineto *k, char first)
{
	struct span key = buf_span(&k->key);
	size_t length;

	if (first == '[' && span_is(key, "traceEvents")) {
		jsonin_skip(&k->j, 1);
		k->place = EVENTS;
		k->found = true;
		return 0;
	}
	switch (jsonin_value(&k->j, &length)) {
	case JSONIN_WHOLE:
		if (members_add(&k->members, key,
			(struct span){jsonin_bytes(&k->j).p, length}))
			return fail(k, "out of memory");
		jsonin_skip(&k->j, length);
		return 0;
	case JSONIN_TOO_LONG:
		return 0;
	case JSONIN_BROKEN:
		return next_events(k);
	case JSONIN_CUT:
		return stop(k, 0, "cut off beside traceEvents");
	default:
		return stop(k, -1, NULL);
	}
}

/* Keeps what a key says. Returns 0, or -1: no memory. */
static int
keep_key(struct kineto *k, struct span key)
{
	struct span text;

	k->key.n = 0;
	if (buf_reserve(&k->key, key.n))
		return -1;
	text = json_text(key, &k->key);
	return k->key.n ? 0 : buf_add(&k->key, text.p, text.n);
}

static int
read_member(struct kineto *k)
{
	size_t length;
	char c;
	int got;

	switch (jsonin_value(&k->j, &length)) {
	case JSONIN_WHOLE:
		break;
	case JSONIN_CUT:
		return stop(k, 0, "cut off inside a key");
	case JSONIN_FAILED:
		return stop(k, -1, NULL);
	default:
		return next_events(k);
	}
	if (keep_key(k, (struct span){jsonin_bytes(&k->j).p, length}))
		return fail(k, "out of memory");
	jsonin_skip(&k->j, length);
	got = jsonin_colon(&k->j, &c);
	return got == 1 ? read_member_value(k, c)
			: stop(k, got, "cut off beside traceEvents");
}

static int
read_members(struct kineto *k)
{
	char c;
	int got = jsonin_peek(&k->j, &c);

	if (got <= 0)
		return stop(
		    k, got, "cut off: the outermost object does not end");
	if (c == '"')
		return read_member(k);
	if (c != ',' && c != '}')
		return next_events(k);
	jsonin_skip(&k->j, 1);
	if (c == '}')
		k->place = OUTSIDE;
	return 0;
}

/* Skips a byte order mark whose first byte may be *c. */
static int
skip_bom(struct kineto *k, char *c)
{
	int got = 1;

	for (const char *bom = "\xEF\xBB\xBF"; *bom && got == 1 && *c == *bom;
	     bom++) {
		jsonin_skip(&k->j, 1);
		got = jsonin_peek(&k->j, c);
	}
	return got;
}

/* Between documents: at the start, and behind the end of one. */
static int
read_outside(struct kineto *k)
{
	bool first = jsonin_place(&k->j) == 0;
	char c;
	int got = jsonin_peek(&k->j, &c);

	if (got == 1 && first)
		got = skip_bom(k, &c);
	if (got <= 0)
		return first && got == 0 ? fail(k, "it is empty")
					 : stop(k, got, NULL);
	if (c != '{' && c != '[')
		return first ? fail(k, "it does not begin like JSON")
			     : stop(k, 0, "something else behind the JSON");
	jsonin_skip(&k->j, 1);
	k->bare = c == '[';
	k->place = k->bare ? EVENTS : MEMBERS;
	k->found = k->found || k->bare;
	return 0;
}

/* "a JSON object of nodes, pid, schema ..." */
static int
fail_object(struct kineto *k)
{
	struct span key, value;
	size_t n = 0;

	for (size_t i = 0;
	     i < SHOWN_KEYS && members_get(&k->members, i, &key, &value); i++)
		n += (size_t)snprintf(k->error + n, sizeof k->error - n,
		    "%s%.*s", i ? ", " : "no traceEvents among its keys ",
		    key.n > 30 ? 30 : (int)key.n, key.p);
	if (k->damage)
		snprintf(k->error, sizeof k->error,
		    "no traceEvents up to where it is damaged: %s", k->damage);
	else if (n == 0)
		return fail(k, "no traceEvents in it");
	return -1;
}

/* What the array's end, or the input's, means for the document. */
static int
leave_events(struct kineto *k, enum elements_result r)
{
	const char *cut = k->elements.cut;

	switch (r) {
	case ELEMENTS_END:
		k->place = k->confined ? END : k->bare ? OUTSIDE : MEMBERS;
		return 0;
	case ELEMENTS_CUT:
		if (!cut && !k->bare)
			cut = "cut off: traceEvents does not end";
		return stop(k, 0, cut);
	case ELEMENTS_FAILED:
		return stop(k, -1, NULL);
	default:
		return 0;
	}
}

static int
read_events(struct kineto *k, struct span *event)
{
	enum elements_result r = elements_next(&k->elements, event);

	k->limited = r == ELEMENTS_LIMIT;
	return r == ELEMENTS_EVENT ? 1 : leave_events(k, r);
}

int
kineto_check(struct kineto *k, struct span *event)
{
	enum elements_result r = elements_check(&k->elements, event);

	return r == ELEMENTS_EVENT ? 1 : leave_events(k, r);
}

void
kineto_pass(struct kineto *k, const struct skim_words *words)
{
	elements_pass(&k->elements, words);
}

bool
kineto_candidate(const struct kineto *k)
{
	return elements_candidate(&k->elements);
}

void
kineto_limit(struct kineto *k, int64_t place)
{
	elements_limit(&k->elements, place);
	k->limited = false;
}

int64_t
kineto_at(const struct kineto *k)
{
	return k->place == EVENTS ? elements_at(&k->elements) : -1;
}

int
kineto_seek(struct kineto *k, int64_t place)
{
	if (elements_seek(&k->elements, place))
		return -1;
	k->place = EVENTS;
	k->found = true;
	k->limited = false;
	return 0;
}

void
kineto_confine(struct kineto *k)
{
	k->confined = true;
}

int
kineto_guess(struct kineto *k)
{
	int got = elements_guess(&k->elements);

	return got < 0 ? fail(k, k->j.error) : got;
}

/* At the end of all documents: were there events? */
static int
finish(struct kineto *k)
{
	if (!k->found)
		return fail_object(k);
	if (k->elements.number > 0 && !k->elements.events)
		return fail(k, "an array, but not of events");
	return 0;
}

int
kineto_next(struct kineto *k, struct span *event)
{
	int got = 0;

	while (got == 0 && k->place != END && !k->limited)
		switch (k->place) {
		case OUTSIDE:
			got = read_outside(k);
			break;
		case MEMBERS:
			got = read_members(k);
			break;
		default:
			got = read_events(k, event);
		}
	return got != 0 || k->limited ? got : finish(k);
}
