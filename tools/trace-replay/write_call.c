#include <stdio.h>

#include "common/bytes/fixed.h"
#include "common/bytes/number.h"
#include "common/json/jsontext.h"
#include "common/meaning/bracket_list.h"
#include "tools/trace-replay/batch.h"

struct writer {
	struct buf *out;
	enum language language;
};

static void
put(struct writer *w, const char *text)
{
	buf_add_text(w->out, text);
}

/* A recorded text, which has JSON's escapes but no quotes, as a string. */
static void
put_text(struct writer *w, struct span text)
{
	struct buf json = {0}, said = {0};

	BUF_ADD_ALL(&json, span_of("\""), text, span_of("\""));
	buf_add_quoted(w->out, json_text(buf_span(&json), &said));
	buf_free(&json);
	buf_free(&said);
}

static void
put_none(struct writer *w)
{
	put(w, w->language == JSON ? "null" : "None");
}

static void
put_bool(struct writer *w, struct span text)
{
	static const char *const words[][2] = {
	    [JSON] = {"false", "true"}, [PYTHON] = {"False", "True"}};
	bool yes = text.n && (text.p[0] == 'T' || text.p[0] == 't');

	put(w, words[w->language][yes]);
}

/* Neither JSON nor Python has the sign of what is no number. */
static void
put_special(struct writer *w, struct span text)
{
	if (span_ends(text, "nan"))
		text = span_of("nan");
	if (w->language == JSON)
		buf_add_quoted(w->out, text);
	else
		buf_add_span(w->out, text);
}

/* A digit stands after each point, and a real number has a point. */
static void
put_number(struct writer *w, struct span text, bool real)
{
	size_t point = 0;

	if (span_ends(text, "inf") || span_ends(text, "nan")) {
		put_special(w, text);
		return;
	}
	while (point < text.n && text.p[point] != '.')
		point++;
	if (point < text.n && !number_is(text)) {
		buf_add_span(w->out, span_cut(text, 0, point + 1));
		put(w, "0");
		buf_add_span(w->out, span_cut(text, point + 1, text.n));
		return;
	}
	buf_add_span(w->out, text);
	if (real && point == text.n && !memchr(text.p, 'e', text.n))
		put(w, ".0");
}

static void
put_plain(struct writer *w, enum value_kind kind, struct span text)
{
	if (kind == VALUE_BOOL)
		put_bool(w, text);
	else
		put_number(w, text, kind == VALUE_REAL);
}

static void
put_list(struct writer *w, enum value_kind kind, struct span list)
{
	struct span item;
	const char *before = "[";

	(void)bracket_list_open(&list); /* it is one: see fit_arguments.c */
	while (bracket_list_next(&list, &item)) {
		put(w, before);
		put_plain(w, kind, item);
		before = ", ";
	}
	put(w, before[0] == '[' ? "[]" : "]");
}

/* Where strides are missing the tensor is contiguous. */
static void
put_strides(struct writer *w, const struct value *v)
{
	if (v->strides.n)
		put_list(w, VALUE_NUMBER, v->strides);
	else
		put_none(w);
}

static void
put_tensor_json(struct writer *w, const struct value *v)
{
	put(w, "{\"shape\": ");
	put_list(w, VALUE_NUMBER, v->sizes);
	put(w, ", \"dtype\": ");
	buf_add_quoted(w->out, v->type);
	put(w, ", \"strides\": ");
	put_strides(w, v);
	put(w, ", \"init\": ");
	put(w,
	    v->start == START_NOTHING      ? "null"
		: v->start == START_NORMAL ? "\"normal\""
		: v->start == START_ZEROS  ? "\"zeros\""
					   : "\"randint\"");
	if (v->start == START_BELOW) {
		put(w, ", \"high\": ");
		buf_add_int(w->out, v->bound);
	}
	put(w, "}");
}

