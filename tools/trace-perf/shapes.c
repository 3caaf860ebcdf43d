/*
 * Beyond the formulas of models.txt: shapes made of others, and sums over all
 * arguments.
 */
#include "tools/trace-perf/models.h"

struct shape
broadcast(struct shape a, struct shape b)
{
	struct shape out = {.n = a.n > b.n ? a.n : b.n};

	if (a.n < 0 || b.n < 0)
		return (struct shape){.n = -1};
	for (int i = 1; i <= out.n; i++) {
		double x = i <= a.n ? a.size[a.n - i] : 1;
		double y = i <= b.n ? b.size[b.n - i] : 1;

		if (x != y && x != 1 && y != 1)
			return (struct shape){.n = -1};
		out.size[out.n - i] = x == 1 ? y : x;
	}
	return out;
}

/* Pads come in pairs, those of the last dimension first. */
struct shape
padded(const struct operation *op)
{
	struct shape s = shape_of(op, 0), pad = numbers_of(op, 1);

	for (int i = 0; i + 1 < pad.n; i += 2) {
		int place = s.n - 1 - i / 2;

		if (place < 0) {
			s.n = -1;
			break;
		}
		s.size[place] += pad.size[i] + pad.size[i + 1];
	}
	if (pad.n < 0)
		s.n = -1;
	return s;
}

struct shape
upsampled(const struct operation *op)
{
	struct shape out = shape_of(op, 0);
	struct shape size = numbers_of(op, 1);

	if (size.n < 0 || out.n != size.n + 2)
		out.n = -1;
	for (int i = 0; i < size.n && out.n > 0; i++)
		out.size[i + 2] = size.size[i];
	return out;
}

double
kept(const struct operation *op, int i)
{
	struct shape in = shape_of(op, 0), over = numbers_of(op, i);
	double n = shape_product(in);

	if (over.n <= 0)
		return 1;
	for (int k = 0; k < over.n; k++)
		n /= fabs(over.size[k]) <= SHAPE_MOST
		    ? shape_at(in, (int)over.size[k])
		    : NAN;
	return n;
}

/* TraceLens knows five kinds: what is none of these is a sum. */
struct span
reduction(const struct operation *op)
{
	static const char *const kinds[] = {"mean", "max", "min", "norm"};

	if (!op->reference)
		return span_after(op->name, "aten::");
	for (size_t i = 0; i < COUNT(kinds); i++)
		if (span_has(op->name, kinds[i]))
			return span_of(kinds[i]);
	return span_of("sum");
}

/* Choosing and sorting: at least one operation for each of the largest operand,
 * and all operands once. */
void
model_experts_routing(const struct operation *op, struct work *w)
{
	double most = NAN, bytes = 0;

	parameter_operands(w, "operands", op);
	for (int i = 0; i < op->args.dims.n; i++) {
		double n = elements(op, i), e = element(op, i);

		most = isnan(n) ? most : fmax(known_or(most, 0), n);
		bytes += isnan(n) || isnan(e) ? 0 : n * e;
	}
	work_set(w, most, bytes);
}
