#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/ascii.h"
#include "common/bytes/fixed.h"
#include "common/bytes/order.h"
#include "common/trace/xplane/plane.h"

void
xplane_plane_free(struct xplane_plane *p)
{
	free(p->events.at);
	free(p->stats.at);
	*p = (struct xplane_plane){0};
}

/* The name in a name's message, or else the name that is shown. */
static struct span
find_name(struct protobuf_reader *m)
{
	struct span name = {0}, display = {0};
	uint32_t tag;

	while ((tag = protobuf_tag(m)))
		if (tag == PROTOBUF_MESSAGE(XNAME_NAME))
			name = protobuf_message(m);
		else if (tag == PROTOBUF_MESSAGE(XNAME_DISPLAY))
			display = protobuf_message(m);
		else if (tag >> 3 <= XNAME_STAT && tag != PROTOBUF_VALUE(1) &&
		    (tag & 7) != PROTOBUF_BYTES)
			protobuf_break(m);
		else
			protobuf_skip(m, tag);
	return name.n ? name : display;
}

enum { NO_FIELD = -1 }; /* for its type */
enum { FEW = 64 };

/* Whether the first or all fields of a message have these types, by number. */
static bool
has_types(struct span message, const signed char *type, size_t n,
    enum protobuf_place place)
{
	struct protobuf_field f;

	for (int i = 0; place == PROTOBUF_BEFORE_DAMAGE || i < FEW; i++) {
		if (!protobuf_next(&message, &f))
			return message.n == 0;
		if (f.number >= n || (int)f.type != type[f.number])
			return false;
	}
	return true;
}

/* An entry of a map: a number, and a message with a name. */
static void
add_name(struct xplane_names *names, struct span entry, bool *damaged)
{
	struct protobuf_reader m = protobuf_read(entry), inner;
	struct xplane_name one = {0};
	uint32_t tag;

	while ((tag = protobuf_tag(&m)))
		if (tag == PROTOBUF_VALUE(XMAP_KEY))
			one.id = protobuf_value(&m);
		else if (tag == PROTOBUF_MESSAGE(XMAP_VALUE))
			one.message = protobuf_message(&m);
		else if (tag >> 3 == XMAP_KEY || tag >> 3 == XMAP_VALUE)
			protobuf_break(&m);
		else
			protobuf_skip(&m, tag);
	inner = protobuf_read(one.message);
	one.name = find_name(&inner);
	*damaged = *damaged || m.damaged || inner.damaged || !one.message.p ||
	    span_holds(one.name, 0);
	ARRAY_PUSH(names->at, names->n, &names->cap, one);
}

ORDER_BY(by_id, struct xplane_name, UP(id))

static const signed char of_line[] = {NO_FIELD, PROTOBUF_VARINT, PROTOBUF_BYTES,
    PROTOBUF_VARINT, PROTOBUF_BYTES, NO_FIELD, NO_FIELD, NO_FIELD, NO_FIELD,
    PROTOBUF_VARINT, PROTOBUF_VARINT, PROTOBUF_BYTES};

bool
xplane_line_sound(const struct protobuf_field *f, enum protobuf_place place)
{
	static const signed char of_event[] = {NO_FIELD, PROTOBUF_VARINT,
	    PROTOBUF_VARINT, PROTOBUF_VARINT, PROTOBUF_BYTES, PROTOBUF_VARINT};

	if (place == PROTOBUF_IN_ORDER ||
	    (f->number != XLINE_EVENT && place == PROTOBUF_BEFORE_DAMAGE))
		return f->number < sizeof of_line &&
		    (int)f->type == of_line[f->number];
	return f->number == XLINE_EVENT && f->type == PROTOBUF_BYTES &&
	    f->bytes.n && *f->bytes.p == PROTOBUF_VALUE(XEVENT_KIND) &&
	    has_types(f->bytes, of_event, sizeof of_event, place);
}

/* An entry of a map of names: its key is the first field of its value, too. */
static bool
is_entry(struct span entry)
{
	struct protobuf_field key, value, id;

	return protobuf_next(&entry, &key) && key.number == XMAP_KEY &&
	    key.type == PROTOBUF_VARINT && protobuf_next(&entry, &value) &&
	    value.number == XMAP_VALUE && value.type == PROTOBUF_BYTES &&
	    entry.n == 0 && protobuf_next(&value.bytes, &id) &&
	    id.number == XMAP_KEY && id.value == key.value;
}

