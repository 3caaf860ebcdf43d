/*
 * Any text as the arguments of an operator: the first line chooses the model,
 * the others are shapes, types, values, annotation, kernel and strides, and
 * what HLO says of an instruction. What is found is a number that is not
 * negative, or nothing; in both ways of counting. Sizes and settings are an
 * object of JSON.
 */
#include <stdint.h>
#include <stdlib.h>

#include "tools/trace-perf/models.h"
#include "tools/trace-perf/work.h"

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

static struct span
take_line(struct span *text)
{
	const char *end = text->n ? memchr(text->p, '\n', text->n) : NULL;
	size_t n = end ? (size_t)(end - text->p) : text->n;
	struct span line = span_cut(*text, 0, n);

	*text = end ? span_cut(*text, n + 1, text->n)
		    : (struct span){text->p + n, 0};
	return line;
}

/* The model of that name, or any. */
static const struct model *
choose_model(struct span line)
{
	size_t models = 0, number = 0;

	while (all_models[models].name)
		models++;
	for (size_t i = 0; i < line.n; i++)
		number = number * 31 + (unsigned char)line.p[i];
	if (registry_find(line))
		return registry_find(line);
	return registry_find(span_of(all_models[number % models].name));
}

static bool
is_count(double value)
{
	return isnan(value) || (isfinite(value) && value >= 0);
}

static void
must_be_sane(const struct work *w)
{
	if (!is_count(w->flops) || !is_count(w->bytes) ||
	    !is_count(w->flops_back) || !is_count(w->bytes_back))
		abort();
	if (w->parameters < 0 || w->parameters > PARAMETERS_MOST)
		abort();
	for (int i = 0; i < w->parameters; i++)
		if (!isfinite(w->parameter[i].value))
			abort();
}

static void
must_be_printed(const struct work *w)
{
	struct buf text = {0};

	parameters_print(&text, w);
	if (text.n && (text.p[0] != '{' || text.p[text.n - 1] != '}'))
		abort();
	buf_free(&text);
}

int
LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	struct span text = {(const char *)p, n};
	struct span model = take_line(&text);
	const struct model *chosen = choose_model(model);
	struct operation op = {.name = model, .experts_per_token = NAN};
	struct span dims = take_line(&text), types = take_line(&text);
	struct span values = take_line(&text);
	struct work w;

	arguments_read(&op.args, dims, types, values);
	op.step = step_tokens_read(take_line(&text));
	op.kernel = take_line(&text);
	op.strides = take_line(&text);
	op.xla.config = take_line(&text);
	op.xla.labels = take_line(&text);
	op.xla.dims = take_line(&text);
	op.xla.types = take_line(&text);
	op.xla.shape = take_line(&text);
	for (int reference = 0; reference < 2; reference++) {
		op.reference = reference;
		registry_ask(&op, chosen, &w);
		must_be_sane(&w);
		must_be_printed(&w);
	}
	return 0;
}
