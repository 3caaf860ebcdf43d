#include <string.h>

#include "common/bytes/buf.h"
#include "tools/trace-perf/work.h"

/* One more; without room for it, the last one again. */
static struct parameter *
another(struct work *w, const char *name, int kind)
{
	int i = w->parameters;

	if (i == PARAMETERS_MOST)
		return &w->parameter[i - 1];
	w->parameter[i] = (struct parameter){.name = name};
	w->parameter[i].kind = kind;
	w->parameters++;
	return &w->parameter[i];
}

void
work_parameter(struct work *w, const char *name, double value)
{
	if (isfinite(value))
		another(w, name, PARAMETER_NUMBER)->value = value;
}

void
parameter_flag(struct work *w, const char *name, bool on)
{
	another(w, name, PARAMETER_FLAG)->value = on;
}

void
parameter_real(struct work *w, const char *name, double value)
{
	if (isfinite(value))
		another(w, name, PARAMETER_REAL)->value = value;
}

void
parameter_shape(struct work *w, const char *name, struct shape shape)
{
	another(w, name, PARAMETER_SHAPE)->shape = shape;
}

void
parameter_stride(
    struct work *w, const char *name, const struct operation *op, int i)
{
	parameter_shape(w, name, arguments_shape_of(op->strides, i));
}

void
parameter_word(struct work *w, const char *name, struct span word)
{
	another(w, name, PARAMETER_WORD)->word[0] = word;
}

void
parameter_words(
    struct work *w, const char *name, int n, const struct span *words)
{
	struct parameter *p = another(w, name, PARAMETER_WORDS);

	memcpy(p->word, words, (size_t)n * sizeof *words);
	p->words = n;
}

void
parameter_operands(struct work *w, const char *name, const struct operation *op)
{
	another(w, name, PARAMETER_OPERANDS)->operands = op;
}

void
parameter_flags(struct work *w, const char *name, struct span list)
{
	another(w, name, PARAMETER_FLAGS)->word[0] = list;
}

/* Types are plain words; a quote or a backslash in one makes it none. */
static void
add_word(struct buf *b, struct span word)
{
	if (!word.p || memchr(word.p, '"', word.n) ||
	    memchr(word.p, '\\', word.n))
		buf_add_text(b, "null");
	else
		buf_add_format(b, "\"%.*s\"", (int)word.n, word.p);
}

static void
add_shape(struct buf *b, const struct shape *s)
{
	if (s->n < 0) {
		buf_add_text(b, "null");
		return;
	}
	buf_add_text(b, "[");
	for (int i = 0; i < s->n; i++)
		buf_add_format(b, "%s%.17g", i ? "," : "", s->size[i]);
	buf_add_text(b, "]");
}

/* [True, False] and the like: JSON writes the words small. */
static void
add_flags(struct buf *b, struct span list)
{
	const char *separator = "";

	buf_add_text(b, "[");
	for (size_t i = 0; i < list.n; i++) {
		struct span rest = span_cut(list, i, list.n);

		if (span_starts(rest, "True") || span_starts(rest, "False")) {
			buf_add_format(b, "%s%s", separator,
			    list.p[i] == 'T' ? "true" : "false");
			separator = ",";
		}
	}
	buf_add_text(b, "]");
}

static void
add_operands(struct buf *b, const struct operation *op)
{
	const char *separator = "";

	buf_add_text(b, "[");
	for (int i = 0; i < op->args.dims.n; i++) {
		struct shape s = shape_of(op, i);

		if (s.n <= 0)
			continue;
		buf_add_format(b, "%s[", separator);
		add_shape(b, &s);
		buf_add_text(b, ",");
		add_word(b, type_of(op, i));
		buf_add_text(b, "]");
		separator = ",";
	}
	buf_add_text(b, "]");
}

static void
add_value(struct buf *b, const struct parameter *p)
{
	switch (p->kind) {
	case PARAMETER_NUMBER:
		buf_add_format(b, "%.17g", p->value);
		break;
	case PARAMETER_REAL:
		buf_add_format(b,
		    p->value == floor(p->value) ? "%.1f" : "%.17g", p->value);
		break;
	case PARAMETER_FLAG:
		buf_add_text(b, p->value > 0 ? "true" : "false");
		break;
	case PARAMETER_SHAPE:
		add_shape(b, &p->shape);
		break;
	case PARAMETER_FLAGS:
		add_flags(b, p->word[0]);
		break;
	case PARAMETER_WORD:
		add_word(b, p->word[0]);
		break;
	case PARAMETER_WORDS:
		for (int i = 0; i < p->words; i++) {
			buf_add_text(b, i ? "," : "[");
			add_word(b, p->word[i]);
		}
		buf_add_text(b, "]");
		break;
	case PARAMETER_OPERANDS:
		add_operands(b, p->operands);
		break;
	}
}

void
parameters_print(struct buf *b, const struct work *w)
{
	for (int i = 0; i < w->parameters; i++) {
		buf_add_format(
		    b, "%c\"%s\":", i ? ',' : '{', w->parameter[i].name);
		add_value(b, &w->parameter[i]);
	}
	if (w->parameters)
		buf_add_text(b, "}");
}
