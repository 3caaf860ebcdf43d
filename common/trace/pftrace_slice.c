#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/fixed.h"
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
	s->passed = false;
	s->name = s->flow = (struct pf_range){0};
	s->category = pf_interned_nothing;
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
	return r.n ? (struct span){s->text.p + r.at, r.n} : (struct span){0};
}

struct span
pf_arg(const struct pf_slice *s, struct span name)
{
	for (size_t i = s->nargs; i-- > 0;)
		if (span_equal(pf_text(s, s->args[i].key), name))
			return pf_text(s, s->args[i].value);
	return (struct span){0};
}

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

static int
add_unsigned(struct pf_slice *s, struct pf_range *r, uint64_t value)
{
	char text[FIXED_MAX];

	return add_text(s, r,
	    (struct span){text, (size_t)(fixed_digits(text, value) - text)});
}

static int
add_number(struct pf_slice *s, struct pf_range *r, int64_t value)
{
	char text[FIXED_MAX];

	return add_text(
	    s, r, (struct span){text, fixed_print_int(text, value)});
}

static int
add_arg(struct pf_slice *s, const struct pf_arg *a)
{
	return ARRAY_PUSH(s->args, s->nargs, &s->cap, *a);
}

/* The value of an annotation: 1, 0 if the field is none, -1: no memory. */
static int
add_value(struct pf_slice *s, const struct pf_reading *r,
    const struct protobuf_field *f, struct pf_range *value)
{
	double real;
	int rc = 0;

	switch (f->number) {
	case PERFETTO_ANNOTATION_BOOL:
		rc = add_text(s, value, span_of(f->value ? "true" : "false"));
		break;
	case PERFETTO_ANNOTATION_UNSIGNED:
		rc = add_unsigned(s, value, f->value);
		break;
	case PERFETTO_ANNOTATION_INTEGER:
		rc = add_number(s, value, (int64_t)f->value);
		break;
	case PERFETTO_ANNOTATION_DOUBLE:
		memcpy(&real, &f->value, sizeof real);
		rc = add_format(s, value, "%.17g", real);
		break;
	case PERFETTO_ANNOTATION_POINTER:
		rc = add_format(s, value, "0x%" PRIx64, f->value);
		break;
	case PERFETTO_ANNOTATION_TEXT:
	case PERFETTO_ANNOTATION_JSON:
		rc = add_text(s, value, f->bytes);
		break;
	case PERFETTO_ANNOTATION_VALUE:
		rc = add_text(s, value,
		    pf_interned(r->interned, PERFETTO_INTERNED_VALUE, f->value)
			.text);
		break;
	default:
		return 0;
	}
	return rc ? -1 : 1;
}

/* The name that an annotation has in its message, which mostly begins with it:
 * then the rest of the message is left. */
static struct pf_interned_text
take_key(const struct pf_reading *r, struct span *message)
{
	struct span rest = *message;
	struct protobuf_field f;

	for (bool first = true; protobuf_next(&rest, &f) == 1; first = false) {
		if (f.number != PERFETTO_ANNOTATION_KEY &&
		    f.number != PERFETTO_ANNOTATION_KEY_TEXT)
			continue;
		if (first)
			*message = rest;
		if (f.number == PERFETTO_ANNOTATION_KEY)
			return pf_interned(
			    r->interned, PERFETTO_INTERNED_KEY, f.value);
		return (struct pf_interned_text){
		    f.bytes, pf_column_rank(f.bytes), GROUP_OTHER};
	}
	return pf_interned_nothing;
}

/* The name of an annotation after that of the one it is in. */
static int
add_key(struct pf_slice *s, struct pf_range prefix, struct span name,
    struct pf_range *key)
{
	return add_copy(s, key, prefix) ||
	    (prefix.n && name.n && add_text(s, key, span_of("."))) ||
	    add_text(s, key, name);
}

static int add_annotation(struct pf_slice *, const struct pf_reading *,
    struct span, struct pf_range prefix, int depth);

/* The name of one of a list: that of the list, and its number. */
static int
add_element_key(struct pf_slice *s, struct pf_range list, size_t number,
    struct pf_range *key)
{
	return add_copy(s, key, list) || add_format(s, key, "[%zu]", number);
}

static int
add_element(struct pf_slice *s, const struct pf_reading *r, struct span message,
    struct pf_range list, size_t number, int depth)
{
	struct pf_range name = {0};

	if (add_element_key(s, list, number, &name))
		return -1;
	return add_annotation(s, r, message, name, depth);
}

/* The next of a dictionary's keys, which stand beside its entries. */
static struct span
next_key(struct span *keys)
{
	struct protobuf_field f;

	while (protobuf_next(keys, &f) == 1)
		if (f.number == PERFETTO_NESTED_KEY)
			return f.bytes;
	return (struct span){0};
}

/* The number that an annotation has for a value of that kind; 0: none. */
static uint32_t
value_number(uint32_t nested)
{
	switch (nested) {
	case PERFETTO_NESTED_INTEGER:
		return PERFETTO_ANNOTATION_INTEGER;
	case PERFETTO_NESTED_DOUBLE:
		return PERFETTO_ANNOTATION_DOUBLE;
	case PERFETTO_NESTED_BOOL:
		return PERFETTO_ANNOTATION_BOOL;
	case PERFETTO_NESTED_TEXT:
		return PERFETTO_ANNOTATION_TEXT;
	}
	return 0;
}

