/*
 * The reader of Chrome traces in JSON for formats.h: events
 * (kineto.h) with their fields (kevent.h).
 */
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/json/scan.h"
#include "common/trace/chrome/kineto.h"
#include "common/trace/formats.h"

struct kineto_reader {
	struct trace_reader r; /* first: see formats.h */
	struct kineto *kineto;
	struct kreader *fields;
	int64_t backward; /* lost for a negative duration */
};

static struct kineto *
kineto_of(const struct trace_reader *r)
{
	return ((const struct kineto_reader *)r)->kineto;
}

static void
close_reader(struct trace_reader *r)
{
	struct kineto_reader *k = (struct kineto_reader *)r;

	kineto_close(k->kineto);
	kreader_free(k->fields);
	free(k);
}

static int
start(struct trace_reader *r)
{
	struct kineto *k = kineto_of(r);
	struct span object;
	int got;

	kineto_limit(k, 0);
	got = kineto_next(k, &object);
	kineto_limit(k, INT64_MAX);
	return got;
}

static void
keep_whole(struct whole *w, struct span object, struct kevent *e)
{
	whole_split(w, object);
	e->args = buf_span(&w->args);
	e->rest = buf_span(&w->rest);
}

/* Reads the fields of an event: 1, 0 when it is lost, -1 failed. */
static int
read_fields(struct kineto_reader *k, struct span *object, struct kevent *e)
{
	int rc = kreader_quick(k->fields, *object, e);

	if (rc && !elements_candidate(&k->kineto->elements))
		return 0;
	if (rc == KREADER_ODD) {
		int sound = kineto_check(k->kineto, object);

		if (sound <= 0)
			return sound;
		rc = kreader_read(k->fields, *object, e);
	}
	if (rc == JSON_UNREADABLE) {
		k->kineto->elements.lost++;
		k->backward += kreader_backward(k->fields);
	}
	if (rc == 0 && !kineto_is_event(k->kineto, e->ph.n > 0))
		return 0;
	if (rc == 0 && k->r.whole)
		keep_whole(k->r.whole, *object, e);
	return rc == 0 ? 1 : rc == JSON_UNREADABLE ? 0 : -1;
}

static int
next(struct trace_reader *r, struct kevent *e)
{
	struct kineto_reader *k = (struct kineto_reader *)r;
	struct span object;

	for (;;) {
		int got = kineto_next(k->kineto, &object);

		if (got <= 0)
			return got;
		got = read_fields(k, &object, e);
		if (got != 0)
			return got;
	}
}

static int64_t
number(const struct trace_reader *r)
{
	return kineto_of(r)->elements.number - 1;
}

static int64_t
lost(const struct trace_reader *r)
{
	return kineto_of(r)->elements.lost;
}

static const char *
damage(const struct trace_reader *r)
{
	return kineto_damage(kineto_of(r));
}

static const struct members *
members(const struct trace_reader *r)
{
	return &kineto_of(r)->top.members;
}

static const char *
error(const struct trace_reader *r)
{
	return kineto_of(r)->error;
}

static void
pass(struct trace_reader *r, const struct skim_words *words)
{
	elements_pass(&kineto_of(r)->elements, words);
}

static void
limit(struct trace_reader *r, int64_t place)
{
	kineto_limit(kineto_of(r), place);
}

static int64_t
at(const struct trace_reader *r)
{
	return kineto_at(kineto_of(r));
}

static int
seek(struct trace_reader *r, int64_t place)
{
	return kineto_seek(kineto_of(r), place);
}

static int
guess(struct trace_reader *r)
{
	return kineto_guess(kineto_of(r));
}

static void
confine(struct trace_reader *r)
{
	kineto_of(r)->confined = true;
}

static int64_t
unreadable(const struct trace_reader *r)
{
	return kreader_unreadable(((const struct kineto_reader *)r)->fields);
}

static int64_t
backward(const struct trace_reader *r)
{
	return ((const struct kineto_reader *)r)->backward;
}

static int64_t
faults(const struct trace_reader *r)
{
	return kineto_faults(kineto_of(r)) + unreadable(r);
}

static const struct trace_parts_ops parts = {
    limit, at, seek, guess, confine, faults};

static const struct trace_reader_ops ops = {start, next, close_reader, number,
    lost, damage, members, error, &parts, unreadable, backward, pass};

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
	struct kineto_reader *k = xcalloc(1, sizeof *k);

	k->r.ops = &ops;
	k->kineto = kineto_open(in);
	k->fields = kreader_new(args, n);
	return &k->r;
}
