/*
 * Traces of XLA (*.xplane.pb), as JAX and TensorFlow write them.
 *
 * An XSpace is planes: one for each GPU, whose lines are its streams, and one
 * for the host, whose lines are its threads. A stat of both, correlation_id,
 * ties a piece of work to its launch. Times are picoseconds there, rounded to
 * nanoseconds here. The file is kept in memory: names may follow the events.
 */
#include "common/bytes/fixed.h"
#include "common/trace/formats.h"
#include "common/trace/xplane/hlo.h"
#include "common/trace/xplane/plane.h"

enum { READ = 1 << 18, HOST_PID = 701, STATS = 64 };

struct xplane {
	struct trace_reader r; /* first: see formats.h */
	struct input *in;
	struct buf file;
	struct span rest; /* of the file: planes to come */
	struct xplane_plane plane;
	struct span lines;             /* to come, of the plane */
	struct protobuf_reader events; /* the same of the line */
	struct span line_name;
	int64_t line_time; /* ns */
	bool found, gpu, host;
	int64_t skipped; /* bytes that might be events, and are not read */
	bool passing;    /* nobody asks for the events of the line */
	const struct skim_words *words; /* what is asked for; NULL: all */
	char device[XPLANE_NUMBER], pid[XPLANE_NUMBER], tid[XPLANE_NUMBER];
	char number_text[STATS][XPLANE_NUMBER]; /* of an event's stats */
	struct hlo *hlo;                        /* or NULL */
};

static void
close_reader(struct trace_reader *r)
{
	struct xplane *x = (struct xplane *)r;

	xplane_plane_free(&x->plane);
	buf_free(&x->file);
	hlo_free(x->hlo);
	reader_free(r);
}

static int
load(struct xplane *x)
{
	ssize_t got;

	do {
		buf_reserve(&x->file, READ);
		got = input_read(x->in, x->file.p + x->file.n, READ);
		if (got < 0)
			return reader_fail(&x->r, input_error(x->in));
		x->file.n += (size_t)got;
	} while (got > 0);
	x->r.damage = input_damage(x->in);
	x->rest = buf_span(&x->file);
	return 0;
}

static void
print_number(char *out, uint64_t v)
{
	*fixed_digits(out, v) = 0;
}

/* Sets what is the same of all events of a plane. */
static void
enter_plane(struct xplane *x)
{
	struct span name = x->plane.name;
	uint64_t number = xplane_plane_number(name);

	if (!xplane_plane_known(name)) {
		reader_damaged(&x->r, "a plane has an unknown name");
		x->skipped += (int64_t)x->plane.message.n;
	}
	x->gpu = span_starts(name, "/device:GPU:");
	x->host = span_starts(name, "/host:CPU");
	x->lines = x->plane.message;
	if (!x->host && !xplane_plane_of_device(name))
		x->lines.n = 0;
	print_number(x->device, number);
	print_number(x->pid, x->host ? HOST_PID : number + 1);
}

/*
 * The next field of a message, past damage, whose bytes are counted if it has
 * not that number; false: there is none.
 */
static bool
next_field(struct xplane *x, struct span *message, struct protobuf_field *f,
    protobuf_sound *sound, uint32_t number, bool *damaged)
{
	size_t n = message->n;

	*damaged = false;
	if (!protobuf_next_sound(message, f, sound, damaged))
		return false;
	if (*damaged && f->number != number)
		x->skipped += (int64_t)(n - message->n);
	return true;
}

/*
 * The next plane; false: there is none. One that the file ends in is taken as
 * far as it goes.
 */
static bool
next_plane(struct xplane *x)
{
	struct protobuf_field f;
	bool damaged;

	if (!next_field(
		x, &x->rest, &f, xplane_space_sound, XSPACE_PLANE, &damaged))
		return false;
	if (damaged)
		reader_damaged(
		    &x->r, "cut off, or no plane where one should begin");
	if (f.number != XSPACE_PLANE)
		return true; /* host names, errors, warnings */
	x->found = true;
	xplane_plane_read(&x->plane, f.bytes);
	if (x->plane.damaged)
		reader_damaged(&x->r, "the contents of a plane are damaged");
	enter_plane(x);
	return true;
}

