#include "common/trace/elements.h"
#include "common/json/resync.h"

static const struct skim_words all_words = {.all = true};

void
elements_init(struct elements *e, struct jsonin *j)
{
	*e = (struct elements){.j = j,
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
	return jsonin_search(e->j, '{', resync_event);
}

/* What is no event counts once up to the next event. */
static void
lose_stretch(struct elements *e)
{
	e->lost += !e->astray;
	e->astray = true;
}

static enum elements_result
cut(struct elements *e, int got, const char *how)
{
	e->cut = how;
	return got < 0 ? ELEMENTS_FAILED : ELEMENTS_CUT;
}

/*
 * Goes on behind a broken event. ELEMENTS_EVENT only says that there is a place
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
	lose_stretch(e);
	if (ahead > 0)
		jsonin_skip(e->j, (size_t)ahead);
	got = elements_guess(e);
	return got == 1 ? ELEMENTS_EVENT
			: cut(e, got, "no event behind a broken one");
}

/*
 * Reads an element with care. ELEMENTS_EVENT is an event when *event is not
 * empty; else the element was none.
 */
static enum elements_result
read_element(struct elements *e, bool object, struct span *event)
{
	size_t length;

	e->number++;
	e->events = e->events || object;
	switch (jsonin_value(e->j, &length)) {
	case JSONIN_WHOLE:
		e->done = length;
		if (!object)
			break;
		e->astray = false;
		*event = (struct span){jsonin_bytes(e->j).p, length};
		return ELEMENTS_EVENT;
	case JSONIN_TOO_LONG:
		break;
	case JSONIN_BROKEN:
		return resume(e);
	case JSONIN_CUT:
		lose_stretch(e);
		return cut(e, 0, "cut off inside an event");
	default:
		return ELEMENTS_FAILED;
	}
	lose_stretch(e);
	return ELEMENTS_EVENT;
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
	if (c != ',' && c != ']')
		return read_element(e, c == '{', event);
	e->done = 1;
	return c == ']' ? ELEMENTS_END : ELEMENTS_EVENT;
}

/* Counts what skimming has passed over, and its event if it has one. */
static void
count_skimmed(struct elements *e, bool event)
{
	if (e->skim.passed || event) {
		e->number += e->skim.passed + event;
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
	e->number--;
	*event = (struct span){0};
	r = read_element(e, true, event);
	return r == ELEMENTS_EVENT && !event->n ? ELEMENTS_LIMIT : r;
}
