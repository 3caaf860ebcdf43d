#include "tools/trace-replay/fit_arguments.h"
#include "common/bytes/fixed.h"
#include "common/bytes/number.h"
#include "common/meaning/bracket_list.h"
#include "common/meaning/dtype.h"
#include "tools/trace-replay/schema.h"

/* The record of one argument. */
struct one {
	struct span sizes, type, strides, value;
};

static bool
is_whole(struct span text)
{
	int64_t n;

	return fixed_parse_int(text, &n) == 0;
}

/* A number of C++: as JSON has it, or with nothing after its point. */
static bool
is_number(struct span text)
{
	struct span head = text;

	if (number_is(text) || span_is_among(text, "inf -inf nan -nan"))
		return true;
	for (size_t i = 0; i < text.n; i++)
		if (text.p[i] == '.') {
			head.n = i;
			return number_is(head) &&
			    (i + 1 == text.n || text.p[i + 1] == 'e');
		}
	return false;
}

static bool
is_bool(struct span text)
{
	return span_is_among(text, "True False true false");
}

/* Whether a text is a value of this kind, which is one of numbers or bool. */
static bool
is_value(enum value_kind kind, bool whole, struct span text)
{
	if (kind == VALUE_BOOL)
		return is_bool(text);
	return whole ? is_whole(text) : is_number(text);
}

static bool
is_list_of(enum value_kind kind, bool whole, struct span list)
{
	struct span item;

	if (!bracket_list_open(&list))
		return false;
	while (bracket_list_next(&list, &item))
		if (!is_value(kind, whole, item))
			return false;
	return true;
}

int
fit_count_sizes(struct span list)
{
	struct span item;
	int n = 0;

	if (!bracket_list_open(&list))
		return -1;
	for (; bracket_list_next(&list, &item); n++)
		if (!is_whole(item) || item.p[0] == '-')
			return -1;
	return n;
}

/* Strides stand beside the sizes, one for each, or are missing. */
static enum fit_result
fit_tensor(struct value *v, const struct one *r, const struct fit_options *o)
{
	const struct dtype *type = dtype_of_tensor(r->type);
	int n = fit_count_sizes(r->sizes);

	if (!type || n < 0)
		return FIT_ARGUMENT;
	*v = (struct value){.kind = VALUE_TENSOR,
	    .word = type->torch,
	    .type = r->type,
	    .sizes = r->sizes,
	    .start = START_NORMAL};
	if (fit_count_sizes(r->strides) == n)
		v->strides = r->strides;
	if (type->real)
		return FIT_YES;
	if (o->reference)
		return FIT_ARGUMENT;
	v->start = o->index_max ? START_BELOW : START_ZEROS;
	v->bound = o->index_max;
	return FIT_YES;
}

/* Each as fit_tensor has it; their types are what the user says. */
static enum fit_result
fit_tensors(
    struct argument *out, const struct one *r, const struct fit_options *o)
{
	struct one item = {.type = o->list_type};
	struct span sizes = r->sizes, strides = r->strides;
	enum fit_result fits = FIT_LIST;
	struct value v;

	if (!o->list_type.n || o->reference ||
	    !span_is(r->type, "TensorList") || !bracket_list_open(&sizes))
		return FIT_LIST;
	if (!bracket_list_open(&strides))
		strides.n = 0;
	while (bracket_list_next(&sizes, &item.sizes)) {
		if (!bracket_list_next(&strides, &item.strides))
			item.strides.n = 0;
		fits = fit_tensor(&v, &item, o);
		if (fits != FIT_YES)
			return fits;
	}
	if (fits != FIT_YES)
		return FIT_LIST;
	v.kind = VALUE_TENSORS;
	v.sizes = r->sizes;
	v.strides = r->strides;
	out->value = v;
	out->assumed =
	    "the types of tensors in a list are those of --list-type";
	return FIT_YES;
}

/* A number or bool, or a list of them. */
static enum fit_result
fit_plain(struct value *v, const struct schema_argument *a, const struct one *r,
    enum value_kind kind, bool whole)
{
	bool single = span_is(r->type, "Scalar");

	*v = (struct value){.kind = kind, .text = r->value};
	if (!a->list)
		return single && is_value(kind, whole, r->value) ? FIT_YES
								 : FIT_ARGUMENT;
	if (single && a->sized && is_value(kind, whole, r->value))
		return FIT_YES;
	v->kind = VALUE_LIST;
	v->item = kind;
	return span_is(r->type, "ScalarList") &&
		is_list_of(kind, whole, r->value)
	    ? FIT_YES
	    : FIT_ARGUMENT;
}

/* A setting, which is recorded as its number. */
static enum fit_result
fit_word(struct value *v, const struct one *r, enum schema_kind kind,
    const struct fit_options *o)
{
	*v = (struct value){.kind = VALUE_WORD};
	if (!span_is(r->type, "Scalar") || o->reference)
		return FIT_ARGUMENT;
	v->word = torch_setting(kind, r->value);
	return v->word ? FIT_YES : FIT_ARGUMENT;
}

static bool
is_absent(const struct one *r)
{
	return r->type.n == 0 && r->value.n == 0;
}

