#include <stdlib.h>
#include <string.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "tools/trace-memory/changes.h"

/* `until` is the place in the input while this sorts. */
static int
compare(const void *a, const void *b)
{
	const struct change *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return (x->until > y->until) - (x->until < y->until);
}

void
changes_sort(struct change *c, size_t n)
{
	for (size_t i = 0; i < n; i++)
		c[i].until = (uint32_t)i;
	if (n)
		qsort(c, n, sizeof *c, compare);
}

/*
 * The change gives back what the recording has allocated there, or else part of
 * the remainder. Of two allocations without a change between, the first is
 * alive for ever.
 */
static bool
match(struct change *c, uint32_t i, struct device *d, uint32_t *open)
{
	uint32_t *at = &open[c[i].address];

	c[i].until = CHANGES_NEVER;
	if (c[i].bytes >= 0) {
		d->allocations++;
		*at = i;
		return true;
	}
	d->frees++;
	if (*at != CHANGES_NEVER && c[*at].bytes == -c[i].bytes) {
		c[*at].until = i;
		*at = CHANGES_NEVER;
		return true;
	}
	d->unknown++;
	return fixed_add(&d->rest, c[i].bytes) == 0;
}

/* The first change of a device says what was there before it. */
static bool
begin(struct device *d, const struct change *c, uint32_t i)
{
	d->before = c[i].total;
	if (fixed_add(&d->before, -c[i].bytes))
		return false;
	d->first = d->peak = i;
	d->rest = d->before;
	return true;
}

/* What lost events have done goes into the remainder. */
static bool
check_total(struct device *d, const struct change *c, uint32_t i)
{
	int64_t expected = c[d->last].total, difference = c[i].total;

	if (fixed_add(&expected, c[i].bytes) ||
	    fixed_add(&difference, -expected))
		return false;
	d->breaks += difference != 0;
	return fixed_add(&d->rest, difference) == 0;
}

bool
changes_follow(
    struct change *c, size_t n, struct device *devices, size_t addresses)
{
	uint32_t *open = xmalloc((addresses + 1) * sizeof *open);
	bool ok = true;

	memset(open, 0xFF, (addresses + 1) * sizeof *open);
	for (uint32_t i = 0; ok && i < n; i++) {
		struct device *d = &devices[c[i].device];
		bool first = d->allocations + d->frees == 0;

		ok = c[i].bytes > INT64_MIN &&
		    (first ? begin(d, c, i) : check_total(d, c, i)) &&
		    match(c, i, d, open);
		d->last = i;
		if (first || c[i].total > c[d->peak].total) {
			d->peak = i;
			d->rest_at_peak = d->rest;
		}
	}
	free(open);
	return ok;
}
