#include "common/trace/pftrace/fields.h"
#include "common/bytes/protobuf.h"

int
pf_fields_categories(
    struct pf_slice *s, const struct pf_interned *in, struct span event)
{
	struct pf_arg a = {0};
	struct protobuf_field f;

	if (pf_put_text(s, &a.key, span_of("categories")))
		return -1;
	while (protobuf_next(&event, &f) == 1) {
		if (f.number == PERFETTO_EVENT_CATEGORY)
			f.bytes =
			    pf_interned(in, PERFETTO_INTERNED_CATEGORY, f.value)
				.text;
		else if (f.number != PERFETTO_EVENT_CATEGORY_TEXT)
			continue;
		if ((a.value.n && pf_put_text(s, &a.value, span_of(","))) ||
		    pf_put_text(s, &a.value, f.bytes))
			return -1;
	}
	pf_put_arg(s, &a);
	return 0;
}

/* What ties it to others is an annotation, too. */
static int
add_correlation(struct pf_slice *s, const struct pf_reading *r,
    const struct protobuf_field *f)
{
	static const struct span name = TEXT("correlation_id");
	struct pf_value value = {.kind = PF_UNSIGNED, .number = f->value};
	int damaged = 0;

	if (f->type == PROTOBUF_BYTES)
		damaged = pf_value_own(s, &value, f->bytes);
	if (damaged < 0)
		return -1;
	pf_slice_say(s, pf_column_rank(name), &value);
	return r->all && pf_put_arg_value(s, name, &value) ? -1 : damaged;
}

/* The first name counts that has a text. */
static void
add_name(struct pf_slice *s, const struct pf_reading *r, uint64_t iid)
{
	struct pf_interned_text name =
	    pf_interned(r->interned, PERFETTO_INTERNED_NAME, iid);

	if (s->name.kind == PF_NOTHING)
		s->name = pf_value_known(name.text);
}

/* Nor does a second number of a flow. */
static void
add_flow(struct pf_slice *s, uint64_t number)
{
	if (s->flow.kind == PF_NOTHING)
		s->flow =
		    (struct pf_value){.kind = PF_UNSIGNED, .number = number};
}

/* What old events have beside their phase. */
static void
add_legacy(struct pf_slice *s, const struct pf_reading *r, struct span message)
{
	struct protobuf_field f;

	while (protobuf_next(&message, &f) == 1)
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

/* What few events have. */
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
