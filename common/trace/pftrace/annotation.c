#include <inttypes.h>

#include "common/bytes/protobuf.h"
#include "common/trace/pftrace/slice.h"

enum {
	DEPTH = 16,          /* of annotations within annotations */
	TEXT_MAX = 16 << 20, /* where names of names would grow without end */
	DAMAGED = 2
};

/*
 * The value of an annotation: 1, DAMAGED if it has a NUL, 0 if the field is
 * none.
 */
static int
read_value(struct pf_slice *s, const struct pf_reading *r,
    const struct protobuf_field *f, struct pf_value *value)
{
	double real;

	*value = (struct pf_value){.kind = PF_OWN};
	switch (f->number) {
	case PERFETTO_ANNOTATION_UNSIGNED:
		*value = (struct pf_value){PF_UNSIGNED, {.number = f->value}};
		break;
	case PERFETTO_ANNOTATION_INTEGER:
		*value = (struct pf_value){PF_SIGNED, {.number = f->value}};
		break;
	case PERFETTO_ANNOTATION_VALUE:
		*value = pf_value_known(
		    pf_reading_text(r, PERFETTO_INTERNED_VALUE, f->value).text);
		break;
	case PERFETTO_ANNOTATION_TEXT:
	case PERFETTO_ANNOTATION_JSON:
		return pf_value_own(s, value, f->bytes) ? DAMAGED : 1;
	case PERFETTO_ANNOTATION_BOOL:
		*value = pf_value_known(span_of(f->value ? "true" : "false"));
		break;
	case PERFETTO_ANNOTATION_DOUBLE:
		memcpy(&real, &f->value, sizeof real);
		pf_put_format(s, &value->own, "%.17g", real);
		break;
	case PERFETTO_ANNOTATION_POINTER:
		pf_put_format(s, &value->own, "0x%" PRIx64, f->value);
		break;
	default:
		return 0;
	}
	return 1;
}

/* An annotation or one in it, whose name is known. */
struct named {
	struct pf_range key;
	unsigned rank; /* as pf_column_rank */
};

/* Adds the value that a field may be. Returns 0, 1: damaged. */
static int
add_value(struct pf_slice *s, const struct pf_reading *r,
    const struct protobuf_field *f, const struct named *named)
{
	struct pf_arg a = {.key = named->key};
	struct pf_value value;
	int got = read_value(s, r, f, &value);

	if (!got)
		return 0;
	pf_slice_say(s, named->rank, &value);
	if (r->all) {
		pf_put_value(s, &a.value, &value);
		pf_put_arg(s, &a);
	}
	return got == DAMAGED;
}

/* The name that an annotation has in its message. */
static struct pf_interned_text
find_key(const struct pf_reading *r, struct protobuf_reader m)
{
	struct span text;
	uint32_t tag;

	while ((tag = protobuf_tag(&m)))
		switch (tag) {
		case PROTOBUF_VALUE(PERFETTO_ANNOTATION_KEY):
			return pf_reading_text(
			    r, PERFETTO_INTERNED_KEY, protobuf_value(&m));
		case PROTOBUF_MESSAGE(PERFETTO_ANNOTATION_KEY_TEXT):
			text = protobuf_message(&m);
			return (struct pf_interned_text){
			    text, pf_column_rank(text), GROUP_OTHER};
		default:
			protobuf_skip(&m, tag);
		}
	return pf_interned_nothing;
}

/* The same; most begin with a number for it, and the rest is left. */
static inline struct pf_interned_text
take_key(const struct pf_reading *r, struct protobuf_reader *m)
{
	const char *at = m->p;

	if (protobuf_tag(m) == PROTOBUF_VALUE(PERFETTO_ANNOTATION_KEY))
		return pf_reading_text(
		    r, PERFETTO_INTERNED_KEY, protobuf_value(m));
	m->p = at;
	return find_key(r, *m);
}

/* The name of an annotation after that of the one it is in. */
static void
add_key(struct pf_slice *s, struct pf_range prefix, struct span name,
    struct pf_range *key)
{
	pf_put_copy(s, key, prefix);
	if (prefix.n && name.n)
		pf_put_text(s, key, span_of("."));
	pf_put_text(s, key, name);
}

static int add_annotation(struct pf_slice *, const struct pf_reading *,
    struct span, struct pf_range prefix, int depth);

