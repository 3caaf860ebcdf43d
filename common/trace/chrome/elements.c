#include "common/json/resync.h"
#include "common/trace/chrome/kineto.h"

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
		k->skim.limit = k->limit - jsonin_place(&k->j);
	k->skimming = true;
}

void
elements_pass(struct trace_reader *r, const struct skim_words *words)
{
	struct kineto *k = (struct kineto *)r;

	end_skim(k, k->skim.end);
	k->words = words;
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

	return k->place != KINETO_EVENTS || k->astray
	    ? -1
	    : jsonin_place(&k->j) + (int64_t)done;
}

int
kineto_seek(struct kineto *k, int64_t place)
{
	if (jsonin_seek(&k->j, place))
		return -1;
	k->done = 0;
	k->skimming = k->tail = k->astray = k->limited = false;
	k->objects = k->found = true;
	k->place = KINETO_EVENTS;
	return 0;
}

int
kineto_guess(struct kineto *k)
{
	int got = jsonin_search(&k->j, "{", resync_event);

	return got < 0 ? reader_fail(&k->r, k->j.error) : got;
}

/* A stretch without events is one lost event, up to the next event. */
static void
lose_stretch(struct kineto *k)
{
	k->r.lost += !k->astray;
	k->foreign++;
	k->astray = true;
}

/* Between events something was skipped: as lose_stretch, unless it is little */
static void
pass_stretch(struct kineto *k)
{
	if (k->j.passed)
		lose_stretch(k);
	k->foreign++;
	k->astray = true;
}

void
elements_found(struct kineto *k)
{
	k->astray = false;
	pass_stretch(k);
}

static enum elements_result
cut(struct kineto *k, int got, const char *how)
{
	k->cut = how;
	return got < 0 ? ELEMENTS_FAILED : ELEMENTS_CUT;
}

/* Drops n bytes; what looks like an event's start there is an event lost. */
static void
lose_starts(struct kineto *k, size_t n)
{
	struct span s = span_cut(jsonin_bytes(&k->j), 0, n);
	char before = 0;

	for (size_t i = 1; i < n; i++) {
		if (s.p[i] == '{')
			k->r.lost +=
			    resync_event(span_cut(s, i, n), before) == 1;
		if (!scan_blank(s.p[i]))
			before = s.p[i];
	}
	jsonin_skip(&k->j, n);
}

/*
 * Goes on after a broken event. ELEMENTS_EVENT only says that there is a place
 * to go on.
 */
static enum elements_result
resume(struct kineto *k)
{
	int64_t ahead = k->j.broken - jsonin_place(&k->j);
	bool deep = k->j.scan.depth == SCAN_DEPTH;
	bool again = k->broken == k->j.broken || (deep && k->deep);
	int got;

	if (!k->astray || !again)
		ahead = ahead > 0;
	k->broken = k->j.broken;
	k->deep = deep;
	k->r.lost++;
	k->astray = true;
	if (ahead > 0)
		lose_starts(k, (size_t)ahead);
	got = kineto_guess(k);
	return got == 1 ? ELEMENTS_EVENT
			: cut(k, got, "no event after a broken one");
}

/* Goes on after a byte that belongs to no event, likewise. */
static enum elements_result
resume_behind_stray(struct kineto *k)
{
	struct span s = jsonin_bytes(&k->j);
	bool punctuation = s.n && *s.p && strchr("{}[]\":", *s.p);
	int got;

	jsonin_skip(&k->j, s.n > 0);
	got = kineto_guess(k);
	k->j.passed |= !punctuation;
	pass_stretch(k);
	return got == 1 ? ELEMENTS_EVENT
			: cut(k, got, "no event after text between two events");
}

/*
 * Reads an event with care. ELEMENTS_EVENT is an event when *event is not
 * empty; else there was none.
 */
static enum elements_result
read_event(struct kineto *k, struct span *event)
{
	k->r.events++;
	k->objects = true;
	switch (jsonin_value(&k->j, event)) {
	case JSONIN_WHOLE:
		k->done = event->n;
		k->astray = false;
		return ELEMENTS_EVENT;
	case JSONIN_TOO_LONG:
		k->r.lost++;
		k->astray = true;
		return ELEMENTS_EVENT;
	case JSONIN_BROKEN:
		return resume(k);
	case JSONIN_CUT:
		k->r.lost++;
		return cut(k, 0, "cut off inside an event");
	default:
		return ELEMENTS_FAILED;
	}
}

