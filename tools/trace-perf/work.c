#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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

/* Text that grows in a room of its own; too much of it is none. */
struct room {
	char *p;
	size_t n, size;
	bool full;
};

static void
add(struct room *r, const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(r->p + r->n, r->size - r->n, format, args);
	va_end(args);
	if (n < 0 || (size_t)n >= r->size - r->n)
		r->full = true;
	else
		r->n += (size_t)n;
}

/* Types are plain words; a quote or a backslash in one makes it none. */
static void
add_word(struct room *r, struct span word)
{
	if (!word.p || memchr(word.p, '"', word.n) ||
	    memchr(word.p, '\\', word.n))
		add(r, "null");
	else
		add(r, "\"%.*s\"", (int)word.n, word.p);
}

static void
add_shape(struct room *r, const struct shape *s)
{
	if (s->n < 0) {
		add(r, "null");
		return;
	}
	add(r, "[");
	for (int i = 0; i < s->n; i++)
		add(r, "%s%.17g", i ? "," : "", s->size[i]);
	add(r, "]");
}

/* [True, False] and the like: JSON writes the words small. */
static void
add_flags(struct room *r, struct span list)
{
	const char *separator = "";

	add(r, "[");
	for (size_t i = 0; i < list.n; i++) {
		struct span rest = span_cut(list, i, list.n);

		if (span_starts(rest, "True") || span_starts(rest, "False")) {
			add(r, "%s%s", separator,
			    list.p[i] == 'T' ? "true" : "false");
			separator = ",";
		}
	}
	add(r, "]");
}

static void
add_operands(struct room *r, const struct operation *op)
{
	const char *separator = "";

	add(r, "[");
	for (int i = 0; i < op->args.dims.n; i++) {
		struct shape s = shape_of(op, i);

		if (s.n <= 0)
			continue;
		add(r, "%s[", separator);
		add_shape(r, &s);
		add(r, ",");
		add_word(r, type_of(op, i));
		add(r, "]");
		separator = ",";
	}
	add(r, "]");
}

static void
add_value(struct room *r, const struct parameter *p)
{
	switch (p->kind) {
	case PARAMETER_NUMBER:
		add(r, "%.17g", p->value);
		break;
	case PARAMETER_REAL:
		add(r, p->value == floor(p->value) ? "%.1f" : "%.17g",
		    p->value);
		break;
	case PARAMETER_FLAG:
		add(r, p->value > 0 ? "true" : "false");
		break;
	case PARAMETER_SHAPE:
		add_shape(r, &p->shape);
		break;
	case PARAMETER_FLAGS:
		add_flags(r, p->word[0]);
		break;
	case PARAMETER_WORD:
		add_word(r, p->word[0]);
		break;
	case PARAMETER_WORDS:
		for (int i = 0; i < p->words; i++) {
			add(r, i ? "," : "[");
			add_word(r, p->word[i]);
		}
		add(r, "]");
		break;
	case PARAMETER_OPERANDS:
		add_operands(r, p->operands);
		break;
	}
}

size_t
parameters_print(char *text, size_t size, const struct work *w)
{
	struct room r = {.p = text, .size = size};

	for (int i = 0; i < w->parameters; i++) {
		add(&r, "%c\"%s\":", i ? ',' : '{', w->parameter[i].name);
		add_value(&r, &w->parameter[i]);
	}
	add(&r, "}");
	return w->parameters && !r.full ? r.n : 0;
}
