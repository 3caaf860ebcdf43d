#include <stdio.h>
#include <stdlib.h>

#include "common/jsonin.h"
#include "common/kineto.h"
#include "common/mark.h"

enum { MESSAGE = 400, SHOWN_KEYS = 8 };

/* Where in a document the next unread byte is. */
enum place { OUTSIDE, MEMBERS, EVENTS, END };

struct kineto {
	struct jsonin j;
	enum place place;
	bool bare;  /* the document is an array of events, not an object */
	bool found; /* there is an array of events */
	int64_t elements, lost;
	bool events;    /* at least one element begins as an object */
	bool astray;    /* something was lost since the last event */
	int64_t broken; /* the last byte that broke an event */
	size_t done;    /* unread bytes that have been dealt with */
	const char *damage;
	char error[MESSAGE];
	struct buf key; /* of the member being read, with its quotes */
	struct members members;
	const struct skim_words *words; /* of the events to show */
	blocks_fill *fill;
	struct skim skim;
	bool skimming; /* its places count from the first unread byte */
	int64_t limit; /* no events from this place on */
	bool limited;  /* the next event is one of those */
	bool tail;     /* the unread bytes are the last */
};

static const struct skim_words all_words = {.all = true};

struct kineto *
kineto_open(const char *path)
{
	struct kineto *k = calloc(1, sizeof *k);

	if (!k)
		return NULL;
	if (jsonin_open(&k->j, path, KINETO_MAX)) {
		free(k);
		return NULL;
	}
	k->broken = -1;
	k->limit = INT64_MAX;
	k->fill = blocks_best();
	k->words = &all_words;
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
	return k->elements - 1;
}

void
kineto_lose(struct kineto *k)
{
	k->lost++;
}