/* Does an event start after the brackets that the unread bytes begin with? */
static bool
opens_events(const struct kineto *k)
{
	struct span s = jsonin_bytes(&k->j);

	while (s.n && (*s.p == '[' || scan_blank(*s.p)))
		s = span_cut(s, 1, s.n);
	return resync_event(s, '[') == 1;
}

/*
 * Skips an element that is no event, if it is one: a comma or the array's end
 * is after it. If not, it is something that got between two events.
 */
static enum elements_result
skip_other(struct kineto *k)
{
	struct span other;
	char c;
	int got;

	if (opens_events(k))
		return resume_behind_stray(k);
	switch (jsonin_value(&k->j, &other)) {
	case JSONIN_WHOLE:
	case JSONIN_TOO_LONG:
		break;
	case JSONIN_FAILED:
		return ELEMENTS_FAILED;
	default:
		return resume_behind_stray(k);
	}
	got = jsonin_behind(&k->j, other.n, &c);
	if (got == 1 && c != ',' && c != ']')
		return resume_behind_stray(k);
	k->r.events++;
	k->done = other.n;
	lose_stretch(k);
	return got < 0 ? ELEMENTS_FAILED : ELEMENTS_EVENT;
}

/* One step with care: an element, a comma, or the array's end. */
static enum elements_result
step(struct kineto *k, struct span *event)
{
	char c;
	int got = jsonin_peek(&k->j, &c);

	if (got <= 0)
		return cut(k, got, NULL);
	if (c == '{' && jsonin_place(&k->j) >= k->limit) {
		k->objects = true;
		return ELEMENTS_LIMIT;
	}
	if (c == '{')
		return read_event(k, event);
	if (c != ',' && c != ']')
		return skip_other(k);
	k->done = 1;
	return c == ']' ? ELEMENTS_END : ELEMENTS_EVENT;
}

/* Counts what skimming has passed over, and its event if it has one. */
static void
count_skimmed(struct kineto *k, bool event)
{
	if (k->skim.passed || event) {
		k->r.events += k->skim.passed + event;
		k->objects = true;
		k->astray = false;
	}
	k->skim.passed = 0;
}

/*
 * Reads on by skimming. ELEMENTS_EVENT without an event means that a step with
 * care is needed.
 */
static enum elements_result
skim_on(struct kineto *k, struct span *event)
{
	for (;;) {
		enum skim_result r;
		int got;

		if (!k->skimming)
			begin_skim(k);
		r = skim_next(&k->skim);
		count_skimmed(k, r == SKIM_EVENT);
		if (r == SKIM_EVENT) {
			*event =
			    (struct span){jsonin_bytes(&k->j).p + k->skim.start,
				k->skim.end - k->skim.start};
			return ELEMENTS_EVENT;
		}
		end_skim(k, k->skim.start);
		if (r != SKIM_MORE || k->tail ||
		    jsonin_bytes(&k->j).n > SKIM_LONG)
			return ELEMENTS_EVENT;
		got = jsonin_more(&k->j);
		if (got < 0)
			return ELEMENTS_FAILED;
		k->tail = got == 0;
	}
}

enum elements_result
elements_next(struct kineto *k, struct span *event)
{
	enum elements_result r;

	*event = (struct span){0};
	do {
		jsonin_skip(&k->j, k->done);
		k->done = 0;
		r = skim_on(k, event);
		if (r == ELEMENTS_EVENT && !event->n)
			r = step(k, event);
	} while (r == ELEMENTS_EVENT && !event->n);
	if (r == ELEMENTS_END) {
		jsonin_skip(&k->j, k->done);
		k->done = 0;
	}
	return r;
}

enum elements_result
elements_check(struct kineto *k, struct span *event)
{
	enum elements_result r;

	if (!k->skimming)
		return ELEMENTS_EVENT;
	end_skim(k, k->skim.start);
	k->r.events--;
	r = read_event(k, event);
	return r == ELEMENTS_EVENT && !event->n ? ELEMENTS_LIMIT : r;
}
