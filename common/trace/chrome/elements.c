#include "common/json/resync.h"
#include "common/trace/chrome/kineto.h"

static const struct skim_words all_words = {.all = true};

void
elements_init(struct elements *e, struct jsonin *j, struct trace_reader *r)
{
	*e = (struct elements){.j = j,
	    .r = r,
	    .words = &all_words,
	    .fill = blocks_best(),
	    .broken = -1,
	    .limit = INT64_MAX};
}

/* Ends skimming at that place, counted from the first unread byte. */
static void
end_skim(struct elements *e, size_t place)
{
	if (e->skimming)
		jsonin_skip(e->j, place);
	e->skimming = false;
}

static void
begin_skim(struct elements *e)
{
	struct span bytes = jsonin_bytes(e->j);

	if (e->tail)
		bytes.n = (bytes.n + BLOCK - 1) / BLOCK * BLOCK;
	skim_start(&e->skim, e->fill, e->words, bytes);
	if (e->limit < INT64_MAX)
		skim_limit(&e->skim, e->limit - jsonin_place(e->j));
	e->skimming = true;
}

void
elements_pass(struct elements *e, const struct skim_words *words)
{
	end_skim(e, e->skim.end);
	e->words = words;
}

void
elements_limit(struct elements *e, int64_t place)
{
	end_skim(e, e->skim.end);
	e->limit = e->j->enough = place;
}

bool
elements_candidate(const struct elements *e)
{
	return !e->skimming || e->skim.hit;
}

int64_t
elements_at(const struct elements *e)
{
	size_t done = e->skimming ? e->skim.end : e->done;

	return e->astray ? -1 : jsonin_place(e->j) + (int64_t)done;
}

int
elements_seek(struct elements *e, int64_t place)
{
	if (jsonin_seek(e->j, place))
		return -1;
	e->done = 0;
	e->skimming = e->tail = e->astray = false;
	e->events = true;
	return 0;
}

int
elements_guess(struct elements *e)
{
	return jsonin_search(e->j, "{", resync_event);
}

/* A stretch without events is one lost event, up to the next event. */
static void
lose_stretch(struct elements *e)
{
	e->r->lost += !e->astray;
	e->foreign++;
	e->astray = true;
}

/* Between events something was skipped: as lose_stretch, unless it is little */
static void
pass_stretch(struct elements *e)
{
	if (e->j->passed)
		lose_stretch(e);
	e->foreign++;
	e->astray = true;
}

void
elements_found(struct elements *e)
{
	e->astray = false;
	pass_stretch(e);
}

static enum elements_result
cut(struct elements *e, int got, const char *how)
{
	e->cut = how;
	return got < 0 ? ELEMENTS_FAILED : ELEMENTS_CUT;
}

/* Drops n bytes; what looks like an event's start there is an event lost. */
static void
lose_starts(struct elements *e, size_t n)
{
	struct span s = span_cut(jsonin_bytes(e->j), 0, n);
	char before = 0;

	for (size_t i = 1; i < n; i++) {
		if (s.p[i] == '{')
			e->r->lost +=
			    resync_event(span_cut(s, i, n), before) == 1;
		if (!scan_blank(s.p[i]))
			before = s.p[i];
	}
	jsonin_skip(e->j, n);
}

/*
 * Goes on after a broken event. ELEMENTS_EVENT only says that there is a place
 * to go on.
 */
static enum elements_result
resume(struct elements *e)
{
	int64_t ahead = e->j->broken - jsonin_place(e->j);
	bool deep = e->j->scan.depth == SCAN_DEPTH;
	bool again = e->broken == e->j->broken || (deep && e->deep);
	int got;

	if (!e->astray || !again)
		ahead = ahead > 0;
	e->broken = e->j->broken;
	e->deep = deep;
	e->r->lost++;
	e->astray = true;
	if (ahead > 0)
		lose_starts(e, (size_t)ahead);
	got = elements_guess(e);
	return got == 1 ? ELEMENTS_EVENT
			: cut(e, got, "no event after a broken one");
}

/* Goes on after a byte that belongs to no event, likewise. */
static enum elements_result
resume_behind_stray(struct elements *e)
{
	struct span s = jsonin_bytes(e->j);
	bool punctuation = s.n && *s.p && strchr("{}[]\":", *s.p);
	int got;

	jsonin_skip(e->j, s.n > 0);
	got = elements_guess(e);
	e->j->passed |= !punctuation;
	pass_stretch(e);
	return got == 1 ? ELEMENTS_EVENT
			: cut(e, got, "no event after text between two events");
}

/*
 * Reads an event with care. ELEMENTS_EVENT is an event when *event is not
 * empty; else there was none.
 */
