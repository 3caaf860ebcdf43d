/*
 * Open addressing over a power of two, at most half full; a slot with no count
 * is free.
 */
#include <stdlib.h>

#include "common/bytes/ascii.h"
#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "tools/trace-stats/value_groups.h"

size_t
wide_print(char out[WIDE_MAX], uwide v)
{
	char digits[WIDE_MAX];
	size_t n = 0;

	do
		digits[n++] = (char)('0' + (int)(v % 10));
	while (v /= 10);
	for (size_t i = 0; i < n; i++)
		out[i] = digits[n - 1 - i];
	return n;
}

int
wide_parse(struct span s, uwide *v)
{
	*v = 0;
	for (size_t i = 0; i < s.n; i++) {
		unsigned digit = (unsigned char)s.p[i] - '0';

		if (digit > 9 || __builtin_mul_overflow(*v, 10u, v) ||
		    __builtin_add_overflow(*v, digit, v))
			return -1;
	}
	return s.n ? 0 : -1;
}

enum { FIRST_SLOTS = 4 };

void
counts_free(struct counts *c)
{
	free(c->p);
	*c = (struct counts){0};
}

/* The slot that has the value, or the free one where it belongs. */
static struct value_count *
find_slot(const struct counts *c, int64_t value)
{
	uint64_t hash = (uint64_t)value * 0x9e3779b97f4a7c15u;
	size_t mask = c->slots - 1, i = (hash ^ hash >> 32) & mask;

	while (c->p[i].count && c->p[i].value != value)
		i = (i + 1) & mask;
	return &c->p[i];
}

static void
double_slots(struct counts *c)
{
	struct counts more = {.n = c->n,
	    .slots = c->slots ? c->slots * 2 : FIRST_SLOTS,
	    .rounded = c->rounded};

	more.p = xcalloc(more.slots, sizeof *more.p);
	for (size_t i = 0; i < c->slots; i++)
		if (c->p[i].count)
			*find_slot(&more, c->p[i].value) = c->p[i];
	free(c->p);
	*c = more;
}

/* A value that comes n times, n > 0. */
static void
counts_add_many(struct counts *c, int64_t value, int64_t n)
{
	struct value_count *slot;

	if (c->n * 2 >= c->slots)
		double_slots(c);
	slot = find_slot(c, c->rounded ? counts_bucket(value) : value);
	c->n += slot->count == 0;
	slot->value = c->rounded ? counts_bucket(value) : value;
	slot->count += n;
}

void
counts_add(struct counts *c, int64_t value)
{
	counts_add_many(c, value, 1);
}

/* How many bits of a value its bucket does not keep. */
static int
lost_bits(uint64_t size)
{
	int bits = 0;

	while (size >> bits >> (COUNTS_SKETCH_BITS + 1))
		bits++;
	return bits;
}

int64_t
counts_bucket(int64_t value)
{
	uint64_t size = value < 0 ? -(uint64_t)value : (uint64_t)value;
	int lost = lost_bits(size);

	size = size >> lost << lost;
	return value < 0 ? (int64_t)-size : (int64_t)size;
}

/* The middle of a bucket. */
static int64_t
middle_of(int64_t bucket)
{
	uint64_t size = bucket < 0 ? -(uint64_t)bucket : (uint64_t)bucket;
	int lost = lost_bits(size);
	int64_t half = lost ? (int64_t)1 << (lost - 1) : 0;

	return bucket < 0 ? bucket + (bucket < INT64_MIN + half ? 0 : -half)
			  : bucket + half;
}

void
counts_round(struct counts *c)
{
	struct counts rounded = {.rounded = true};

	if (c->rounded)
		return;
	for (size_t i = 0; i < c->slots; i++)
		if (c->p[i].count)
			counts_add_many(&rounded, c->p[i].value, c->p[i].count);
	counts_free(c);
	*c = rounded;
}

void
counts_limit(struct counts *c)
{
	if (c->n > COUNTS_EXACT)
		counts_round(c);
}

ORDER_BY(compare, struct value_count, UP(value))

void
counts_sort(struct counts *c)
{
	size_t n = 0;

	for (size_t i = 0; i < c->slots; i++)
		if (c->p[i].count)
			c->p[n++] = c->p[i];
	ARRAY_SORT(c->p, n, compare);
}

/* The value that is k-th in order, from 0; `at` and `before` go with it. */
static int64_t
value_at(const struct counts *c, int64_t k)
{
	size_t i = 0;

	for (int64_t before = c->p[0].count; before <= k;)
		before += c->p[++i].count;
	return c->rounded ? middle_of(c->p[i].value) : c->p[i].value;
}