static void
put_tensor_python(struct writer *w, const struct value *v)
{
	put(w, "T(");
	put_list(w, VALUE_NUMBER, v->sizes);
	put(w, ", ");
	put_strides(w, v);
	put(w, ", \"");
	put(w, v->word);
	put(w, "\"");
	if (v->start == START_NOTHING) {
		put(w, ", None");
	} else if (v->start == START_ZEROS) {
		put(w, ", 0");
	} else if (v->start == START_BELOW) {
		put(w, ", ");
		buf_add_int(w->out, v->bound);
	}
	put(w, ")");
}

static void
put_tensor(struct writer *w, const struct value *v)
{
	if (w->language == JSON)
		put_tensor_json(w, v);
	else
		put_tensor_python(w, v);
}

static void
put_tensors(struct writer *w, const struct value *v)
{
	struct span sizes = v->sizes, strides = v->strides;
	struct value one = *v;
	const char *before = "[";

	(void)bracket_list_open(&sizes);
	if (!bracket_list_open(&strides))
		strides.n = 0;
	while (bracket_list_next(&sizes, &one.sizes)) {
		if (!bracket_list_next(&strides, &one.strides) ||
		    fit_count_sizes(one.strides) != fit_count_sizes(one.sizes))
			one.strides.n = 0;
		put(w, before);
		put_tensor(w, &one);
		before = ", ";
	}
	put(w, "]");
}

static void
put_word(struct writer *w, const char *word)
{
	if (w->language == JSON) {
		buf_add_quoted(w->out, span_of(word));
		return;
	}
	put(w, "W(");
	buf_add_quoted(w->out, span_of(word));
	put(w, ")");
}

static void
put_value(struct writer *w, const struct value *v)
{
	switch (v->kind) {
	case VALUE_NONE:
		put_none(w);
		break;
	case VALUE_TEXT:
		put_text(w, v->text);
		break;
	case VALUE_WORD:
		put_word(w, v->word);
		break;
	case VALUE_DEVICE:
		put(w, w->language == JSON ? "null" : "D");
		break;
	case VALUE_LIST:
		put_list(w, v->item, v->text);
		break;
	case VALUE_TENSOR:
		put_tensor(w, v);
		break;
	case VALUE_TENSORS:
		put_tensors(w, v);
		break;
	default:
		put_plain(w, v->kind, v->text);
	}
}

/* Without a declaration an argument is called by its place, from 0. */
static void
put_argument_json(struct writer *w, const struct argument *a, int place)
{
	char name[24];

	snprintf(name, sizeof name, "arg%d", place);
	put(w, "{\"arg_name\": ");
	buf_add_quoted(w->out, a->name.n ? a->name : span_of(name));
	put(w, ", \"arg_type\": ");
	if (a->type.n)
		buf_add_quoted(w->out, a->type);
	else
		put(w, "null");
	put(w, ", \"value\": ");
	put_value(w, &a->value);
	put(w, "}");
}

static void
put_arguments(struct writer *w, const struct call *call, bool keyword)
{
	const char *before = "";

	for (int i = 0; i < call->n; i++) {
		const struct argument *a = &call->argument[i];

		if (a->keyword != keyword)
			continue;
		put(w, before);
		before = ", ";
		if (w->language == JSON) {
			put_argument_json(w, a, i);
			continue;
		}
		if (keyword) {
			buf_add_quoted(w->out, a->name);
			put(w, ": ");
		}
		put_value(w, &a->value);
	}
}

void
write_call(struct buf *out, const struct call *call, enum language language)
{
	static const char *const around[][3] = {
	    [JSON] = {"{\"list_pos_args\": [", "], \"list_kwargs\": [", "]}"},
	    [PYTHON] = {"[", "], {", "}"}};
	struct writer w = {out, language};

	put(&w, around[language][0]);
	put_arguments(&w, call, false);
	put(&w, around[language][1]);
	put_arguments(&w, call, true);
	put(&w, around[language][2]);
}