/* The name of one of a list: that of the list, and its number. */
static void
add_element_key(struct pf_slice *s, struct pf_range list, size_t number,
    struct pf_range *key)
{
	pf_put_copy(s, key, list);
	pf_put_format(s, key, "[%zu]", number);
}

/* The next of a dictionary's keys, which stand beside its entries. */
static struct span
next_key(struct span *keys)
{
	struct protobuf_field f;

	while (protobuf_next(keys, &f))
		if (f.number == PERFETTO_NESTED_KEY)
			return f.bytes;
	return (struct span){0};
}

/* The number that an annotation has for a value of that kind; 0: none. */
static uint32_t
value_number(uint32_t nested)
{
	static const unsigned char number[] = {
	    [PERFETTO_NESTED_INTEGER] = PERFETTO_ANNOTATION_INTEGER,
	    [PERFETTO_NESTED_DOUBLE] = PERFETTO_ANNOTATION_DOUBLE,
	    [PERFETTO_NESTED_BOOL] = PERFETTO_ANNOTATION_BOOL,
	    [PERFETTO_NESTED_TEXT] = PERFETTO_ANNOTATION_TEXT};

	return nested < sizeof number ? number[nested] : 0;
}

/* A value as old writers nested them. */
static int
add_nested(struct pf_slice *s, const struct pf_reading *r, struct span message,
    const struct named *named, int depth)
{
	struct span keys = message;
	struct protobuf_field f;
	size_t elements = 0;
	int rc = 0;

	if (depth > DEPTH || s->text.n > TEXT_MAX)
		return 1;
	while (rc == 0 && protobuf_next(&message, &f)) {
		struct named inner = {.rank = PF_NO_COLUMN};

		if (f.number == PERFETTO_NESTED_ENTRY)
			add_key(s, named->key, next_key(&keys), &inner.key);
		else if (f.number == PERFETTO_NESTED_ELEMENT)
			add_element_key(s, named->key, elements++, &inner.key);
		if (inner.key.n) {
			rc = r->all
			    ? add_nested(s, r, f.bytes, &inner, depth + 1)
			    : 0;
			continue;
		}
		f.number = value_number(f.number);
		rc = add_value(s, r, &f, named);
	}
	return rc ? rc : message.n > 0;
}

/* The values of an annotation whose name is known. */
static int
add_values(struct pf_slice *s, const struct pf_reading *r,
    struct protobuf_reader m, const struct named *named, int depth)
{
	size_t elements = 0;
	uint32_t tag;
	int rc = 0;

	while (rc == 0 && (tag = protobuf_tag(&m))) {
		struct protobuf_field f = protobuf_field(&m, tag);
		struct pf_range name = {0};

		if (m.damaged)
			break;
		switch (f.number) {
		case PERFETTO_ANNOTATION_DICT:
			rc = add_annotation(
			    s, r, f.bytes, named->key, depth + 1);
			break;
		case PERFETTO_ANNOTATION_ARRAY:
			add_element_key(s, named->key, elements++, &name);
			rc = add_annotation(s, r, f.bytes, name, depth + 1);
			break;
		case PERFETTO_ANNOTATION_NESTED:
			rc = add_nested(s, r, f.bytes, named, depth);
			break;
		default:
			rc = add_value(s, r, &f, named);
		}
	}
	return rc ? rc : m.damaged;
}

/* Returns 0, 1: damaged. */
static int
add_annotation(struct pf_slice *s, const struct pf_reading *r,
    struct span message, struct pf_range prefix, int depth)
{
	struct protobuf_reader m = protobuf_read(message);
	struct pf_interned_text name;
	struct named named = {.rank = PF_NO_COLUMN};

	if (depth > DEPTH || s->text.n > TEXT_MAX)
		return 1;
	name = take_key(r, &m);
	if (name.rank == PF_NO_COLUMN && span_holds(name.text, 0))
		return 1;
	if (!r->all && (name.rank == PF_NO_COLUMN || depth))
		return 0;
	if (depth == 0)
		named.rank = name.rank;
	if (r->all) /* else the rank alone tells the column */
		add_key(s, prefix, name.text, &named.key);
	return add_values(s, r, m, &named, depth);
}

int
pf_annotation_add(
    struct pf_slice *s, const struct pf_reading *r, struct span message)
{
	return add_annotation(s, r, message, (struct pf_range){0}, 0);
}
