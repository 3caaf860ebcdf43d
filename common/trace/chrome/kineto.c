#include <stdlib.h>

#include "common/bytes/utf8.h"
#include "common/json/fields.h"
#include "common/json/resync.h"
#include "common/json/scan.h"
#include "common/trace/chrome/kineto.h"

enum { SHOWN_KEYS = 8 };

_Static_assert((int)JSONIN_PAD >= (int)FIELDS_PAD, "events are read in place");

static void
close_reader(struct trace_reader *r)
{
	struct kineto *k = (struct kineto *)r;

	jsonin_close(&k->j);
	buf_free(&k->key);
	raw_reader_free(k->fields);
	reader_free(r);
}

int
kineto_stop(struct kineto *k, int got, const char *damage)
{
	if (got < 0)
		return reader_fail(&k->r, k->j.error);
	if (input_damage(k->j.in))
		damage = input_damage(k->j.in);
	reader_damaged(&k->r, damage);
	k->r.complete = k->place == KINETO_OUTSIDE;
	k->place = KINETO_END;
	return 0;
}

static const char no_head[] =
    "no traceEvents: its head is damaged, but there are events";
static const char no_end[] = "traceEvents ends, but more events follow";

void
kineto_enter_events(struct kineto *k, bool told)
{
	k->place = KINETO_EVENTS;
	if (!told)
		reader_damaged(&k->r, k->found ? no_end : no_head);
	k->found = true;
	k->unsure = !told;
}

/*
 * Goes on after what does not belong there: at the next event's start, or at
 * an array of events. Returns 1, 0 if there is none, -1.
 */
static int
find_events(struct kineto *k)
{
	int got = jsonin_search(&k->j, "{\"", resync_outside);

	if (got != 1)
		return got;
	if (*jsonin_bytes(&k->j).p == '"') {
		k->place = KINETO_MEMBERS;
		return 1;
	}
	k->j.passed = k->j.passed && k->found; /* a head holds no events */
	elements_found(k);
	kineto_enter_events(k, false);
	return 1;
}

int
kineto_leave_broken(struct kineto *k)
{
	static const char broken[] = "broken JSON beside traceEvents";
	int got = find_events(k);

	if (got != 1)
		return kineto_stop(k, got, broken);
	reader_damaged(&k->r, broken);
	return 0;
}

/* Skips a byte order mark whose first byte may be *c. */
static int
skip_bom(struct kineto *k, char *c)
{
	int got = 1;

	for (const char *bom = UTF8_MARK; *bom && got == 1 && *c == *bom;
	     bom++) {
		jsonin_skip(&k->j, 1);
		got = jsonin_peek(&k->j, c);
	}
	return got;
}

/* Leaves data that are no document, at the start or after the end of one. */
static int
leave_outside(struct kineto *k, bool first)
{
	int got = find_events(k);

	if (got == 1) {
		reader_damaged(&k->r, "it does not begin like JSON");
		return 0;
	}
	return got == 0 && first
	    ? reader_fail(&k->r,
		  "it does not begin like JSON or another format that is read; "
		  "trace-extract --formats lists them, and --format NAME reads "
		  "one whose beginning is damaged")
	    : kineto_stop(k, got, "other data after the JSON");
}

/* Between documents: at the start, and after the end of one. */
static int
read_outside(struct kineto *k)
{
	bool first = jsonin_place(&k->j) == 0;
	char c;
	int got = jsonin_peek(&k->j, &c);

	if (got == 1 && first)
		got = skip_bom(k, &c);
	if (got <= 0)
		return first && got == 0 ? reader_fail(&k->r, "it is empty")
					 : kineto_stop(k, got, NULL);
	if (c != '{' && c != '[')
		return leave_outside(k, first);
	if (c == '{' && resync_outside(jsonin_bytes(&k->j), 0) == 1) {
		k->j.passed = false;
		elements_found(k);
		kineto_enter_events(k, false);
		return 0;
	}
	jsonin_skip(&k->j, 1);
	k->bare = c == '[';
	k->place = k->bare ? KINETO_EVENTS : KINETO_MEMBERS;
	k->found = k->found || k->bare;
	k->unsure = false;
	return 0;
}

/* "a JSON object of nodes, pid, schema ..." */
static int
fail_object(struct kineto *k)
{
	struct span key, value;
	size_t n = 0;

	if (members_find(&k->r.members, "traceEvents").n)
		return reader_fail(&k->r, "its traceEvents is not an array");
	for (size_t i = 0;
	     i < SHOWN_KEYS && members_get(&k->r.members, i, &key, &value); i++)
		n += (size_t)snprintf(k->r.error + n, sizeof k->r.error - n,
		    "%s%.*s", i ? ", " : "no traceEvents among its keys ",
		    SPAN_MOST(key, 30));
	if (k->r.damage)
		snprintf(k->r.error, sizeof k->r.error,
		    "no traceEvents up to where it is damaged: %s",
		    k->r.damage);
	else if (n == 0)
		return reader_fail(&k->r, "no traceEvents in it");
	return -1;
}

