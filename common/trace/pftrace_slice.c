#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/protobuf.h"
#include "common/trace/pftrace_slice.h"

enum {
	DEPTH = 16,         /* of annotations within annotations */
	TEXT_MAX = 16 << 20 /* where names of names would grow without end */
};

void
pf_slice_clear(struct pf_slice *s)
{
	s->text.n = 0;
	s->nargs = 0;
	s->name = s->categories = s->flow = (struct pf_range){0};
}

void
pf_slice_free(struct pf_slice *s)
{
	buf_free(&s->text);
	free(s->args);
	free(s);
}

struct span
pf_text(const struct pf_slice *s, struct pf_range r)
{
	return (struct span){s->text.p + r.at, r.n};
}

struct span
pf_arg(const struct pf_slice *s, struct span name)
{
	for (size_t i = s->nargs; i-- > 0;)
		if (span_equal(pf_text(s, s->args[i].key), name))
			return pf_text(s, s->args[i].value);
	return (struct span){0};
}

/* What an event is read with. */
struct reading {
	struct pf_slice *slice;
	struct pf_state *state;
	uint64_t sequence;
};

/* Appends to the text; `r` is where it stands, and grows. */
static int
add_text(struct pf_slice *s, struct pf_range *r, struct span text)
{
	if (r->n == 0)
		r->at = s->text.n;
	r->n += text.n;
	return text.n ? buf_add(&s->text, text.p, text.n) : 0;
}

__attribute__((format(printf, 3, 4))) static int
add_format(struct pf_slice *s, struct pf_range *r, const char *format, ...)
{
	char text[64];
	va_list ap;
	int n;

	va_start(ap, format);
	n = vsnprintf(text, sizeof text, format, ap);
	va_end(ap);
	return add_text(s, r, (struct span){text, (size_t)n});
}

/* Appends a copy of what stands in the text already. */
static int
add_copy(struct pf_slice *s, struct pf_range *r, struct pf_range from)
{
	if (buf_reserve(&s->text, from.n))
		return -1;
	return add_text(s, r, pf_text(s, from));
}

/* The value of an annotation: 1, 0 if the field is none, -1: no memory. */
static int
add_value(const struct reading *r, const struct protobuf_field *f,
    struct pf_range *value)
{
	struct pf_slice *s = r->slice;
	double real;
	int rc = 0;

	switch (f->number) {
	case PERFETTO_ANNOTATION_BOOL:
		rc = add_format(s, value, f->value ? "true" : "false");
		break;
	case PERFETTO_ANNOTATION_UNSIGNED:
		rc = add_format(s, value, "%" PRIu64, f->value);
		break;
	case PERFETTO_ANNOTATION_INTEGER:
		rc = add_format(s, value, "%" PRId64, (int64_t)f->value);
		break;
	case PERFETTO_ANNOTATION_DOUBLE:
		memcpy(&real, &f->value, sizeof real);
		rc = add_format(s, value, "%.17g", real);
		break;
	case PERFETTO_ANNOTATION_POINTER:
		rc = add_format(s, value, "0x%" PRIx64, f->value);
		break;
	case PERFETTO_ANNOTATION_TEXT:
		rc = add_text(s, value, f->bytes);
		break;
	case PERFETTO_ANNOTATION_VALUE:
		rc = add_text(s, value,
		    pf_interned(r->state, r->sequence, PERFETTO_INTERNED_VALUE,
			f->value));
		break;
	default:
		return 0;
	}
	return rc ? -1 : 1;
}

/* The name of an annotation behind that of the one it is in. */
static int
add_key(const struct reading *r, struct span message, struct pf_range prefix,
    struct pf_range *key)
{
	struct span name = {0};
	struct protobuf_field f;
	int got;

	while ((got = protobuf_next(&message, &f)) == 1) {
		if (f.number == PERFETTO_ANNOTATION_KEY)
			name = pf_interned(r->state, r->sequence,
			    PERFETTO_INTERNED_KEY, f.value);
		else if (f.number == PERFETTO_ANNOTATION_KEY_TEXT)
			name = f.bytes;
	}
	if (add_copy(r->slice, key, prefix) ||
	    (prefix.n && name.n && add_text(r->slice, key, span_of("."))) ||
	    add_text(r->slice, key, name))
		return -1;
	return got < 0;
}

static int add_annotation(
    const struct reading *, struct span, struct pf_range prefix, int depth);

/* One of a list: its name is that of the list, and its number. */
static int
add_element(const struct reading *r, struct span message, struct pf_range key,
    size_t number, int depth)
{
	struct pf_range name = {0};

	if (add_copy(r->slice, &name, key) ||
	    add_format(r->slice, &name, "[%zu]", number))
		return -1;
	return add_annotation(r, message, name, depth);
}