bool
xplane_plane_sound(const struct protobuf_field *f, enum protobuf_place place)
{
	if (place == PROTOBUF_IN_ORDER)
		return f->number <= XPLANE_STAT &&
		    f->type ==
		    (f->number == XPLANE_ID ? PROTOBUF_VARINT : PROTOBUF_BYTES);
	switch (f->number) {
	case XPLANE_LINE:
		return f->type == PROTOBUF_BYTES &&
		    has_types(f->bytes, of_line, sizeof of_line, place);
	case XPLANE_EVENT_NAMES:
	case XPLANE_STAT_NAMES:
		return f->type == PROTOBUF_BYTES && is_entry(f->bytes);
	case XPLANE_NAME:
		return f->type == PROTOBUF_BYTES &&
		    xplane_plane_known(f->bytes);
	default:
		return place == PROTOBUF_BEFORE_DAMAGE &&
		    f->number <= XPLANE_STAT;
	}
}

bool
xplane_space_sound(const struct protobuf_field *f, enum protobuf_place place)
{
	struct span message = f->bytes;
	struct protobuf_field inner;
	bool known = false;

	if (f->type != PROTOBUF_BYTES || f->number > XSPACE_HOST)
		return false;
	if (f->number != XSPACE_PLANE) /* a text */
		return place != PROTOBUF_SOUGHT && !span_holds(message, 0);
	if (place == PROTOBUF_IN_ORDER)
		return true;
	while (protobuf_next(&message, &inner))
		if (inner.number == XPLANE_NAME) {
			known = xplane_plane_known(inner.bytes);
			if (place != PROTOBUF_BEFORE_DAMAGE)
				return known;
		}
	return known && message.n == 0;
}

bool
xplane_plane_known(struct span name)
{
	return span_starts(name, "/host:") || span_starts(name, "/device:") ||
	    span_starts(name, "Task Environment");
}

void
xplane_plane_read(struct xplane_plane *p, struct span message)
{
	struct protobuf_field f;

	xplane_plane_free(p);
	p->message = message;
	while (protobuf_next_sound(
	    &message, &f, xplane_plane_sound, &p->damaged)) {
		if (f.number == XPLANE_NAME) {
			p->damaged = p->damaged || p->name.n;
			p->name = p->name.n ? p->name : f.bytes;
		} else if (f.number == XPLANE_EVENT_NAMES) {
			add_name(&p->events, f.bytes, &p->damaged);
		} else if (f.number == XPLANE_STAT_NAMES) {
			add_name(&p->stats, f.bytes, &p->damaged);
			p->damaged =
			    p->damaged || !p->stats.at[p->stats.n - 1].name.n;
		}
	}
	ARRAY_SORT(p->events.at, p->events.n, by_id);
	ARRAY_SORT(p->stats.at, p->stats.n, by_id);
}

const struct xplane_name *
xplane_name_of(const struct xplane_names *names, uint64_t id)
{
	struct xplane_name key = {.id = id};

	return names->n
	    ? bsearch(&key, names->at, names->n, sizeof *names->at, by_id)
	    : NULL;
}

static struct span
print_double(uint64_t bits, char *out)
{
	double v;

	memcpy(&v, &bits, sizeof v);
	return (struct span){
	    out, (size_t)snprintf(out, XPLANE_NUMBER, "%.15g", v)};
}

int
xplane_stat(const struct xplane_plane *p, struct span stat, struct span *name,
    struct span *text, char *scratch)
{
	const struct xplane_name *kind = NULL, *reference;
	struct protobuf_reader m = protobuf_read(stat);
	bool sound = true;
	uint64_t number;
	uint32_t tag;

	*text = (struct span){0};
	while ((tag = protobuf_tag(&m)))
		switch (tag) {
		case PROTOBUF_VALUE(XSTAT_KIND):
			number = protobuf_value(&m);
			kind = xplane_name_of(&p->stats, number);
			sound = sound && (kind || !number || p->damaged);
			break;
		case PROTOBUF_VALUE(XSTAT_UNSIGNED):
			number = protobuf_value(&m);
			*text = (struct span){scratch,
			    (size_t)(fixed_digits(scratch, number) - scratch)};
			break;
		case PROTOBUF_VALUE(XSTAT_SIGNED):
			*text =
			    fixed_text(scratch, (int64_t)protobuf_value(&m));
			break;
		case PROTOBUF_VALUE(XSTAT_REFERENCE):
			number = protobuf_value(&m);
			reference = xplane_name_of(&p->stats, number);
			sound = sound && (reference || !number || p->damaged);
			*text = reference ? reference->name : *text;
			break;
		case PROTOBUF_MESSAGE(XSTAT_TEXT):
			*text = protobuf_message(&m);
			break;
		case PROTOBUF_EIGHT(XSTAT_DOUBLE):
			*text = print_double(protobuf_eight(&m), scratch);
			break;
		default:
			sound = sound &&
			    (tag >> 3 > XSTAT_REFERENCE ||
				tag == PROTOBUF_MESSAGE(XSTAT_BYTES));
			protobuf_skip(&m, tag);
		}
	if (!sound || m.damaged)
		return -1;
	if (!kind || !text->p)
		return 0;
	*name = kind->name;
	return 1;
}

