#include <inttypes.h>

#include "common/bytes/protobuf.h"
#include "common/trace/pftrace/slice.h"

void
pf_fields_categories(
    struct pf_slice *s, const struct pf_interned *in, struct span event)
{
	struct pf_arg a = {0};
	struct protobuf_field f;

	pf_put_text(s, &a.key, span_of("categories"));
	while (protobuf_next(&event, &f)) {
		if (f.number == PERFETTO_EVENT_CATEGORY)
			f.bytes =
			    pf_interned(in, PERFETTO_INTERNED_CATEGORY, f.value)
				.text;
		else if (f.number != PERFETTO_EVENT_CATEGORY_TEXT)
			continue;
		if (a.value.n)
			pf_put_text(s, &a.value, span_of(","));
		pf_put_text(s, &a.value, f.bytes);
	}
	pf_put_arg(s, &a);
}

/* The correlation, which ties it to others, is an annotation, too. */
static int
add_correlation(struct pf_slice *s, const struct pf_reading *r,
    const struct protobuf_field *f)
{
	static const struct span name = TEXT("correlation_id");
	struct pf_value value = {.kind = PF_UNSIGNED, .number = f->value};
	int damaged = 0;

	if (f->type == PROTOBUF_BYTES)
		damaged = pf_value_own(s, &value, f->bytes);
	pf_slice_say(s, pf_column_rank(name), &value);
	if (r->all)
		pf_put_arg_value(s, name, &value);
	return damaged;
}

/* The first name counts that has a text, or a number of one that is lost. */
static void
add_name(struct pf_slice *s, const struct pf_reading *r, uint64_t iid)
{
	struct pf_interned_text name =
	    pf_reading_text(r, PERFETTO_INTERNED_NAME, iid);

	if (s->name.kind != PF_NOTHING)
		return;
	s->name = pf_value_known(name.text);
	if (!pf_interned_lost(name))
		return;
	s->name = (struct pf_value){.kind = PF_OWN};
	pf_put_format(s, &s->name.own, "unknown_name_%" PRIu64, iid);
}

/* Nor does a second number of a flow. */
static void
add_flow(struct pf_slice *s, uint64_t number)
{
	if (s->flow.kind == PF_NOTHING)
		s->flow =
		    (struct pf_value){.kind = PF_UNSIGNED, .number = number};
}

/* Reads an old event's name and ids; its phase is known. */
static void
add_legacy(struct pf_slice *s, const struct pf_reading *r, struct span message)
{
	struct protobuf_field f;

	while (protobuf_next(&message, &f))
		switch (f.number) {
		case PERFETTO_LEGACY_NAME:
			add_name(s, r, f.value);
			break;
		case PERFETTO_LEGACY_ID:
		case PERFETTO_LEGACY_LOCAL_ID:
		case PERFETTO_LEGACY_GLOBAL_ID:
			add_flow(s, f.value);
			break;
		}
}

/* Reads a field that few events have. */
static int
add_rare(struct pf_slice *s, const struct pf_reading *r,
    const struct protobuf_field *f)
{
	switch (f->number) {
	case PERFETTO_EVENT_NAME_TEXT:
		return s->name.kind ? 0 : pf_value_own(s, &s->name, f->bytes);
	case PERFETTO_EVENT_LEGACY:
		add_legacy(s, r, f->bytes);
		break;
	case PERFETTO_EVENT_CORRELATION:
	case PERFETTO_EVENT_CORRELATION_TEXT:
		return add_correlation(s, r, f);
	case PERFETTO_EVENT_OLD_FLOW:
	case PERFETTO_EVENT_OLD_FLOW_END:
		add_flow(s, f->value);
	}
	return 0;
}

int
pf_fields_add(struct pf_slice *s, const struct pf_reading *r,
    const struct pf_track_event *v)
{
	struct protobuf_reader m = protobuf_read(pf_track_event_texts(v));
	struct protobuf_field f;
	struct span message;
	uint32_t tag;
	int rc = 0;

	while (rc == 0 && (tag = protobuf_tag(&m)))
		switch (tag) {
		case PROTOBUF_MESSAGE(PERFETTO_EVENT_ANNOTATION):
			message = protobuf_message(&m);
			if (!pf_annotation_passes(r, message))
				rc = pf_annotation_add(s, r, message);
			break;
		case PROTOBUF_VALUE(PERFETTO_EVENT_NAME):
			add_name(s, r, protobuf_value(&m));
			break;
		case PROTOBUF_EIGHT(PERFETTO_EVENT_FLOW):
		case PROTOBUF_EIGHT(PERFETTO_EVENT_FLOW_END):
			add_flow(s, protobuf_eight(&m));
			break;
		default:
			f = protobuf_field(&m, tag);
			rc = m.damaged ? 0 : add_rare(s, r, &f);
		}
	return rc ? rc : m.damaged;
}