static enum elements_result
read_event(struct elements *e, struct span *event)
{
	e->r->events++;
	e->events = true;
	switch (jsonin_value(e->j, event)) {
	case JSONIN_WHOLE:
		e->done = event->n;
		e->astray = false;
		return ELEMENTS_EVENT;
	case JSONIN_TOO_LONG:
		e->r->lost++;
		e->astray = true;
		return ELEMENTS_EVENT;
	case JSONIN_BROKEN:
		return resume(e);
	case JSONIN_CUT:
		e->r->lost++;
		return cut(e, 0, "cut off inside an event");
	default:
		return ELEMENTS_FAILED;
	}
}

/* Does an event start after the brackets that the unread bytes begin with? */
static bool
opens_events(const struct elements *e)
{
	struct span s = jsonin_bytes(e->j);

	while (s.n && (*s.p == '[' || scan_blank(*s.p)))
		s = span_cut(s, 1, s.n);
	return resync_event(s, '[') == 1;
}

/*
 * Skips an element that is no event, if it is one: a comma or the array's end
 * is after it. If not, it is something that got between two events.
 */
static enum elements_result
skip_other(struct elements *e)
{
	struct span other;
	char c;
	int got;

	if (opens_events(e))
		return resume_behind_stray(e);
	switch (jsonin_value(e->j, &other)) {
	case JSONIN_WHOLE:
	case JSONIN_TOO_LONG:
		break;
	case JSONIN_FAILED:
		return ELEMENTS_FAILED;
	default:
		return resume_behind_stray(e);
	}
	got = jsonin_behind(e->j, other.n, &c);
	if (got == 1 && c != ',' && c != ']')
		return resume_behind_stray(e);
	e->r->events++;
	e->done = other.n;
	lose_stretch(e);
	return got < 0 ? ELEMENTS_FAILED : ELEMENTS_EVENT;
}

/* One step with care: an element, a comma, or the array's end. */
static enum elements_result
step(struct elements *e, struct span *event)
{
	char c;
	int got = jsonin_peek(e->j, &c);

	if (got <= 0)
		return cut(e, got, NULL);
	if (c == '{' && jsonin_place(e->j) >= e->limit) {
		e->events = true;
		return ELEMENTS_LIMIT;
	}
	if (c == '{')
		return read_event(e, event);
	if (c != ',' && c != ']')
		return skip_other(e);
	e->done = 1;
	return c == ']' ? ELEMENTS_END : ELEMENTS_EVENT;
}

/* Counts what skimming has passed over, and its event if it has one. */
static void
count_skimmed(struct elements *e, bool event)
{
	if (e->skim.passed || event) {
		e->r->events += e->skim.passed + event;
		e->events = true;
		e->astray = false;
	}
	e->skim.passed = 0;
}

/*
 * Reads on by skimming. ELEMENTS_EVENT without an event means that a step with
 * care is needed.
 */
static enum elements_result
skim_on(struct elements *e, struct span *event)
{
	for (;;) {
		enum skim_result r;
		int got;

		if (!e->skimming)
			begin_skim(e);
		r = skim_next(&e->skim);
		count_skimmed(e, r == SKIM_EVENT);
		if (r == SKIM_EVENT) {
			*event =
			    (struct span){jsonin_bytes(e->j).p + e->skim.start,
				e->skim.end - e->skim.start};
			return ELEMENTS_EVENT;
		}
		end_skim(e, e->skim.start);
		if (r != SKIM_MORE || e->tail ||
		    jsonin_bytes(e->j).n > SKIM_LONG)
			return ELEMENTS_EVENT;
		got = jsonin_more(e->j);
		if (got < 0)
			return ELEMENTS_FAILED;
		e->tail = got == 0;
	}
}

enum elements_result
elements_next(struct elements *e, struct span *event)
{
	enum elements_result r;

	*event = (struct span){0};
	do {
		jsonin_skip(e->j, e->done);
		e->done = 0;
		r = skim_on(e, event);
		if (r == ELEMENTS_EVENT && !event->n)
			r = step(e, event);
	} while (r == ELEMENTS_EVENT && !event->n);
	if (r == ELEMENTS_END) {
		jsonin_skip(e->j, e->done);
		e->done = 0;
	}
	return r;
}

enum elements_result
elements_check(struct elements *e, struct span *event)
{
	enum elements_result r;

	if (!e->skimming)
		return ELEMENTS_EVENT;
	end_skim(e, e->skim.start);
	e->r->events--;
	r = read_event(e, event);
	return r == ELEMENTS_EVENT && !event->n ? ELEMENTS_LIMIT : r;
}
