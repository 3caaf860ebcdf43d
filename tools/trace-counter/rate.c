#include <math.h>
#include <stdlib.h>

#include "tools/trace-counter/rate.h"

static int
compare_samples(const void *a, const void *b)
{
	const struct sample *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	if (x->value != y->value)
		return x->value < y->value ? -1 : 1;
	return (x->other > y->other) - (x->other < y->other);
}

/* Of equal times and keys the first stays. */
static size_t
unique(struct sample *s, size_t n)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++)
		if (kept == 0 || s[i].time != s[kept - 1].time ||
		    s[i].key != s[kept - 1].key)
			s[kept++] = s[i];
	return kept;
}

/* Exact up to the last step: a double cannot tell large neighbours apart. */
static double
added(const struct rate *r, int64_t from, int64_t to)
{
	uint64_t more = (uint64_t)to - (uint64_t)from;

	if (to >= from)
		return (double)more;
	return r->bits ? (double)(more + (UINT64_C(1) << r->bits))
		       : -(double)(0 - more);
}

static double
rate_between(struct rate *r, const struct sample *a, const struct sample *b)
{
	double by = r->by_other
	    ? added(r, a->other, b->other)
	    : (double)((uint64_t)b->time - (uint64_t)a->time) / 1e3;
	double rate = by ? added(r, a->value, b->value) * r->scale / by : 0;

	if (r->most > 0 && fabs(rate) > r->most) {
		r->beyond++;
		return 0;
	}
	return rate;
}

size_t
rate_find(struct rate *r, struct sample *s, size_t n, size_t *next, size_t keys)
{
	qsort(s, n, sizeof *s, compare_samples);
	n = unique(s, n);
	for (size_t i = 0; i < keys; i++)
		next[i] = n;
	for (size_t i = n; i-- > 0;) {
		size_t *after = &next[s[i].key];

		s[i].last = *after == n;
		s[i].rate = s[i].last ? 0 : rate_between(r, &s[i], &s[*after]);
		*after = i;
	}
	return n;
}
