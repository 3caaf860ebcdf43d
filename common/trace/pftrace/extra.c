#include "common/trace/pftrace/extra.h"
#include "common/bytes/little.h"

/* The next number of a field, which has one or, packed, several: 1, or 0. */
static int
next_number(struct protobuf_field *f, uint64_t *number)
{
	if (f->type == PROTOBUF_BYTES)
		return protobuf_varint(&f->bytes, number);
	*number = f->value;
	f->type = PROTOBUF_BYTES; /* of which no more come */
	return 1;
}

static int
next_double(struct protobuf_field *f, uint64_t *bits)
{
	if (f->type != PROTOBUF_BYTES)
		return next_number(f, bits);
	if (f->bytes.n < 8)
		return 0;
	*bits = little64((const unsigned char *)f->bytes.p);
	f->bytes = span_cut(f->bytes, 8, f->bytes.n);
	return 1;
}

int
pf_extra_track(struct pf_extra_tracks *t, const struct protobuf_field *field)
{
	bool measure = field->number == PERFETTO_EVENT_MEASURE_TRACK;
	uint64_t *id = measure ? t->measure : t->count, uuid;
	size_t *n = measure ? &t->measures : &t->counts;
	struct protobuf_field f = *field;

	if (!measure && f.number != PERFETTO_EVENT_COUNT_TRACK)
		return 0;
	while (next_number(&f, &uuid)) {
		if (*n == PF_EXTRA_TRACKS)
			return 1;
		id[(*n)++] = uuid;
	}
	return 0;
}

static int
add_counts(struct pf_extras *x, const uint64_t *id, size_t n, size_t *at,
    struct protobuf_field f)
{
	uint64_t v;

	while (next_number(&f, &v)) {
		if (*at == n)
			return 1;
		x->value[x->n++] = (struct pf_extra){
		    id[(*at)++], {.kind = PF_COUNT_WHOLE, .whole = (int64_t)v}};
	}
	return 0;
}

static int
add_measures(struct pf_extras *x, const uint64_t *id, size_t n, size_t *at,
    struct protobuf_field f)
{
	uint64_t bits;

	while (next_double(&f, &bits)) {
		struct pf_extra *e = &x->value[x->n];

		if (*at == n)
			return 1;
		*e = (struct pf_extra){id[(*at)++], {.kind = PF_COUNT_REAL}};
		memcpy(&e->count.real, &bits, sizeof bits);
		x->n++;
	}
	return 0;
}

int
pf_extras_read(struct pf_extras *x, struct span event,
    const struct pf_extra_tracks *defaults)
{
	struct pf_extra_tracks said = {0}, t;
	struct span rest = event;
	struct protobuf_field f;
	size_t counts = 0, measures = 0;
	int damaged = 0;

	while (protobuf_next(&rest, &f) == 1)
		damaged |= pf_extra_track(&said, &f);
	t = *defaults;
	if (said.counts) {
		memcpy(t.count, said.count, sizeof t.count);
		t.counts = said.counts;
	}
	if (said.measures) {
		memcpy(t.measure, said.measure, sizeof t.measure);
		t.measures = said.measures;
	}
	x->n = x->at = 0;
	while (protobuf_next(&event, &f) == 1)
		if (f.number == PERFETTO_EVENT_EXTRA_COUNT)
			damaged |= add_counts(x, t.count, t.counts, &counts, f);
		else if (f.number == PERFETTO_EVENT_EXTRA_MEASURE)
			damaged |= add_measures(
			    x, t.measure, t.measures, &measures, f);
	return damaged;
}