/* Profilers do not record strings: the default is what is most likely. */
static enum fit_result
fit_text(struct argument *out, const struct schema_argument *a,
    const struct one *r, const struct fit_options *o)
{
	out->value = (struct value){.kind = VALUE_TEXT, .text = r->value};
	if (is_absent(r)) {
		if (a->otherwise.n == 0 || o->reference)
			return FIT_TEXT;
		out->assumed = "a string is not recorded: the default is taken";
		out->value.text = bracket_list_unquote(a->otherwise);
		if (span_is(a->otherwise, "None"))
			out->value.kind = VALUE_NONE;
		return FIT_YES;
	}
	return r->value.n && r->value.p[0] != '[' ? FIT_YES : FIT_ARGUMENT;
}

static enum fit_result
fit_scalar(
    struct value *v, const struct schema_argument *a, const struct one *r)
{
	if (!a->list && is_bool(r->value))
		return fit_plain(v, a, r, VALUE_BOOL, false);
	return fit_plain(v, a, r, VALUE_NUMBER, false);
}

static enum fit_result
fit_argument(struct argument *out, const struct schema_argument *a,
    const struct one *r, const struct fit_options *o)
{
	struct value *v = &out->value;

	*out = (struct argument){
	    .name = a->name, .type = a->type, .keyword = a->keyword};
	if (a->kind == SCHEMA_STR && !a->list)
		return fit_text(out, a, r, o);
	if (a->kind == SCHEMA_DEVICE && is_absent(r)) {
		*v = (struct value){.kind = VALUE_DEVICE};
		return FIT_YES;
	}
	if (a->optional && is_absent(r)) {
		*v = (struct value){.kind = VALUE_NONE};
		return FIT_YES;
	}
	switch (a->kind) {
	case SCHEMA_TENSOR:
		return a->list ? fit_tensors(out, r, o) : fit_tensor(v, r, o);
	case SCHEMA_BOOL:
		return fit_plain(v, a, r, VALUE_BOOL, false);
	case SCHEMA_INT:
		return fit_plain(v, a, r, VALUE_NUMBER, true);
	case SCHEMA_FLOAT:
		return fit_plain(v, a, r, VALUE_REAL, false);
	case SCHEMA_SCALAR:
		return fit_scalar(v, a, r);
	case SCHEMA_DTYPE:
	case SCHEMA_LAYOUT:
	case SCHEMA_MEMORY_FORMAT:
		return fit_word(v, r, a->kind, o);
	default:
		return FIT_ARGUMENT;
	}
}

/* A device that is not said is that of the tensors, if there are any. */
static void
settle_device(struct call *call)
{
	bool tensors = false;

	for (int i = 0; i < call->n; i++)
		tensors |= call->argument[i].value.kind >= VALUE_TENSOR;
	for (int i = 0; tensors && i < call->n; i++)
		if (call->argument[i].value.kind == VALUE_DEVICE)
			call->argument[i].value.kind = VALUE_NONE;
}

/* The lists of a call; false where what was recorded is no list. */
static bool
open_all(struct recorded *r)
{
	return bracket_list_open(&r->sizes) && bracket_list_open(&r->types) &&
	    bracket_list_open(&r->values) &&
	    (r->strides.n == 0 || bracket_list_open(&r->strides));
}

/* The next argument of a call; false after the last. */
static bool
next_of(struct recorded *left, struct one *r)
{
	if (!bracket_list_next(&left->types, &r->type))
		return false;
	if (!bracket_list_next(&left->sizes, &r->sizes))
		r->sizes.n = 0;
	if (!bracket_list_next(&left->strides, &r->strides))
		r->strides.n = 0;
	if (!bracket_list_next(&left->values, &r->value))
		r->value.n = 0;
	r->type = bracket_list_unquote(r->type);
	r->value = bracket_list_unquote(r->value);
	return true;
}

/* An argument by its record alone, without a schema. */
static enum fit_result
guess(struct argument *out, const struct one *r, const struct fit_options *o)
{
	static const struct schema_argument list = {.list = true};
	struct value *v = &out->value;

	*out = (struct argument){0};
	if (r->type.n == 0) {
		*v = (struct value){.kind = VALUE_NONE};
		out->assumed =
		    "no schema, and an argument is not recorded: None is taken";
		return FIT_YES;
	}
	if (span_is(r->type, "Scalar"))
		return fit_scalar(v, &(struct schema_argument){0}, r);
	if (!span_is(r->type, "ScalarList"))
		return dtype_of_tensor(r->type) ? fit_tensor(v, r, o)
						: FIT_LIST;
	if (fit_plain(v, &list, r, VALUE_BOOL, false) == FIT_YES)
		return FIT_YES;
	return fit_plain(v, &list, r, VALUE_NUMBER, false);
}

enum fit_result
fit_call(struct call *call, const struct schema *s,
    const struct recorded *recorded, const struct fit_options *o)
{
	struct recorded left = *recorded;
	struct one r = {0};

	call->n = 0;
	if (!open_all(&left))
		return FIT_MISSING;
	for (; next_of(&left, &r); call->n++) {
		struct argument *to = &call->argument[call->n];
		enum fit_result result;

		if (call->n == (s ? s->n : SCHEMA_MOST))
			return FIT_COUNT;
		result = s ? fit_argument(to, &s->argument[call->n], &r, o)
			   : guess(to, &r, o);
		if (result != FIT_YES)
			return result;
	}
	if (!s)
		return FIT_YES;
	if (call->n < s->n)
		return FIT_COUNT;
	settle_device(call);
	/* these overwrite it without having read it */
	if (span_is_among(s->name, "aten::fill_ aten::copy_"))
		call->argument[0].value.start = START_NOTHING;
	return FIT_YES;
}