static void
choose_events(struct xplane *x)
{
	x->passing = !xplane_wanted(x->words, x->host, x->gpu, x->line_name);
}

/*
 * Reads what is the same of all events of a line. Of several fields the first
 * counts: in a broken event others may seem to be.
 */
static void
read_line(struct xplane *x, struct span line)
{
	struct protobuf_field f, first[XLINE_EVENT] = {{0}};
	bool damaged = false;

	x->events = protobuf_read(line);
	while (protobuf_next_sound(&line, &f, xplane_line_sound, &damaged))
		if (f.number < XLINE_EVENT && !first[f.number].number)
			first[f.number] = f;
	print_number(x->tid, first[XLINE_ID].value);
	x->line_name = first[XLINE_NAME].bytes;
	x->line_time = (int64_t)first[XLINE_TIME].value;
	if (damaged)
		reader_damaged(&x->r, "a line is damaged");
}

/* The next line of the plane; false: there is none. */
static bool
next_line(struct xplane *x)
{
	struct protobuf_field f;
	bool noted;

	do
		if (!next_field(x, &x->lines, &f, xplane_plane_sound,
			XPLANE_LINE, &noted))
			return false;
	while (f.number != XPLANE_LINE);
	read_line(x, f.bytes);
	choose_events(x);
	return true;
}

/* Takes note of a stat. */
static void
take_stat(struct xplane *x, struct span stat, size_t n, struct raw_event *e)
{
	struct span name, text;
	int got = xplane_stat(&x->plane, stat, &name, &text, x->number_text[n]);

	x->r.unreadable += got < 0;
	if (got <= 0)
		return;
	if (span_is(name, "correlation_id") && !e->correlation.n)
		e->correlation = text;
	for (size_t i = 0; i < x->r.nargs; i++)
		if (span_equal(name, x->r.args[i]) && !x->r.asked[i].n)
			x->r.asked[i] = text;
	hlo_note(x->hlo, name, text);
	if (x->r.whole)
		whole_put(x->r.whole, name, text);
}

/* The stats of an event or of its name, which are those of that field. */
static void
take_stats(struct xplane *x, struct span message, uint32_t field, size_t *n,
    struct raw_event *e)
{
	struct protobuf_reader m = protobuf_read(message);
	uint32_t tag;

	while (*n < STATS && (tag = protobuf_tag(&m)))
		if (tag != PROTOBUF_MESSAGE(field))
			protobuf_skip(&m, tag);
		else
			take_stat(x, protobuf_message(&m), (*n)++, e);
}

/* Goes on in the line at the next event behind that place, which is damaged. */
static void
go_astray(struct xplane *x, const char *at)
{
	struct span rest = {at, (size_t)(x->events.end - at)};
	size_t n = protobuf_resync(rest, 0, xplane_line_sound);

	x->events.p = at + n;
	x->events.damaged = false;
	x->skipped += (int64_t)n;
	reader_damaged(&x->r, "events are damaged");
}

/* An event of the line; false: it is none or lost. */
static bool
read_event(struct xplane *x, struct span message, struct raw_event *e)
{
	static const struct xplane_name nameless;
	const struct xplane_name *name;
	uint64_t kind;
	size_t n = 0;
	int got;

	*e = (struct raw_event){.ph = span_of("X"), .asked = x->r.asked};
	x->r.events++;
	got = xplane_times(message, x->line_time, &kind, e);
	name = xplane_name_of(&x->plane.events, kind);
	if (!kind && !name) /* which XLA counts from 1 */
		got = -1;
	if (got < 0)
		go_astray(x, message.p);
	else if (got && !name && !x->r.damage)
		x->r.lost++;
	if (got <= 0 || (!name && !x->r.damage))
		return false;
	name = name ? name : &nameless;
	e->name = name->name;
	e->pid = span_of(x->pid);
	e->tid = span_of(x->tid);
	if (!x->host) {
		e->device = span_of(x->device);
		e->stream = x->line_name;
	}
	for (size_t i = 0; i < x->r.nargs; i++)
		x->r.asked[i] = (struct span){0};
	if (x->r.whole)
		x->r.whole->args.n = x->r.whole->rest.n = 0;
	take_stats(x, message, XEVENT_STAT, &n, e);
	take_stats(x, name->message, XNAME_STAT, &n, e);
	hlo_fill(x->hlo, x->r.args, x->r.nargs, x->r.asked);
	e->cat = x->host
	    ? xplane_host_category(e)
	    : xplane_device_category(x->gpu, x->line_name, e->name);
	e->group = event_category_group(e->cat, e->ph);
	if (x->r.whole) {
		whole_put(x->r.whole, span_of("device"), e->device);
		whole_end(x->r.whole);
	}
	return true;
}

