#include <errno.h>
#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/bytes/number.h"
#include "common/json/jsontext.h"
#include "common/json/repair.h"
#include "tools/trace-json/packet_writer.h"
#include "tools/trace-json/viewer_tracks.h"
#include "tools/trace-json/write_perfetto.h"

enum {
	FLOW_SHIFT = 53, /* ids are below, the kind of a flow above */
	FLOW_KINDS = 2047
};

struct perfetto {
	struct args *args;
	struct packets packets;
	struct viewer_tracks *tracks;
	struct event_queue queue;
	struct pool *flow_kinds;
	struct ids *ids; /* of flows where ranks share no ids */
	struct buf text;
	struct buf scratch;
	size_t timeless;
};

struct perfetto *
perfetto_new(struct args *args)
{
	struct perfetto *p = xcalloc(1, sizeof *p);

	p->args = args;
	p->queue.packets = &p->packets;
	p->tracks = viewer_tracks_new(&p->packets, args->ids);
	p->flow_kinds = pool_new();
	p->ids = ids_new();
	return p;
}

void
perfetto_free(struct perfetto *p)
{
	if (!p)
		return;
	event_queue_free(&p->queue);
	packets_free(&p->packets);
	viewer_tracks_free(p->tracks);
	pool_free(p->flow_kinds);
	ids_free(p->ids);
	buf_free(&p->text);
	buf_free(&p->scratch);
	free(p);
}

struct buf *
perfetto_output(struct perfetto *p)
{
	return &p->packets.out;
}

/*
 * Arguments of an event, as a Perfetto trace has them.
 *
 * Whole numbers that fit 64 bits and truth values keep their type, and other
 * numbers become doubles. Texts, and arrays and objects as the text of their
 * JSON, are written once, with a number. What is null has no value.
 */

enum {
	DIGITS = 64,       /* of a number that is not taken as text */
	SHARED_MOST = 4096 /* bytes of a text that may come again */
};

/* Whether a value of JSON is a number: if so, *whole or *real is that. */
enum annotation_number {
	ANNOTATION_NONE,
	ANNOTATION_WHOLE,
	ANNOTATION_UNSIGNED, /* beyond INT64_MAX; in *whole, too */
	ANNOTATION_REAL
};

static enum annotation_number
annotation_number(struct span value, uint64_t *whole, double *real)
{
	char text[DIGITS + 1], *end;
	int64_t v;

	if (!number_is(value) || value.n > DIGITS)
		return ANNOTATION_NONE;
	if (fixed_parse_int(value, &v) == 0) {
		*whole = (uint64_t)v;
		return ANNOTATION_WHOLE;
	}
	memcpy(text, value.p, value.n);
	text[value.n] = '\0';
	if (strspn(text, "0123456789") == value.n) {
		errno = 0;
		*whole = strtoull(text, &end, 10);
		return errno ? ANNOTATION_NONE : ANNOTATION_UNSIGNED;
	}
	if (strspn(text, "-0123456789") == value.n)
		return ANNOTATION_NONE;
	*real = strtod(text, &end);
	return ANNOTATION_REAL;
}

static void
put_text(struct perfetto *p, struct packet *k, struct span text)
{
	if (text.n <= SHARED_MOST)
		protobuf_integer(&k->event, PERFETTO_ANNOTATION_VALUE,
		    packets_number(&p->packets, k, PACKETS_VALUES, text));
	else
		protobuf_bytes(&k->event, PERFETTO_ANNOTATION_TEXT, text);
}

static void
put_value(struct perfetto *p, struct packet *k, struct span value)
{
	uint64_t whole;
	double real;

	switch (annotation_number(value, &whole, &real)) {
	case ANNOTATION_WHOLE:
		protobuf_integer(&k->event, PERFETTO_ANNOTATION_INTEGER, whole);
		return;
	case ANNOTATION_UNSIGNED:
		protobuf_integer(
		    &k->event, PERFETTO_ANNOTATION_UNSIGNED, whole);
		return;
	case ANNOTATION_REAL:
		protobuf_double(&k->event, PERFETTO_ANNOTATION_DOUBLE, real);
		return;
	case ANNOTATION_NONE:
		break;
	}
	if (span_is(value, "true") || span_is(value, "false"))
		protobuf_integer(&k->event, PERFETTO_ANNOTATION_BOOL,
		    span_is(value, "true"));
	else if (!span_is(value, "null"))
		put_text(p, k, json_text(value, &p->scratch));
}

/* Adds one under a name, of a value of JSON. */
static void
put_annotation(
    struct perfetto *p, struct packet *k, struct span key, struct span value)
{
	size_t start = protobuf_open(&k->event, PERFETTO_EVENT_ANNOTATION);

	protobuf_integer(&k->event, PERFETTO_ANNOTATION_KEY,
	    packets_number(&p->packets, k, PACKETS_KEYS, key));
	p->scratch.n = 0;
	put_value(p, k, value);
	protobuf_close(&k->event, start);
}

