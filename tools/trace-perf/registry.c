#include <stdlib.h>

#include "common/bytes/ascii.h"
#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/bytes/pool.h"
#include "tools/trace-perf/models.h"

const struct model *
registry_find(struct span name)
{
	for (const struct model *m = all_models; m->name; m++)
		if (span_is(name, m->name))
			return m;
	return NULL;
}

/* See struct model. */
static bool
has_ranks(const struct operation *op, const char *ranks)
{
	for (int i = 0; ranks[i]; i++) {
		int n = shape_of(op, i).n;

		if (ranks[i] == '.' || tensors_of(op, i) > 0)
			continue;
		if (ranks[i] == '+' ? n < 1 : n != ranks[i] - '0')
			return false;
	}
	return true;
}

static double
finite_or_unknown(double count)
{
	return isfinite(count) ? count : NAN;
}

/* Sizes that contradict each other may give what cannot be; then nothing that
 * was computed from them counts. */
static void
keep_possible(struct work *w)
{
	if (w->flops < 0 || w->bytes < 0)
		w->flops = w->bytes = w->flops_back = w->bytes_back = NAN;
	if (w->flops_back < 0 || w->bytes_back < 0)
		w->flops_back = w->bytes_back = NAN;
	w->flops = finite_or_unknown(w->flops);
	w->bytes = finite_or_unknown(w->bytes);
	w->flops_back = finite_or_unknown(w->flops_back);
	w->bytes_back = finite_or_unknown(w->bytes_back);
}

void
registry_ask(struct operation *op, const struct model *m, struct work *w)
{
	*w = (struct work){.flops = NAN,
	    .bytes = NAN,
	    .flops_back = NAN,
	    .bytes_back = NAN,
	    .type = type_of(op, 0)};
	if (!m)
		return;
	op->model = m->name;
	if (!has_ranks(op, m->ranks))
		return;
	m->find(op, w);
	keep_possible(w);
}

/* From perf-models.tsv: six fields an operator, NULL after the last. */
extern const char *const perf_models_ours[];
enum { OURS_FIELDS = 6 };

struct operators {
	struct pool *names;
	struct pool *texts; /* keeps the fields of what was added */
	struct operator_model *operator; /* by the name's number */
	size_t n, cap;
};

struct operators *
operators_new(void)
{
	struct operators *o = xcalloc(1, sizeof *o);

	o->names = pool_new();
	o->texts = pool_new();
	return o;
}

void
operators_free(struct operators *o)
{
	pool_free(o->names);
	pool_free(o->texts);
	free(o->operator);
	free(o);
}

void
operators_add(
    struct operators *o, struct span name, const struct operator_model *given)
{
	struct operator_model kept = *given;
	uint32_t id = pool_add(o->names, name);

	if (id < o->n)
		return;
	pool_keep(o->texts, &kept.category);
	pool_keep(o->texts, &kept.sheet);
	pool_keep(o->texts, &kept.backward);
	pool_keep(o->texts, &kept.unit);
	ARRAY_PUSH(o->operator, o->n, &o->cap, kept);
}

void
operators_add_ours(struct operators *o)
{
	for (const char *const *p = perf_models_ours; *p; p += OURS_FIELDS) {
		struct operator_model ours = {
		    .model = registry_find(span_of(p[1])),
		    .category = span_of(p[2]),
		    .sheet = span_of(p[3]),
		    .backward = span_of(p[4]),
		    .unit = span_of(p[5])};

		operators_add(o, span_of(p[0]), &ours);
	}
}

/* The entry of kernels that torch.compile makes of other operators. */
static const struct operator_model *
find_compiled(struct span name)
{
	static const struct model model = {"inductor", model_inductor, ""};
	static const struct operator_model inductor = {.model = &model,
	    .category = TEXT("triton"),
	    .unit = TEXT("vector")};
	bool compiled = span_starts(name, "triton_poi_") ||
	    span_starts(name, "triton_red_") ||
	    span_starts(name, "triton_per_");

	return compiled ? &inductor : NULL;
}

const struct operator_model *
operators_find(const struct operators *o, struct span name)
{
	uint32_t id = pool_find(o->names, name);

	if (id == POOL_NONE && span_starts(name, "sglang_profiler::"))
		id = pool_find(o->names, ascii_unnumbered(name, "_"));
	return id == POOL_NONE ? find_compiled(name) : &o->operator[id];
}