/* Up to the first plane. */
static int
start(struct trace_reader *r)
{
	struct xplane *x = (struct xplane *)r;

	if (load(x))
		return -1;
	x->hlo = hlo_read(x->rest, x->r.args, x->r.nargs);
	while (!x->found && x->rest.n)
		next_plane(x);
	return x->found ? 0 : reader_fail(&x->r, "it has no XLA planes");
}

/* Goes past the events of a line, counting them. */
static void
pass_line(struct xplane *x)
{
	struct protobuf_reader m = x->events;
	uint32_t tag;

	while ((tag = protobuf_tag(&m))) {
		protobuf_skip(&m, tag);
		x->r.events +=
		    tag == PROTOBUF_MESSAGE(XLINE_EVENT) && !m.damaged;
	}
	if (m.damaged)
		reader_damaged(&x->r, "events are damaged");
	m.damaged = false;
	x->events = m;
}

/* The next event of the line; p is NULL at its end. */
static struct span
take_event(struct xplane *x)
{
	uint32_t tag;

	if (x->passing)
		pass_line(x);
	for (;;) {
		const char *at = x->events.p;
		struct protobuf_field f = {0};

		tag = protobuf_tag(&x->events);
		if (tag)
			f = protobuf_field(&x->events, tag);
		if (!x->events.damaged &&
		    (tag == 0 || tag == PROTOBUF_MESSAGE(XLINE_EVENT)))
			return f.bytes;
		if (x->events.damaged ||
		    !xplane_line_sound(&f, PROTOBUF_IN_ORDER))
			go_astray(x, at + 1);
	}
}

static int
next_event(struct trace_reader *r, struct raw_event *e)
{
	struct xplane *x = (struct xplane *)r;

	for (;;) {
		struct span message = take_event(x);

		if (message.p && read_event(x, message, e))
			return 1;
		if (!message.p && !next_line(x) && !next_plane(x))
			return 0;
	}
}

static int64_t
lost(const struct trace_reader *r)
{
	const struct xplane *x = (const struct xplane *)r;

	return r->lost +
	    reader_estimate(
		x->skipped, (int64_t)x->file.n - x->skipped, r->events);
}

static const char *
damage(const struct trace_reader *r)
{
	const struct xplane *x = (const struct xplane *)r;

	if (!x->r.damage && hlo_damaged(x->hlo))
		return "a program's HLO cannot be read to its end";
	return x->r.damage;
}

static void
pass(struct trace_reader *r, const struct skim_words *words)
{
	struct xplane *x = (struct xplane *)r;

	x->words = words;
	choose_events(x);
}

static const struct trace_reader_ops ops = {.start = start,
    .next = next_event,
    .close = close_reader,
    .lost = lost,
    .damage = damage,
    .pass = pass};

/* The first message is a plane: it has a name that planes have. */
bool
xplane_sniff(struct input *in)
{
	struct span head = input_peek(in, INPUT_PEEK);
	struct protobuf_field f;
	uint64_t tag, n;

	if (!protobuf_varint(&head, &tag) ||
	    tag != (XSPACE_PLANE << 3 | PROTOBUF_BYTES) ||
	    !protobuf_varint(&head, &n))
		return false;
	if (n < head.n)
		head.n = (size_t)n;
	while (protobuf_next(&head, &f))
		if (f.number == XPLANE_NAME)
			return xplane_plane_known(f.bytes);
	return false;
}

struct trace_reader *
xplane_open(struct input *in, const struct span *args, size_t n)
{
	struct xplane *x = reader_new(sizeof *x, &ops, args, n);

	x->in = in;
	return &x->r;
}