/* Adds one member, whose key and value are JSON. */
static void
put_member(
    struct perfetto *p, struct packet *k, struct span key, struct span value)
{
	p->scratch.n = 0;
	put_annotation(p, k, json_text(key, &p->scratch), value);
}

/* Adds each member of an object of JSON. */
static void
put_members(struct perfetto *p, struct packet *k, struct span object)
{
	struct span key, value;

	while (json_next_member(&object, &key, &value))
		put_member(p, k, key, value);
}

/* Arguments that are a compact object: each is read once. */
static void
describe_members(struct perfetto *p, struct packet *k, const struct row *r)
{
	struct span left = r->text[ROW_ARGS], key, value;
	struct buf *t = &p->text;
	bool rank = false;

	while (args_next_member(p->args, t, r, &left, &key, &value)) {
		rank = rank || json_key_is(key, span_of("rank"));
		put_member(p, k, key, value);
	}
	t->n = 0;
	args_add(p->args, t, r, rank);
	put_members(p, k, buf_span(t));
}

/* Arguments of any kind, as JSON in the text. */
static struct span
args_of(struct perfetto *p, const struct row *r)
{
	struct buf *t = &p->text;

	t->n = 0;
	args_write(p->args, t, r);
	if (t->n == 0)
		return (struct span){"", 0};
	return span_cut(buf_span(t), strlen("\"args\":"), t->n);
}

static void
describe_args(struct perfetto *p, struct packet *k, const struct row *r)
{
	struct span args = args_of(p, r);

	if (args.n && *args.p == '{')
		put_members(p, k, args);
	else if (args.n)
		put_annotation(p, k, span_of("args"), args);
}

/* The row's name, category and arguments. */
static void
describe(struct perfetto *p, struct packet *k, const struct row *r)
{
	struct span cat = r->text[ROW_CAT], name = r->text[ROW_NAME];

	if (cat.n)
		protobuf_integer(&k->event, PERFETTO_EVENT_CATEGORY,
		    packets_number(&p->packets, k, PACKETS_CATEGORIES, cat));
	if (name.n)
		protobuf_integer(&k->event, PERFETTO_EVENT_NAME,
		    packets_number(&p->packets, k, PACKETS_NAMES, name));
	if (r->compact && *r->text[ROW_ARGS].p == '{')
		describe_members(p, k, r);
	else
		describe_args(p, k, r);
}

/* Writes the row's rest and id as annotations. */
static void
describe_rest(struct perfetto *p, struct packet *k, const struct row *r)
{
	struct span rest = r->text[ROW_REST];
	struct buf *t = &p->text;

	if (rest.n > strlen("{}"))
		put_annotation(p, k, span_of("rest"), rest);
	if (r->text[ROW_ID].n == 0)
		return;
	t->n = 0;
	args_link(p->args, t, r, r->text[ROW_ID]);
	put_annotation(p, k, span_of("id"), buf_span(t));
}

static void
add_instant(struct perfetto *p, const struct row *r)
{
	uint64_t track = viewer_tracks_thread(p->tracks, r);
	struct queued *e =
	    event_queue_add(&p->queue, r->ts, PERFETTO_INSTANT, track);

	describe(p, &e->packet, r);
	describe_rest(p, &e->packet, r);
}

static void
add_slice(struct perfetto *p, const struct row *r)
{
	uint64_t thread, track = viewer_tracks_slice(p->tracks, r, &thread);
	struct queued *e =
	    event_queue_add(&p->queue, r->ts, PERFETTO_BEGIN, track);

	e->thread = thread;
	event_queue_end(&p->queue, e, r->dur);
	describe(p, &e->packet, r);
	describe_rest(p, &e->packet, r);
	for (size_t i = 0; i < r->arrows; i++)
		protobuf_fixed64(&e->packet.event, PERFETTO_EVENT_FLOW,
		    (uint64_t)r->arrow[i].id);
}

/* A begin or an end whose other side is another row. */
static void
add_half(struct perfetto *p, const struct row *r, bool begins)
{
	bool open = false;
	uint64_t track = viewer_tracks_half(p->tracks, r, begins, &open);
	enum perfetto_type type = begins ? PERFETTO_BEGIN : PERFETTO_END;
	struct queued *e = event_queue_add(
	    &p->queue, r->ts, open ? type : PERFETTO_INSTANT, track);

	describe(p, &e->packet, r);
	if (begins)
		describe_rest(p, &e->packet, r);
}

/* A value of a counter: true if it is a number. */
static bool
add_value(
    struct perfetto *p, const struct row *r, struct span key, struct span value)
{
	struct span name = r->text[ROW_NAME];
	struct buf *s = &p->scratch;
	struct queued *e;
	uint64_t whole;
	double real;
	enum annotation_number kind = annotation_number(value, &whole, &real);

