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
	s->name = s->category = s->flow = (struct pf_range){0};
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

/* The name that an annotation has in its message. */
static struct pf_interned_text
find_key(const struct pf_reading *r, struct span message)
{
	struct protobuf_field f;

	while (protobuf_next(&message, &f) == 1) {
		if (f.number == PERFETTO_ANNOTATION_KEY)
			return pf_interned(
			    r->interned, PERFETTO_INTERNED_KEY, f.value);
		if (f.number == PERFETTO_ANNOTATION_KEY_TEXT)
			return (struct pf_interned_text){
			    f.bytes, pf_column_rank(f.bytes)};
	}
	return (struct pf_interned_text){{0}, PF_NO_COLUMN};
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

/* One of a list: its name is that of the list, and its number. */
static int
add_element(struct pf_slice *s, const struct pf_reading *r, struct span message,
    struct pf_range key, size_t number, int depth)
{
	struct pf_range name = {0};

	if (add_copy(s, &name, key) || add_format(s, &name, "[%zu]", number))
		return -1;
	return add_annotation(s, r, message, name, depth);
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
	name = find_key(r, message);
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
pf_slice_category(struct pf_slice *s, struct span category)
{
	return add_text(s, &s->category, category);
}

/* What a counter counts is its argument `value`. */
static int
add_count(struct pf_slice *s, const struct protobuf_field *f)
{
	struct pf_arg a = {.rank = PF_NO_COLUMN};
	double real;

	memcpy(&real, &f->value, sizeof real);
	if (add_text(s, &a.key, span_of("value")) ||
	    (f->number == PERFETTO_EVENT_COUNT
		    ? add_number(s, &a.value, (int64_t)f->value)
		    : add_format(s, &a.value, "%.17g", real)))
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
	case PERFETTO_EVENT_COUNT:
	case PERFETTO_EVENT_MEASURE:
		return add_count(s, f);
	case PERFETTO_EVENT_FLOW:
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