int64_t
counts_quantile(const struct counts *c, int64_t q, int64_t scale)
{
	int64_t n = 0, k, rest, low;
	wide place, value;

	for (size_t i = 0; i < c->n; i++)
		n += c->p[i].count;
	place = (wide)(n - 1) * q;
	k = (int64_t)(place / QUANTILE_ONE);
	rest = (int64_t)(place % QUANTILE_ONE);
	low = value_at(c, k);
	value = (wide)low * QUANTILE_ONE;
	if (rest)
		value += ((wide)value_at(c, k + 1) - low) * rest;
	value *= scale;
	value += value < 0 ? -QUANTILE_ONE / 2 : QUANTILE_ONE / 2;
	return (int64_t)(value / QUANTILE_ONE);
}

void
counts_edges(const struct counts *c, double unit, double *edge, size_t bins)
{
	double first = (double)c->p[0].value / unit;
	double last = (double)c->p[c->n - 1].value / unit, step;

	if (c->n == 1) {
		first -= 0.5;
		last += 0.5;
	}
	step = (last - first) / (double)bins;
	for (size_t i = 0; i < bins; i++) {
		double offset = (double)i * step;

		edge[i] = offset + first;
	}
	edge[bins] = last;
}

void
counts_histogram(const struct counts *c, double unit, const double *edge,
    int64_t *count, size_t bins)
{
	size_t bin = 0;

	for (size_t i = 0; i < bins; i++)
		count[i] = 0;
	for (size_t i = 0; i < c->n; i++) {
		double value = (double)c->p[i].value / unit;

		while (bin + 1 < bins && value >= edge[bin + 1])
			bin++;
		count[bin] += c->p[i].count;
	}
}

struct sums
sums_of(int64_t value)
{
	uwide size = value < 0 ? -(uwide)value : (uwide)value;

	return (struct sums){
	    1, value, value, value, size * size, SUMS_NO_EVENT, SUMS_NO_EVENT};
}

int
sums_add(struct sums *a, const struct sums *b)
{
	struct sums both = *a;

	if (fixed_add(&both.count, b->count) || fixed_add(&both.sum, b->sum) ||
	    __builtin_add_overflow(both.squares, b->squares, &both.squares))
		return -1;
	both.min = b->min < a->min ? b->min : a->min;
	both.max = b->max > a->max ? b->max : a->max;
	/* the earlier event; of one time, the one with the smaller number */
	if (b->first_ts < a->first_ts ||
	    (b->first_ts == a->first_ts && b->first_event < a->first_event)) {
		both.first_ts = b->first_ts;
		both.first_event = b->first_event;
	}
	*a = both;
	return 0;
}

int64_t
sums_mean(const struct sums *s, int64_t scale)
{
	wide sum = (wide)s->sum * scale;
	wide half = s->count / 2;

	return (int64_t)((sum < 0 ? sum - half : sum + half) / s->count);
}

void
distribution_print(struct buf *b, const struct counts *c)
{
	if (c->rounded)
		buf_add(b, "~", 1);
	for (size_t i = 0; i < c->n; i++) {
		if (i || c->rounded)
			buf_add(b, " ", 1);
		buf_add_int(b, c->p[i].value);
		if (c->p[i].count > 1) {
			buf_add(b, "x", 1);
			buf_add_int(b, c->p[i].count);
		}
	}
}

/* "VALUE" or "VALUExCOUNT". */
static bool
read_item(struct span item, struct value_count *v)
{
	struct span value = span_take(&item, 'x');

	v->count = 1;
	return fixed_parse_int(value, &v->value) == 0 &&
	    (!item.n || fixed_parse_int(item, &v->count) == 0) && v->count > 0;
}

/* Is it between the least and the greatest value, of a sketch their buckets? */
static bool
is_within(bool sketch, int64_t value, int64_t min, int64_t max)
{
	if (sketch)
		return value == counts_bucket(value) &&
		    value >= counts_bucket(min) && value <= counts_bucket(max);
	return value >= min && value <= max;
}

bool
distribution_add(
    struct counts *c, struct span text, int64_t n, int64_t min, int64_t max)
{
	bool sketch = text.n && text.p[0] == '~', first = true;
	struct value_count v = {0};

	if (sketch) {
		counts_round(c);
		span_take(&text, ' ');
	}
	if (text.n && !ascii_is_digit(text.p[text.n - 1]))
		return false;
	for (; text.n; first = false) {
		int64_t before = v.value;

		if (!read_item(span_take(&text, ' '), &v) || v.count > n ||
		    (!first && v.value <= before) ||
		    !is_within(sketch, v.value, min, max))
			return false;
		n -= v.count;
		counts_add_many(c, v.value, v.count);
	}
	return n == 0;
}
