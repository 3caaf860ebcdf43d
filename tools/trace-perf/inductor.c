/*
 * Kernels that torch.compile makes of several operators, whose names say which:
 * triton_poi_fused_add_mul_3 is element by element, triton_red and triton_per
 * reduce. The sizes are the last of the values.
 */
#include <stdlib.h>

#include "common/bytes/ascii.h"
#include "tools/trace-perf/models.h"
#include "tools/trace-perf/work.h"

/* From aten-ops.tsv, in byte order, NULL after the last. */
extern const char *const aten_ops_ours[];

struct cost {
	const char *name;
	double flops; /* of each element */
};

static const struct cost costs[] = {{"add", 1}, {"sub", 1}, {"mul", 1},
    {"div", 1}, {"relu", 1}, {"abs", 1}, {"neg", 1}, {"mean", 1}, {"sum", 1},
    {"ne", 1}, {"eq", 1}, {"lt", 1}, {"gt", 1}, {"pow", 2}, {"sqrt", 2},
    {"rsqrt", 2}, {"reciprocal", 2}, {"var", 2}, {"exp", 4}, {"log", 4},
    {"sigmoid", 4}, {"tanh", 4}, {"silu", 4}, {"gelu", 8}};

static int
compare_name(const void *key, const void *element)
{
	return span_compare(
	    *(const struct span *)key, span_of(*(const char *const *)element));
}

static double
cost_of(struct span name)
{
	for (size_t i = 0; i < COUNT(costs); i++)
		if (span_is(name, costs[i].name))
			return costs[i].flops;
	return 0;
}

/* The names between triton_poi_fused_ and the number. */
static struct span
fused_names(struct span name)
{
	const size_t start = sizeof "triton_poi_fused_" - 1;

	name = ascii_unnumbered(name, "_");
	if (name.n < start || memcmp(name.p + 10, "_fused_", 7) != 0)
		return (struct span){NULL, 0};
	return span_cut(name, start, name.n);
}

/* Where the longest operator begins that the names end with; n: there is none.
 */
static size_t
last_operator(struct span names, size_t operators)
{
	for (size_t i = 0; i < names.n; i++) {
		struct span name = span_cut(names, i, names.n);

		if ((i == 0 || names.p[i - 1] == '_') &&
		    bsearch(&name, aten_ops_ours, operators,
			sizeof *aten_ops_ours, compare_name))
			return i;
	}
	return names.n;
}

/* Puts "aten.NAME" before what is in the room from a place on. Returns the new
 * place; the same one if there is no room for it. */
static size_t
put_before(char *room, size_t place, struct span name)
{
	static const char beginning[] = "aten.", separator[] = ", ";
	size_t n = sizeof beginning - 1 + name.n;
	size_t m = room[place] ? sizeof separator - 1 : 0;

	if (n + m > place)
		return place;
	memcpy(room + place - m, separator, m);
	memcpy(room + place - m - name.n, name.p, name.n);
	memcpy(room + place - m - n, beginning, sizeof beginning - 1);
	return place - m - n;
}

/* Operations for each element; NAN: a name is no operator. The operators are
 * found from the last to the first, and *fused is set to their list. */
static double
flops_each(struct span names, char *room, struct span *fused)
{
	double flops = 0;
	size_t operators = 0, place = FUSED_MOST - 1;

	*fused = span_of("");
	while (aten_ops_ours[operators])
		operators++;
	while (names.n) {
		size_t i = last_operator(names, operators);

		if (i == names.n)
			return NAN;
		flops += cost_of(span_cut(names, i, names.n));
		place = put_before(room, place, span_cut(names, i, names.n));
		names.n = i ? i - 1 : 0;
	}
	*fused = span_of(room + place);
	return flops;
}

/* The last two of the values that are numbers; NAN where there is none. */
static void
read_sizes(const struct operation *op, double size[2])
{
	size[0] = size[1] = NAN;
	for (int i = 0; i < op->args.values.n; i++) {
		double value = number_of(op, i, NAN);

		if (isnan(value))
			continue;
		size[0] = size[1];
		size[1] = value;
	}
}

/* TraceLens knows only types that are named so. */
static double
element_of(const struct operation *op, int i)
{
	struct span type = type_of(op, i);

	if (span_is(type, "Scalar") ||
	    (op->reference && !span_starts(type, "c10::")))
		return 0;
	return known_or(element(op, i), 0);
}

/* All tensors once: those read and those written. TraceLens adds another output
 * to kernels that work element by element. */
static double
bytes_of(const struct operation *op, bool pointwise, double x)
{
	double bytes = op->args.dims.n || op->reference ? 0 : NAN;

	for (int i = 0; i < op->args.dims.n; i++)
		if (is_tensor(op, i))
			bytes += elements(op, i) * element_of(op, i);
	if (op->reference && pointwise)
		bytes += x * element_of(op, 0);
	return bytes;
}

/* TraceLens writes the name of the first type that has "c10::" before it, which
 * no GPU has a rate for. */
static void
set_reference_precision(const struct operation *op, struct work *w)
{
	w->no_rate = true;
	for (int i = 0; i < op->args.types.n && w->no_rate; i++) {
		struct span type = type_of(op, i);

		if (span_is(type, "c10::BFloat16"))
			w->precision = "bfloat16";
		else if (span_is(type, "c10::Half"))
			w->precision = "half";
		else
			continue;
		w->no_rate = false;
	}
}

void
model_inductor(const struct operation *op, struct work *w)
{
	bool pointwise = span_starts(op->name, "triton_poi_");
	struct span names = fused_names(op->name);
	double size[2], x, r = 1, flops;
	struct span fused;

	read_sizes(op, size);
	x = size[1];
	if (!pointwise && !isnan(size[0])) {
		x = size[0];
		r = size[1];
	}
	if (names.n == 0)
		return;
	flops = flops_each(names, w->fused, &fused);
	if (isnan(flops) && op->reference)
		flops = 0;
	parameter_word(w, "fused_ops", fused);
	work_parameter(w, "xnumel", x);
	work_parameter(w, "rnumel", r);
	work_set(w, x * r * flops, bytes_of(op, pointwise, x));
	if (op->reference)
		set_reference_precision(op, w);
}