bool
xplane_plane_of_device(struct span name)
{
	return span_starts(name, "/device:") &&
	    !span_starts(name, "/device:CUSTOM:");
}

uint64_t
xplane_plane_number(struct span name)
{
	uint64_t v = 0;

	for (size_t i = ascii_before_number(name).n;
	     i < name.n && v < UINT32_MAX; i++)
		v = v * 10 + (uint64_t)(name.p[i] - '0');
	return v;
}

/* Nanoseconds, halves up. */
static int64_t
round_ps(uint64_t ps)
{
	return (int64_t)(ps / 1000 + (ps % 1000 >= 500));
}

/* Whether an event can have that field, beside those that it had. */
static bool
fits_event(uint32_t tag, unsigned *had)
{
	uint32_t number = tag >> 3;

	if (number > XEVENT_OCCURRENCES || tag == PROTOBUF_MESSAGE(XEVENT_STAT))
		return true;
	if (tag != PROTOBUF_VALUE(number) || number == XEVENT_STAT ||
	    *had & 1U << number)
		return false;
	*had |= 1U << number;
	return true;
}

int
xplane_times(
    struct span message, int64_t line_ns, uint64_t *kind, struct raw_event *e)
{
	struct protobuf_reader m = protobuf_read(message);
	uint64_t offset = 0, duration = 0;
	unsigned had = 0;
	bool sound = true;
	uint32_t tag;

	*kind = 0;
	while ((tag = protobuf_tag(&m))) {
		sound = sound && fits_event(tag, &had);
		switch (tag) {
		case PROTOBUF_VALUE(XEVENT_KIND):
			*kind = protobuf_value(&m);
			break;
		case PROTOBUF_VALUE(XEVENT_OFFSET):
			offset = protobuf_value(&m);
			break;
		case PROTOBUF_VALUE(XEVENT_DURATION):
			duration = protobuf_value(&m);
			break;
		default:
			protobuf_skip(&m, tag);
		}
	}
	if (m.damaged || !sound || offset > INT64_MAX || duration > INT64_MAX ||
	    line_ns < 0 || line_ns > RAW_EVENT_TIME_MAX / 2)
		return -1;
	e->ts = line_ns + round_ps(offset);
	e->dur = round_ps(duration);
	e->has_ts = e->has_dur = true;
	return !(had & 1U << XEVENT_OCCURRENCES);
}

/* Does a name begin with this word, in any case? */
static bool
begins(struct span name, const char *word)
{
	size_t i = 0;

	while (word[i] && i < name.n && (name.p[i] | 0x20) == word[i])
		i++;
	return !word[i];
}

/* A stream of a GPU; other lines of devices sum up what runs there. */
static bool
is_stream(bool gpu, struct span line_name)
{
	return gpu && span_starts(line_name, "Stream #");
}

struct span
xplane_device_category(bool gpu, struct span line_name, struct span name)
{
	if (!is_stream(gpu, line_name))
		return span_of("xla");
	if (begins(name, "memcpy") || begins(name, "copy"))
		return span_of("gpu_memcpy");
	return span_of(begins(name, "memset") ? "gpu_memset" : "kernel");
}

struct span
xplane_host_category(const struct raw_event *e)
{
	struct span name = e->name;

	if (span_starts(name, "hip"))
		return span_of("hip_runtime");
	if (span_starts(name, "cuda"))
		return span_of("cuda_runtime");
	if (span_starts(name, "cu") && name.n > 2 && name.p[2] >= 'A' &&
	    name.p[2] <= 'Z')
		return span_of("cuda_driver");
	return span_of(e->correlation.n ? "xla_runtime" : "cpu_op");
}

bool
xplane_wanted(
    const struct skim_words *words, bool host, bool gpu, struct span line_name)
{
	struct span can = span_of(host
		? "hip_runtime cuda_runtime cuda_driver xla_runtime cpu_op"
		: is_stream(gpu, line_name) ? "kernel gpu_memcpy gpu_memset"
					    : "xla");

	while (can.p)
		if (skim_wants(words, span_take(&can, ' ')))
			return true;
	return false;
}