int64_t
kineto_lost(const struct kineto *k)
{
	return k->lost;
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

const char *
kineto_name(const struct kineto *k)
{
	return input_name(k->j.in);
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

/* What is no event counts once up to the next event. */
static void
lose_stretch(struct kineto *k)
{
	k->lost += !k->astray;
	k->astray = true;
}

/* Goes on behind a broken event: see kineto.h. */
static int
next_event(struct kineto *k)
{
	int64_t ahead = k->j.broken - jsonin_place(&k->j);
	int got;

	if (k->broken != k->j.broken)
		ahead = ahead > 0;
	k->broken = k->j.broken;
	lose_stretch(k);
	if (ahead > 0)
		jsonin_skip(&k->j, (size_t)ahead);
	got = jsonin_search(&k->j, '{', mark_event);
	return got == 1 ? 0 : stop(k, got, "no event behind a broken one");
}

/* The same among the members: only events are worth going on for. */
static int
next_events(struct kineto *k)
{
	int got = jsonin_search(&k->j, '"', mark_events);

	if (!k->damage)
		k->damage = "broken JSON beside traceEvents";
	return got == 1 ? 0 : stop(k, got, k->damage);
}

/* One element of traceEvents: 1 for an event, 0 for anything else, -1. */
static int
read_element(struct kineto *k, bool object)
{
	size_t length;

	k->elements++;
	k->events = k->events || object;
	switch (jsonin_value(&k->j, &length)) {
	case JSONIN_WHOLE:
		if (object)
			k->astray = false;
		else
			lose_stretch(k);
		k->done = length;
		return object;
	case JSONIN_TOO_LONG:
		lose_stretch(k);
		return 0;
	case JSONIN_BROKEN:
		return next_event(k);
	case JSONIN_CUT:
		lose_stretch(k);
		return stop(k, 0, "cut off inside an event");
	default:
		return stop(k, -1, NULL);
	}
}

/* Ends skimming at that place, counted from the first unread byte. */
static void
end_skim(struct kineto *k, size_t place)
{
	if (k->skimming)
		jsonin_skip(&k->j, place);
	k->skimming = false;
}

static void
begin_skim(struct kineto *k)
{
	struct span bytes = jsonin_bytes(&k->j);

	if (k->tail)
		bytes.n = (bytes.n + BLOCK - 1) / BLOCK * BLOCK;
	skim_start(&k->skim, k->fill, k->words, bytes);
	if (k->limit < INT64_MAX)
		skim_limit(&k->skim, k->limit - jsonin_place(&k->j));
	k->skimming = true;
}

void
kineto_limit(struct kineto *k, int64_t place)
{
	end_skim(k, k->skim.end);
	k->limit = k->j.enough = place;
	k->limited = false;
}

int64_t
kineto_at(const struct kineto *k)
{
	size_t done = k->skimming ? k->skim.end : k->done;

	return k->place == EVENTS && !k->astray
	    ? jsonin_place(&k->j) + (int64_t)done
	    : -1;
}

int
kineto_seek(struct kineto *k, int64_t place)
{
	if (jsonin_seek(&k->j, place))
		return -1;
	k->place = EVENTS;
	k->found = k->events = true;
	k->done = 0;
	k->skimming = k->tail = k->limited = k->astray = false;
	return 0;
}

int
kineto_guess(struct kineto *k)
{
	int got = jsonin_search(&k->j, '{', mark_event);

	return got < 0 ? stop(k, got, NULL) : got;
}

void
kineto_pass(struct kineto *k, const struct skim_words *words)
{
	end_skim(k, k->skim.end);
	k->words = words;
}

bool
kineto_candidate(const struct kineto *k)
{
	return !k->skimming || k->skim.hit;
}

/* Reads on by skimming: 1 with an event, 0 when care is needed, -1. */
static int
skim_events(struct kineto *k)
{
	for (;;) {
		enum skim_result r;
		int got;

		if (!k->skimming)
			begin_skim(k);
		r = skim_next(&k->skim);
		k->elements += k->skim.passed + (r == SKIM_EVENT);
		if (k->skim.passed || r == SKIM_EVENT) {
			k->events = true;
			k->astray = false;
		}
		k->skim.passed = 0;
		if (r == SKIM_EVENT)
			return 1;
		end_skim(k, k->skim.start);
		k->limited = r == SKIM_LIMIT;
		if (r == SKIM_LIMIT || r == SKIM_ODD || k->tail ||
		    jsonin_bytes(&k->j).n > SKIM_LONG)
			return 0;
		got = jsonin_more(&k->j);
		if (got < 0)
			return stop(k, got, NULL);
		k->tail = got == 0;
	}
}

/* Reads on inside traceEvents: 1 with an event, 0 without, -1. */
static int
read_events(struct kineto *k)
{
	char c;
	int got = skim_events(k);

	if (got != 0 || k->limited)
		return got;
	got = jsonin_peek(&k->j, &c);
	if (got <= 0)
		return stop(k, got,
		    k->bare ? NULL : "cut off: traceEvents does not end");
	k->limited = c == '{' && jsonin_place(&k->j) >= k->limit;
	if (k->limited)
		return 0;
	if (c != ',' && c != ']')
		return read_element(k, c == '{');
	k->done = 1;
	if (c == ']')
		k->place = k->bare ? OUTSIDE : MEMBERS;
	return 0;
}

/* The value behind a key and its colon. */
static int
read_member_value(struct kineto *k, char first)
{
	struct span key = {k->key.p + 1, k->key.n - 2};
	size_t length;

	if (first == '[' && span_is(key, "traceEvents")) {
		k->done = 1;
		k->place = EVENTS;
		k->found = true;
		return 0;
	}
	switch (jsonin_value(&k->j, &length)) {
	case JSONIN_WHOLE:
		k->done = length;
		return members_add(&k->members, key,
			   (struct span){jsonin_bytes(&k->j).p, length})
		    ? fail(k, "out of memory")
		    : 0;
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
	k->key.n = 0;
	if (buf_add(&k->key, jsonin_bytes(&k->j).p, length))
		return fail(k, "out of memory");
	jsonin_skip(&k->j, length);
	got = jsonin_peek(&k->j, &c);
	if (got == 1 && c == ':') {
		jsonin_skip(&k->j, 1);
		got = jsonin_peek(&k->j, &c);
	}
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
	k->done = 1;
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
	k->done = 1;
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

static struct span
last_event(const struct kineto *k)
{
	const char *p = jsonin_bytes(&k->j).p;

	return k->skimming
	    ? (struct span){p + k->skim.start, k->skim.end - k->skim.start}
	    : (struct span){p, k->done};
}

int
kineto_check(struct kineto *k, struct span *event)
{
	int got;

	if (!k->skimming)
		return 1;
	end_skim(k, k->skim.start);
	k->elements--;
	got = read_element(k, true);
	if (got == 1)
		*event = last_event(k);
	return got;
}

int
kineto_next(struct kineto *k, struct span *event)
{
	int got = 0;

	while (got == 0 && k->place != END && !k->limited) {
		jsonin_skip(&k->j, k->done);
		k->done = 0;
		switch (k->place) {
		case OUTSIDE:
			got = read_outside(k);
			break;
		case MEMBERS:
			got = read_members(k);
			break;
		default:
			got = read_events(k);
		}
	}
	if (got == 1)
		*event = last_event(k);
	if (got != 0 || k->limited)
		return got;
	if (k->found && !k->events && k->elements > 0)
		return fail(k, "an array, but not of events");
	return k->found ? 0 : fail_object(k);
}
