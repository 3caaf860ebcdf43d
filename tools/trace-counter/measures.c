#include <math.h>
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/order.h"
#include "common/sequence/numbers.h"
#include "tools/trace-counter/measures.h"

/* Tells how it is after the instant that is over. */
static void
tell(struct depth *d)
{
	if (d->n > 1)
		qsort(d->changed, d->n, sizeof *d->changed, numbers_compare);
	for (size_t i = 0; i < d->n; i++) {
		struct depth_key *k = &d->key[d->changed[i]];

		k->changed = false;
		d->emit(d->context, d->changed[i], d->now, k->open);
	}
	d->n = 0;
}

static void
change(struct depth *d, uint32_t key, int64_t time, int by)
{
	if (d->n && time != d->now)
		tell(d);
	d->now = time;
	d->key[key].open += by;
	if (d->key[key].changed)
		return;
	d->key[key].changed = true;
	ARRAY_PUSH(d->changed, d->n, &d->cap, key);
}

/* Closes the intervals that end by that time. */
static void
close_until(struct depth *d, int64_t time)
{
	while (d->ends.n && d->ends.entry[0].time <= time) {
		struct heap_entry end = heap_pop(&d->ends);

		change(d, end.number, end.time, -1);
	}
}

void
depth_add(struct depth *d, uint32_t key, int64_t start, int64_t end)
{
	while (d->keys <= key)
		ARRAY_PUSH(d->key, d->keys, &d->key_cap, (struct depth_key){0});
	close_until(d, start);
	change(d, key, start, 1);
	heap_push(&d->ends, (struct heap_entry){end, key});
}

void
depth_end(struct depth *d)
{
	close_until(d, INT64_MAX);
	tell(d);
}

void
depth_free(struct depth *d)
{
	heap_free(&d->ends);
	free(d->key);
	free(d->changed);
}

ORDER_BY(
    compare_samples, struct sample, UP(time), UP(key), UP(value), UP(other))

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

/* For how long there was a value. */
struct part {
	double value;
	int64_t length;
};

struct parts {
	struct part *part;
	size_t n, cap;
};

ORDER_BY(compare_points, struct point, UP(time), UP(value))

ORDER_BY(compare_parts, struct part, UP(value))

static void
divide(const struct point *p, size_t n, const struct intervals *set,
    bool inside, struct parts *parts)
{
	size_t at = 0;

	for (size_t i = 0; i + 1 < n; i++) {
		struct interval shown = {p[i].time, p[i + 1].time};
		int64_t length = intervals_within(set, &at, shown);

		if (!inside)
			length = shown.end - shown.start - length;
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
	return NAN;
}

static void
measure(const struct parts *parts, struct during *d)
{
	double sum = 0;

	*d = (struct during){.least = NAN, .mean_nonzero = NAN};
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

	ARRAY_SORT(p, n, compare_points);
	divide(p, n, set, inside, &parts);
	ARRAY_SORT(parts.part, parts.n, compare_parts);
	measure(&parts, d);
	free(parts.part);
}
