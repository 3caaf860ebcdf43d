/*
 * Any values in two parts: their sums, added, are those of the whole; quantiles
 * rise from the least value to the greatest; histograms lose none; sketches of
 * the parts are that of the whole. And any bytes as a wide number: what is read
 * is printed without its leading zeros; and as a text of values.
 */
#include <string.h>

#include "tests/fuzz/bytes.h"
#include "tools/trace-stats/value_groups.h"

enum { MOST = 512, FUZZ_BINS = 40, NS_IN_MS = 1000000 };

static size_t
take_values(struct bytes *b, int64_t *value)
{
	size_t n = 0;

	while (b->n && n < MOST)
		value[n++] = take_number(b) / 4096; /* sums fit */
	return n;
}

static struct sums
sum_up(const int64_t *value, size_t n)
{
	struct sums s = sums_of(value[0]), one;

	for (size_t i = 1; i < n; i++) {
		one = sums_of(value[i]);
		require(sums_add(&s, &one) == 0);
	}
	return s;
}

static void
check_sums(const int64_t *value, size_t n, size_t cut)
{
	struct sums whole = sum_up(value, n), left, right;

	require(whole.count == (int64_t)n);
	require(whole.min <= sums_mean(&whole, 1));
	require(sums_mean(&whole, 1) <= whole.max);
	if (cut == 0)
		return;
	right = sum_up(value, cut);
	left = sum_up(value + cut, n - cut);
	require(sums_add(&right, &left) == 0);
	require(right.count == whole.count && right.sum == whole.sum &&
	    right.min == whole.min && right.max == whole.max &&
	    right.squares == whole.squares);
}

static void
check_quantiles(const struct counts *c)
{
	int64_t last = c->p[0].value;

	for (int64_t q = 0; q <= QUANTILE_ONE; q += QUANTILE_ONE / 16) {
		int64_t v = counts_quantile(c, q, 1);

		require(v >= last);
		last = v;
	}
	require(last == c->p[c->n - 1].value);
}

static void
check_histogram(const struct counts *c, size_t n, size_t bins)
{
	double edge[FUZZ_BINS + 1];
	int64_t count[FUZZ_BINS], sum = 0;

	counts_edges(c, NS_IN_MS, edge, bins);
	counts_histogram(c, NS_IN_MS, edge, count, bins);
	for (size_t i = 0; i < bins; i++) {
		require(edge[i] <= edge[i + 1]);
		sum += count[i];
	}
	require(sum == (int64_t)n);
}

static void
check_counts(const int64_t *value, size_t n, size_t bins)
{
	struct counts c = {0};

	for (size_t i = 0; i < n; i++)
		counts_add(&c, value[i]);
	counts_sort(&c);
	check_quantiles(&c);
	check_histogram(&c, n, bins);
	counts_free(&c);
}

/* The sketch of two parts, through their texts, is that of the whole. */
static void
check_sketch(const int64_t *value, size_t n, size_t cut)
{
	struct counts whole = {.rounded = true}, parts[2] = {{0}, {0}};
	struct counts merged = {.rounded = false};
	struct buf text[2] = {{0}, {0}}, want = {0}, got = {0};
	struct sums s = sum_up(value, n);

	for (size_t i = 0; i < n; i++) {
		counts_add(&whole, value[i]);
		counts_add(&parts[i < cut], value[i]);
	}
	counts_round(&parts[1]);
	for (size_t i = 0; i < 2; i++) {
		int64_t values = (int64_t)(i ? cut : n - cut);

		counts_sort(&parts[i]);
		distribution_print(&text[i], &parts[i]);
		require(distribution_add(
		    &merged, buf_span(&text[i]), values, s.min, s.max));
		counts_free(&parts[i]);
	}
	counts_sort(&merged);
	counts_sort(&whole);
	distribution_print(&got, &merged);
	distribution_print(&want, &whole);
	require(span_equal(buf_span(&got), buf_span(&want)));
	counts_free(&merged);
	counts_free(&whole);
	buf_free(&text[0]);
	buf_free(&text[1]);
	buf_free(&want);
	buf_free(&got);
}

/* Any text: read or refused. */
static void
check_text(struct span s)
{
	struct counts c = {.rounded = false};

	if (distribution_add(&c, s, 5, -100, 1000)) {
		int64_t n = 0;

		counts_sort(&c);
		for (size_t i = 0; i < c.n; i++)
			n += c.p[i].count;
		require(n == 5);
	}
	counts_free(&c);
}

static void
check_wide(struct span s)
{
	char text[WIDE_MAX];
	uwide v;
	size_t n;

	if (wide_parse(s, &v))
		return;
	while (s.n > 1 && *s.p == '0')
		s = span_cut(s, 1, s.n);
	n = wide_print(text, v);
	require(span_equal(s, (struct span){text, n}));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes b = {data, size};
	size_t bins = 1 + take_byte(&b) % FUZZ_BINS, cut = take_byte(&b), n;
	int64_t value[MOST];

	check_wide((struct span){(const char *)data, size});
	check_text((struct span){(const char *)data, size});
	n = take_values(&b, value);
	if (n == 0)
		return 0;
	check_sums(value, n, cut % n);
	check_counts(value, n, bins);
	check_sketch(value, n, cut % n);
	return 0;
}
