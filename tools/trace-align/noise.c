#include <math.h>
#include <stdlib.h>

#include "tools/trace-align/noise.h"

enum { SHORT_NS = 10000 };

static int
compare_reals(const void *pa, const void *pb)
{
	const double *a = pa, *b = pb;

	return (*a > *b) - (*a < *b);
}

/* The value that 95 % of n do not exceed; 0 of none. */
static double
most_of(double *values, size_t n)
{
	if (n == 0)
		return 0;
	qsort(values, n, sizeof *values, compare_reals);
	return values[(size_t)ceil(0.95 * (double)n) - 1];
}

int
noise_measure(const struct comparison *c, int64_t reps_a, int64_t reps_b,
    struct threshold *t)
{
	double *ns = calloc(c->npairs + 1, sizeof *ns);
	double *share = calloc(c->npairs + 1, sizeof *share);
	size_t nns = 0, nshare = 0;
	int status = ns && share ? 0 : -1;
	double a_all = (double)c->matched.a_all / (double)reps_a;
	double b_all = (double)c->matched.b_all / (double)reps_b;

	for (size_t i = 0; status == 0 && i < c->npairs; i++) {
		const struct pair *p = &c->pairs[i];
		double a, b;

		if (!pair_has_both(p) || p->a->each == 0 || p->b->each == 0)
			continue;
		a = (double)p->a->each;
		b = (double)p->b->each;
		if (fmax(a, b) < SHORT_NS)
			ns[nns++] = fabs(b - a);
		else
			share[nshare++] = fabs(log(b / a));
	}
	if (status == 0) {
		double most = most_of(share, nshare);

		if (a_all > 0 && b_all > 0)
			most = fmax(most, fabs(log(b_all / a_all)));
		*t = (struct threshold){expm1(most), most_of(ns, nns)};
	}
	free(ns);
	free(share);
	return status;
}
