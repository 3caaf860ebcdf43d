#include <math.h>

#include "tools/trace-clock/fit_work.h"

/* By how much the second event ends before the first one starts; whole ns. */
static double
reversal(const struct fit *f, const struct fit_pair *p)
{
	double start = fit_error(&f->rank[p->source], p->source_start);
	double end = fit_error(&f->rank[p->target], p->target_end);

	return ceil(end - start - (double)(p->target_end - p->source_start));
}

/* Moves the target of each pair that is reversed; returns whether any is. */
static bool
move_targets(struct fit *f)
{
	bool moved = false;

	for (size_t i = 0; i < f->pairs; i++) {
		const struct fit_pair *p = &f->pair[i];
		double by = p->used ? reversal(f, p) : 0;

		if (by <= 0)
			continue;
		f->rank[p->target].offset -= by;
		f->rank[p->target].moved -= by;
		moved = true;
	}
	return moved;
}

bool
causal_move(struct fit *f)
{
	double reference;
	bool reversed = true;

	for (uint32_t i = 0; i < f->ranks; i++)
		f->rank[i].offset = round(f->rank[i].offset);
	for (uint32_t i = 0; i <= f->ranks && reversed; i++)
		reversed = move_targets(f);
	reference = f->rank[f->reference].moved;
	for (uint32_t i = 0; i < f->ranks; i++) {
		if (!f->rank[i].connected)
			continue;
		f->rank[i].offset -= reference;
		f->rank[i].moved -= reference;
	}
	return !reversed;
}

/* a becomes its factor L, row by row. */
static int
factor(double *a, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		double *row = a + i * n;

		for (size_t j = 0; j <= i; j++) {
			const double *other = a + j * n;
			double sum = row[j];

			for (size_t k = 0; k < j; k++)
				sum -= row[k] * other[k];
			if (j < i)
				row[j] = sum / other[j];
			else if (sum <= 0)
				return -1;
			else
				row[i] = sqrt(sum);
		}
	}
	return 0;
}

int
solve(double *a, double *b, size_t n)
{
	if (factor(a, n))
		return -1;
	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < i; k++)
			b[i] -= a[i * n + k] * b[k];
		b[i] /= a[i * n + i];
	}
	for (size_t i = n; i-- > 0;) {
		for (size_t k = i + 1; k < n; k++)
			b[i] -= a[k * n + i] * b[k];
		b[i] /= a[i * n + i];
	}
	return 0;
}
