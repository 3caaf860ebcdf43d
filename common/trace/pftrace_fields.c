#include "common/trace/pftrace_fields.h"
#include "common/bytes/protobuf.h"

int
pf_fields_categories(
    struct pf_slice *s, const struct pf_interned *in, struct span event)
{
	struct pf_arg a = {.rank = PF_NO_COLUMN};
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
	return pf_put_arg(s, &a);
}

/* What ties it to others is an argument, too. */
static int
add_correlation(struct pf_slice *s, const struct protobuf_field *f)
{
	static const struct span name = TEXT("correlation_id");
	struct pf_arg a = {.rank = pf_column_rank(name)};

	if (pf_put_text(s, &a.key, name) ||
	    (f->type == PROTOBUF_BYTES
		    ? pf_put_text(s, &a.value, f->bytes)
		    : pf_put_unsigned(s, &a.value, f->value)))
		return -1;
	return pf_put_arg(s, &a);
}

/* The first name counts. */
static int
add_name(struct pf_slice *s, const struct pf_reading *r, uint64_t iid)
{
	struct pf_interned_text name =
	    pf_interned(r->interned, PERFETTO_INTERNED_NAME, iid);

	return s->name.n ? 0 : pf_put_text(s, &s->name, name.text);
}

/* What old events have beside their phase. */
static int
add_legacy(struct pf_slice *s, const struct pf_reading *r, struct span message)
{
	struct protobuf_field f;
	int rc = 0;

	while (rc == 0 && protobuf_next(&message, &f) == 1)
		switch (f.number) {
		case PERFETTO_LEGACY_NAME:
			rc = add_name(s, r, f.value);
			break;
		case PERFETTO_LEGACY_ID:
		case PERFETTO_LEGACY_LOCAL_ID:
		case PERFETTO_LEGACY_GLOBAL_ID:
			rc = s->flow.n ? 0
				       : pf_put_unsigned(s, &s->flow, f.value);
			break;
		}
	return rc;
}

static int
add_field(struct pf_slice *s, const struct pf_reading *r,
    const struct protobuf_field *f)
{
	switch (f->number) {
	case PERFETTO_EVENT_NAME_TEXT:
		return s->name.n ? 0 : pf_put_text(s, &s->name, f->bytes);
	case PERFETTO_EVENT_NAME:
		return add_name(s, r, f->value);
	case PERFETTO_EVENT_LEGACY:
		return add_legacy(s, r, f->bytes);
	case PERFETTO_EVENT_ANNOTATION:
		return pf_annotation_add(s, r, f->bytes);
	case PERFETTO_EVENT_CORRELATION:
	case PERFETTO_EVENT_CORRELATION_TEXT:
		return add_correlation(s, f);
	case PERFETTO_EVENT_FLOW:
	case PERFETTO_EVENT_FLOW_END:
	case PERFETTO_EVENT_OLD_FLOW:
	case PERFETTO_EVENT_OLD_FLOW_END:
		return s->flow.n ? 0 : pf_put_unsigned(s, &s->flow, f->value);
	}
	return 0;
}

int
pf_fields_add(struct pf_slice *s, const struct pf_reading *r, struct span event)
{
	struct protobuf_field f;
	int got = 0, rc = 0;

	while (rc == 0 && (got = protobuf_next(&event, &f)) == 1)
		rc = add_field(s, r, &f);
	return rc ? rc : got < 0;
}