	if (kind == ANNOTATION_NONE)
		return false;
	BUF_JOIN(s, name);
	if (!json_key_is(key, span_of("value"))) {
		buf_add(s, " ", 1);
		buf_add(s, key.p + 1, key.n - 2);
	}
	e = event_queue_add(&p->queue, r->ts, PERFETTO_COUNTER,
	    viewer_tracks_counter(p->tracks, r, buf_span(s)));
	if (kind == ANNOTATION_WHOLE)
		protobuf_integer(&e->packet.event, PERFETTO_EVENT_COUNT, whole);
	else
		protobuf_double(&e->packet.event, PERFETTO_EVENT_MEASURE,
		    kind == ANNOTATION_REAL ? real : (double)whole);
	return true;
}

/* Each argument is a counter; without any it is an instant. */
static void
add_counter(struct perfetto *p, const struct row *r)
{
	struct span args = args_of(p, r), key, value;
	bool any = false;

	if (args.n && *args.p == '{')
		while (json_next_member(&args, &key, &value))
			any = add_value(p, r, key, value) || any;
	if (!any)
		add_instant(p, r);
}

/*
 * The number of a flow: flows are the same that have one id, category and name
 * within a rank.
 */
static uint64_t
flow_number(struct perfetto *p, const struct row *r)
{
	struct ids *ids = p->args->ids ? p->args->ids : p->ids;
	struct span rank = p->args->ids ? r->text[ROW_RANK] : span_of("0");
	struct buf *s = &p->scratch;
	int64_t id = ids_link_number(ids, rank, r->text[ROW_ID]);
	uint32_t kind = pool_add(p->flow_kinds,
	    BUF_JOIN(s, r->text[ROW_CAT], span_of("\t"), r->text[ROW_NAME]));

	kind = kind < FLOW_KINDS ? kind + 1 : FLOW_KINDS;
	return (uint64_t)kind << FLOW_SHIFT | (uint64_t)id;
}

static void
add_flow(struct perfetto *p, const struct row *r)
{
	uint64_t thread = viewer_tracks_thread(p->tracks, r);
	uint64_t flow = flow_number(p, r);
	struct queued *e = event_queue_last(&p->queue, r->ts, thread);

	if (!e) {
		e = event_queue_add(&p->queue, r->ts, PERFETTO_INSTANT, thread);
		describe(p, &e->packet, r);
	}
	protobuf_fixed64(&e->packet.event, PERFETTO_EVENT_FLOW, flow);
}

static bool
is_phase(const struct row *r, const char *phases)
{
	struct span ph = r->text[ROW_PH];

	return ph.n == 1 && strchr(phases, *ph.p);
}

/* The text of the argument of a row of metadata. */
static bool
take_name(struct perfetto *p, const struct row *r)
{
	struct span args = args_of(p, r), key, value, said = {0};

	p->scratch.n = 0;
	if (args.n && *args.p == '{' && json_next_member(&args, &key, &value))
		said = json_text(value, &p->scratch);
	return viewer_tracks_name(p->tracks, r, said);
}

static const char *
add_timed(struct perfetto *p, const struct row *r)
{
	bool slice = is_phase(r, "X") && r->has_dur && r->dur >= 0;

	if (r->ts < 0 || (slice && r->dur > INT64_MAX - r->ts))
		return "a time that Perfetto cannot represent";
	if (r->ts < p->queue.now && (slice || is_phase(r, "BE")))
		return "out of order: --format perfetto needs events in "
		       "time order, as trace-merge --sort writes them";
	event_queue_advance(&p->queue, r->ts);
	if (slice)
		add_slice(p, r);
	else if (is_phase(r, "stf"))
		add_flow(p, r);
	else if (is_phase(r, "C"))
		add_counter(p, r);
	else if (is_phase(r, "BbSEeF"))
		add_half(p, r, is_phase(r, "BbS"));
	else
		add_instant(p, r);
	return NULL;
}

const char *
perfetto_event(struct perfetto *p, const struct row *r)
{
	if (is_phase(r, "M") && take_name(p, r))
		return NULL;
	if (r->has_ts)
		return add_timed(p, r);
	p->timeless++;
	return NULL;
}

void
perfetto_facts(struct perfetto *p, struct span object)
{
	struct span key, value;

	while (json_next_member(&object, &key, &value)) {
		p->scratch.n = 0;
		packets_metadata(
		    &p->packets, json_text(key, &p->scratch), value);
	}
}

void
perfetto_process_name(struct perfetto *p, const struct row *r, struct span name)
{
	struct row named = *r;

	named.text[ROW_NAME] = span_of("process_name");
	viewer_tracks_name(p->tracks, &named, name);
}

size_t
perfetto_finish(struct perfetto *p)
{
	event_queue_finish(&p->queue);
	return p->timeless;
}