/* A value as old writers nested them. */
static int
add_nested(struct pf_slice *s, const struct pf_reading *r, struct span message,
    const struct pf_arg *named, int depth)
{
	struct pf_arg inner = {.rank = PF_NO_COLUMN};
	struct span keys = message;
	struct protobuf_field f;
	size_t elements = 0;
	int got = 0, rc = 0;

	if (depth > DEPTH || s->text.n > TEXT_MAX)
		return 1;
	while (rc == 0 && (got = protobuf_next(&message, &f)) == 1) {
		struct pf_arg a = *named;

		inner.key = (struct pf_range){0};
		if (f.number == PERFETTO_NESTED_ENTRY)
			rc = add_key(s, a.key, next_key(&keys), &inner.key);
		else if (f.number == PERFETTO_NESTED_ELEMENT)
			rc = add_element_key(s, a.key, elements++, &inner.key);
		if (rc == 0 && inner.key.n) {
			rc = r->all
			    ? add_nested(s, r, f.bytes, &inner, depth + 1)
			    : 0;
			continue;
		}
		f.number = value_number(f.number);
		if (rc == 0 && (rc = add_value(s, r, &f, &a.value)) > 0)
			rc = add_arg(s, &a);
	}
	return rc ? rc : got < 0;
}

/* The values of an annotation whose name is known. */
static int
add_values(struct pf_slice *s, const struct pf_reading *r, struct span message,
    const struct pf_arg *named, int depth)
{
	struct protobuf_field f;
	size_t elements = 0;
	int got = 0, rc = 0;

	while (rc == 0 && (got = protobuf_next(&message, &f)) == 1) {
		struct pf_arg a = *named;

		if (f.number == PERFETTO_ANNOTATION_DICT) {
			rc = add_annotation(s, r, f.bytes, a.key, depth + 1);
		} else if (f.number == PERFETTO_ANNOTATION_ARRAY) {
			rc = add_element(
			    s, r, f.bytes, a.key, elements++, depth + 1);
		} else if (f.number == PERFETTO_ANNOTATION_NESTED) {
			rc = add_nested(s, r, f.bytes, &a, depth);
		} else {
			rc = add_value(s, r, &f, &a.value);
			if (rc > 0)
				rc = add_arg(s, &a);
		}
	}
	return rc ? rc : got < 0;
}

/* Returns 0, 1: damaged, -1: no memory. */
static int
add_annotation(struct pf_slice *s, const struct pf_reading *r,
    struct span message, struct pf_range prefix, int depth)
{
	struct pf_interned_text name;
	struct pf_arg a = {0};

	if (depth > DEPTH || s->text.n > TEXT_MAX)
		return 1;
	name = take_key(r, &message);
	if (!r->all && (name.rank == PF_NO_COLUMN || depth))
		return 0;
	a.rank = depth ? PF_NO_COLUMN : name.rank;
	if (r->all && add_key(s, prefix, name.text, &a.key))
		return -1; /* the rank alone tells the column */
	return add_values(s, r, message, &a, depth);
}

int
pf_slice_name(struct pf_slice *s, const char *event, struct span name)
{
	struct pf_arg a = {.rank = PF_NO_COLUMN};

	if (add_text(s, &s->name, span_of(event)) ||
	    add_text(s, &a.key, span_of("name")) || add_text(s, &a.value, name))
		return -1;
	return add_arg(s, &a);
}

int
pf_slice_count(struct pf_slice *s, const struct pf_count *count)
{
	struct pf_arg a = {.rank = PF_NO_COLUMN};

	if (count->kind == PF_COUNT_NONE)
		return 0;
	if (add_text(s, &a.key, span_of("value")) ||
	    (count->kind == PF_COUNT_WHOLE
		    ? add_number(s, &a.value, count->whole)
		    : add_format(s, &a.value, "%.17g", count->real)))
		return -1;
	return add_arg(s, &a);
}

/* What ties it to others is an argument, too. */
static int
add_correlation(struct pf_slice *s, const struct protobuf_field *f)
{
	static const struct span name = TEXT("correlation_id");
	struct pf_arg a = {.rank = pf_column_rank(name)};

	if (add_text(s, &a.key, name) ||
	    (f->type == PROTOBUF_BYTES
		    ? add_text(s, &a.value, f->bytes)
		    : add_unsigned(s, &a.value, f->value)))
		return -1;
	return add_arg(s, &a);
}

static int
add_field(struct pf_slice *s, const struct pf_reading *r,
    const struct protobuf_field *f)
{
	switch (f->number) {
	case PERFETTO_EVENT_NAME_TEXT:
		return s->name.n ? 0 : add_text(s, &s->name, f->bytes);
	case PERFETTO_EVENT_NAME:
		return s->name.n ? 0
				 : add_text(s, &s->name,
				       pf_interned(r->interned,
					   PERFETTO_INTERNED_NAME, f->value)
					   .text);
	case PERFETTO_EVENT_ANNOTATION:
		return add_annotation(s, r, f->bytes, (struct pf_range){0}, 0);
	case PERFETTO_EVENT_CORRELATION:
	case PERFETTO_EVENT_CORRELATION_TEXT:
		return add_correlation(s, f);
	case PERFETTO_EVENT_FLOW:
	case PERFETTO_EVENT_FLOW_END:
	case PERFETTO_EVENT_OLD_FLOW:
	case PERFETTO_EVENT_OLD_FLOW_END:
		return s->flow.n ? 0 : add_unsigned(s, &s->flow, f->value);
	}
	return 0;
}

int
pf_slice_add(struct pf_slice *s, const struct pf_reading *r, struct span event)
{
	struct protobuf_field f;
	int got = 0, rc = 0;

	while (rc == 0 && (got = protobuf_next(&event, &f)) == 1)
		rc = add_field(s, r, &f);
	return rc ? rc : got < 0;
}