/* Leaves the array of events at its end, or at that of the input. */
static int
leave_events(struct kineto *k, enum elements_result r)
{
	const char *cut = k->cut;

	switch (r) {
	case ELEMENTS_END:
		k->place = k->confined ? KINETO_END
		    : k->bare          ? KINETO_OUTSIDE
				       : KINETO_MEMBERS;
		return 0;
	case ELEMENTS_CUT:
		if (!cut && !k->bare)
			cut = "cut off: traceEvents does not end";
		return kineto_stop(k, 0, cut);
	case ELEMENTS_FAILED:
		return kineto_stop(k, -1, NULL);
	default:
		return 0;
	}
}

static int
read_events(struct kineto *k, struct span *event)
{
	enum elements_result r = elements_next(k, event);

	k->limited = r == ELEMENTS_LIMIT;
	return r == ELEMENTS_EVENT ? 1 : leave_events(k, r);
}

/* At the end of all documents: were there events? */
static int
finish(struct kineto *k)
{
	if (!k->found)
		return fail_object(k);
	if (k->r.events > 0 && !k->objects)
		return reader_fail(&k->r,
		    "an array, but not of events; "
		    "export_chrome_trace of torch.profiler writes a trace");
	return 0;
}

int
kineto_next(struct kineto *k, struct span *event)
{
	int got = 0;

	while (got == 0 && k->place != KINETO_END && !k->limited)
		got = k->place == KINETO_OUTSIDE ? read_outside(k)
		    : k->place == KINETO_MEMBERS ? kineto_read_member(k)
						 : read_events(k, event);
	return got != 0 || k->limited ? got : finish(k);
}

/* Up to the first event, which waits. */
static int
start(struct trace_reader *r)
{
	struct kineto *k = (struct kineto *)r;
	struct span object;
	int got;

	kineto_limit(k, 0);
	got = kineto_next(k, &object);
	kineto_limit(k, INT64_MAX);
	return got;
}

/* Reads the fields of an event: 1, 0 when it is lost, -1 failed. */
static int
read_fields(struct kineto *k, struct span *object, struct raw_event *e)
{
	int rc = raw_reader_quick(k->fields, *object, e);
	bool counted =
	    rc == RAW_READER_ODD; /* all of the object, by what follows */

	/* shown for counting: no loss if it cannot be read */
	if (rc && k->skimming && !k->skim.hit)
		return 0;
	if (rc == RAW_READER_ODD) {
		enum elements_result r = elements_check(k, object);

		if (r != ELEMENTS_EVENT)
			return leave_events(k, r);
		rc = raw_reader_read(k->fields, *object, e, &k->r.unreadable);
	}
	k->r.lost += rc < 0;
	k->r.backward += rc == RAW_READER_BACKWARD;
	/* Behind damage outside of an array, objects may come that are no
	 * events: they are not until one has a member `ph`. */
	k->unsure = k->unsure && (rc || e->ph.n == 0);
	if (k->unsure)
		return 0;
	if (rc == 0 && k->r.whole) {
		int64_t nulls = whole_split(k->r.whole, *object);

		k->r.unreadable += counted ? 0 : nulls;
	}
	return rc == 0;
}

static int
next(struct trace_reader *r, struct raw_event *e)
{
	struct kineto *k = (struct kineto *)r;
	struct span object = {0};
	int got;

	do {
		got = kineto_next(k, &object);
		if (got <= 0)
			return got;
		got = read_fields(k, &object, e);
	} while (got == 0);
	return got;
}

static const char *
damage(const struct trace_reader *r)
{
	const struct kineto *k = (const struct kineto *)r;

	if (!r->damage && k->foreign && !r->lost)
		return "something other than commas between events";
	return r->damage;
}

int64_t
kineto_faults(const struct kineto *k)
{
	return k->r.lost + k->foreign + (k->r.damage != NULL) + k->r.unreadable;
}

static const struct trace_reader_ops ops = {.start = start,
    .next = next,
    .close = close_reader,
    .damage = damage,
    .pass = elements_pass};

/* The reader of all that is of no other format: it says what is wrong. */
bool
kineto_reader_sniff(struct input *in)
{
	struct span text = scan_text(input_peek(in, 64));

	return text.n && (*text.p == '{' || *text.p == '[');
}

struct trace_reader *
kineto_reader_open(struct input *in, const struct span *args, size_t n)
{
	static const struct skim_words all = {.all = true};
	struct kineto *k = reader_new(sizeof *k, &ops, args, n);

	k->fields = raw_reader_new(args, n);
	jsonin_open(&k->j, in, KINETO_MAX);
	k->words = &all;
	k->fill = blocks_best();
	k->broken = -1;
	k->limit = INT64_MAX;
	return &k->r;
}

struct kineto *
kineto_of(struct trace_reader *r)
{
	return r->ops == &ops ? (struct kineto *)r : NULL;
}