/* Returns 0, 1: damaged, -1: no memory. */
static int
add_annotation(const struct reading *r, struct span message,
    struct pf_range prefix, int depth)
{
	struct pf_slice *s = r->slice;
	struct pf_range key = {0}, value = {0};
	struct protobuf_field f;
	size_t elements = 0;
	int rc = depth > DEPTH || s->text.n > TEXT_MAX
	    ? 1
	    : add_key(r, message, prefix, &key);

	while (rc == 0 && protobuf_next(&message, &f) == 1) {
		if (f.number == PERFETTO_ANNOTATION_DICT) {
			rc = add_annotation(r, f.bytes, key, depth + 1);
		} else if (f.number == PERFETTO_ANNOTATION_ARRAY) {
			rc =
			    add_element(r, f.bytes, key, elements++, depth + 1);
		} else {
			rc = add_value(r, &f, &value);
			if (rc > 0)
				rc = ARRAY_PUSH(s->args, s->nargs, &s->cap,
				    (struct pf_arg){key, value});
			value = (struct pf_range){0};
		}
	}
	return rc;
}

int
pf_slice_name(struct pf_slice *s, const char *event, struct span name)
{
	struct pf_range key = {0}, value = {0};

	if (add_text(s, &s->name, span_of(event)) ||
	    add_text(s, &key, span_of("name")) || add_text(s, &value, name))
		return -1;
	return ARRAY_PUSH(
	    s->args, s->nargs, &s->cap, (struct pf_arg){key, value});
}

/* Categories are joined by commas. */
static int
add_category(const struct reading *r, struct span category)
{
	struct pf_slice *s = r->slice;

	if (s->categories.n && add_text(s, &s->categories, span_of(",")))
		return -1;
	return add_text(s, &s->categories, category);
}

static int
add_category_field(const struct reading *r, const struct protobuf_field *f)
{
	return add_category(r,
	    f->number == PERFETTO_EVENT_CATEGORY_TEXT
		? f->bytes
		: pf_interned(r->state, r->sequence, PERFETTO_INTERNED_CATEGORY,
		      f->value));
}

/* What a counter counts is its argument `value`. */
static int
add_count(struct pf_slice *s, const struct protobuf_field *f)
{
	struct pf_range key = {0}, value = {0};
	double real;

	memcpy(&real, &f->value, sizeof real);
	if (add_text(s, &key, span_of("value")) ||
	    (f->number == PERFETTO_EVENT_COUNT
		    ? add_format(s, &value, "%" PRId64, (int64_t)f->value)
		    : add_format(s, &value, "%.17g", real)))
		return -1;
	return ARRAY_PUSH(
	    s->args, s->nargs, &s->cap, (struct pf_arg){key, value});
}

static int
add_field(const struct reading *r, const struct protobuf_field *f)
{
	struct pf_slice *s = r->slice;

	switch (f->number) {
	case PERFETTO_EVENT_NAME_TEXT:
		return s->name.n ? 0 : add_text(s, &s->name, f->bytes);
	case PERFETTO_EVENT_NAME:
		return s->name.n ? 0
				 : add_text(s, &s->name,
				       pf_interned(r->state, r->sequence,
					   PERFETTO_INTERNED_NAME, f->value));
	case PERFETTO_EVENT_ANNOTATION:
		return add_annotation(r, f->bytes, (struct pf_range){0}, 0);
	case PERFETTO_EVENT_COUNT:
	case PERFETTO_EVENT_MEASURE:
		return add_count(s, f);
	case PERFETTO_EVENT_FLOW:
		return s->flow.n
		    ? 0
		    : add_format(s, &s->flow, "%" PRIu64, f->value);
	}
	return 0;
}

/* Categories are read apart: they must lie together in the text. */
static int
add_categories(const struct reading *r, struct span event)
{
	struct protobuf_field f;
	int rc = 0;

	while (rc == 0 && protobuf_next(&event, &f) == 1)
		if (f.number == PERFETTO_EVENT_CATEGORY ||
		    f.number == PERFETTO_EVENT_CATEGORY_TEXT)
			rc = add_category_field(r, &f);
	return rc;
}

int
pf_slice_add(struct pf_slice *s, struct pf_state *state, uint64_t sequence,
    struct span event)
{
	struct reading r = {s, state, sequence};
	struct protobuf_field f;
	int got = 0, rc = 0;

	if (s->categories.n == 0)
		rc = add_categories(&r, event);
	while (rc == 0 && (got = protobuf_next(&event, &f)) == 1)
		rc = add_field(&r, &f);
	return rc ? rc : got < 0;
}
