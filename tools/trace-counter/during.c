#include <stdlib.h>

#include "common/bytes/buf.h"
#include "tools/trace-counter/during.h"

/* For how long there was a value. */
struct part {
	double value;
	int64_t length;
};

struct parts {
	struct part *part;
	size_t n, cap;
};

static int
compare_points(const void *a, const void *b)
{
	const struct point *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return (x->value > y->value) - (x->value < y->value);
}

static int
compare_parts(const void *a, const void *b)
{
	const struct part *x = a, *y = b;

	return (x->value > y->value) - (x->value < y->value);
}

/* How much of [start, end) the set covers, from its stretch `*at` on. */
static int64_t
covered(const struct intervals *set, size_t *at, int64_t start, int64_t end)
{
	int64_t length = 0;

	while (*at < set->n && set->p[*at].end <= start)
		++*at;
	for (size_t i = *at; i < set->n && set->p[i].start < end; i++) {
		int64_t from =
		    set->p[i].start > start ? set->p[i].start : start;
		int64_t to = set->p[i].end < end ? set->p[i].end : end;

		length += to - from;
	}
	return length;
}

static void
divide(const struct point *p, size_t n, const struct intervals *set,
    bool inside, struct parts *parts)
{
	size_t at = 0;

	for (size_t i = 0; i + 1 < n; i++) {
		int64_t whole = p[i + 1].time - p[i].time;
		int64_t length = covered(set, &at, p[i].time, p[i + 1].time);

		if (!inside)
			length = whole - length;
		if (length > 0)
			ARRAY_PUSH(parts->part, parts->n, &parts->cap,
			    (struct part){p[i].value, length});
	}
}

/* The value that half of the time is not above. */
static double
median(const struct parts *parts, int64_t nonzero)
{
	int64_t sum = 0;

	for (size_t i = 0; i < parts->n; i++) {
		if (parts->part[i].value == 0)
			continue;
		sum += parts->part[i].length;
		if (sum >= nonzero - sum)
			return parts->part[i].value;
	}
	return 0;
}

static void
measure(const struct parts *parts, struct during *d)
{
	double sum = 0;

	*d = (struct during){0};
	for (size_t i = 0; i < parts->n; i++) {
		const struct part *p = &parts->part[i];

		d->length += p->length;
		sum += p->value * (double)p->length;
		if (i == 0 || p->value > d->most)
			d->most = p->value;
		if (p->value == 0)
			continue;
		if (d->nonzero == 0)
			d->least = p->value;
		d->nonzero += p->length;
	}
	if (d->length)
		d->mean = sum / (double)d->length;
	if (d->nonzero)
		d->mean_nonzero = sum / (double)d->nonzero;
	d->median_nonzero = median(parts, d->nonzero);
}

void
during_find(struct point *p, size_t n, const struct intervals *set, bool inside,
    struct during *d)
{
	struct parts parts = {0};

	if (n)
		qsort(p, n, sizeof *p, compare_points);
	divide(p, n, set, inside, &parts);
	if (parts.n)
		qsort(parts.part, parts.n, sizeof *parts.part, compare_parts);
	measure(&parts, d);
	free(parts.part);
}