enum { PARENTS = 8 }; /* of a track, up to its process */

/* The number or text of a track or, without, of the ones around it. */
static struct span
of_track(const struct pf_state *s, const struct pf_track *t, bool thread)
{
	for (int i = 0; t && i < PARENTS; i++) {
		uint32_t text = thread ? t->tid : t->pid;

		if (text != POOL_NONE)
			return pool_get(s->texts, text);
		t = t->has_parent ? pf_track_known(s, t->parent) : NULL;
	}
	return (struct span){0};
}

/* The text of a column from annotations; its digits have their own place. */
static struct span
said(struct pf_slice *s, enum pf_column c)
{
	if (s->rank[c] == PF_NO_COLUMN)
		return (struct span){0};
	return pf_value_text(s, &s->column[c], s->digits[c]);
}

/* An integer that is a number or a text: 0, or -1: it is none. */
static int
value_integer(
    const struct pf_slice *s, const struct pf_value *value, int64_t *number)
{
	char digits[FIXED_MAX];

	if (value->kind != PF_UNSIGNED && value->kind != PF_SIGNED)
		return fixed_parse_int(pf_value_text(s, value, digits), number);
	*number = (int64_t)value->number;
	return value->kind == PF_UNSIGNED && *number < 0 ? -1 : 0;
}

static const int64_t *
said_integer(const struct pf_slice *s, enum pf_column c, int64_t *number)
{
	return s->rank[c] == PF_NO_COLUMN ||
		value_integer(s, &s->column[c], number)
	    ? NULL
	    : number;
}

/* The slice's, what an annotation says before it, or its track's. */
static struct span
name_of(
    const struct pf_state *state, struct pf_slice *s, const struct pf_track *t)
{
	if (s->rank[PF_NAME] != PF_NO_COLUMN)
		return said(s, PF_NAME);
	if (s->name.kind || t->name == POOL_NONE)
		return pf_value_text(s, &s->name, s->digits[PF_NAME]);
	return pool_get(state->texts, t->name);
}

void
pf_event(const struct pf_state *state, struct pf_slice *s,
    const struct pf_place *place, struct raw_event *e)
{
	const struct pf_track *t = place->track;
	int64_t begin, duration, end;

	raw_event_clear(e);
	e->name = name_of(state, s, t);
	e->cat = pf_category_of_work(s->category.text, e->name);
	e->group = e->cat.p == s->category.text.p
	    ? s->category.group
	    : event_category_group(e->cat, (struct span){0});
	e->ph = span_of(place->ph);
	e->id = pf_value_text(s, &s->flow, s->digits[PF_COLUMNS]);
	e->pid = of_track(state, t, false);
	e->tid = said(s, PF_TID);
	if (e->tid.n == 0)
		e->tid = of_track(state, t, true);
	e->device = said(s, PF_DEVICE);
	e->stream = said(s, PF_STREAM);
	e->correlation = said(s, PF_CORRELATION);
	e->external_id = said(s, PF_EXTERNAL_ID);
	e->has_ts = s->ts != PF_NO_TIME;
	e->ts = e->has_ts ? s->ts : 0;
	if (e->cat.n == 0)
		e->group = event_category_group(e->cat, e->ph);
	raw_event_set_track(e);
	if (e->group == GROUP_GPU && e->stream.n == 0 && t->name != POOL_NONE)
		e->stream = pool_get(state->texts, t->name);
	if (place->end != PF_NO_TIME) {
		e->has_dur = true;
		e->dur = place->end - s->ts;
		raw_event_set_exact(e, said_integer(s, PF_BEGIN, &begin),
		    said_integer(s, PF_DURATION, &duration),
		    said_integer(s, PF_END, &end));
	}
}

/* A column that no annotation has under its own name. */
static void
put_column(struct whole *w, const struct pf_slice *s, const char *key,
    struct span value)
{
	if (value.n == 0 || pf_arg(s, span_of(key)).n)
		return;
	whole_put(w, span_of(key), value);
}

void
pf_whole(struct whole *w, const struct pf_slice *s, const struct raw_event *e)
{
	w->args.n = w->rest.n = 0;
	put_column(w, s, "device", e->device);
	put_column(w, s, "stream", e->stream);
	put_column(w, s, "correlation", e->correlation);
	for (size_t i = 0; i < s->nargs; i++)
		whole_put(w, pf_text(s, s->args[i].key),
		    pf_text(s, s->args[i].value));
	whole_end(w);
}
