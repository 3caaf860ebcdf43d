/*
 * Any pairs of up to eight ranks: the fit ends, what it tells is finite, and a
 * clock of it goes forth and back. Any rows: what belongs together is in reach.
 */
#include <math.h>
#include <stdlib.h>

#include "tests/fuzz/bytes.h"
#include "tools/trace-clock/clock_fit.h"
#include "tools/trace-clock/counters.h"
#include "tools/trace-pair/partners.h"
#include "tools/trace-shift/clock.h"

enum { RANKS = 8, MOST = 200 };

static void
check_rank(const struct fit_rank *r)
{
	struct clock c = {0};
	int64_t to, back;

	if (r->verdict == FIT_DIFFERS || r->verdict == FIT_UNCONNECTED)
		return;
	require(isfinite(r->offset) && isfinite(r->rate));
	require(isfinite(r->rms) && isfinite(r->largest));
	require(r->rejected <= r->n && r->n >= 0);
	if (fabs(r->offset) > 1e15 || fabs(r->rate) > 1e6)
		return;
	c.offset = (int64_t)r->offset;
	c.rate = (int64_t)(r->rate * 1000);
	c.x0 = r->x0;
	require(clock_apply(&c, r->x0, &to) == 0);
	require(clock_undo(&c, to, &back) == 0);
	require(llabs(back - r->x0) <= 1);
}

static void
fit_any(struct bytes b)
{
	struct fit_pair pair[MOST];
	struct fit_rank rank[RANKS] = {{0}};
	struct fit f = {.pair = pair,
	    .rank = rank,
	    .ranks = RANKS,
	    .reference = take_byte(&b) % RANKS,
	    .most = take_number(&b)};
	uint8_t how = take_byte(&b);
	int64_t t = 0;

	f.rates = how % 3;
	f.causal = how & 0x80;
	while (b.n && f.pairs < MOST) {
		uint8_t ranks = take_byte(&b);
		struct fit_pair p = {
		    .source = ranks % RANKS, .target = ranks / RANKS % RANKS};

		t = (t + take_number(&b)) >> 2;
		p.source_start = t;
		p.source_end = t + take_byte(&b);
		p.target_end = p.source_end + (take_number(&b) >> 2);
		if (p.source != p.target)
			pair[f.pairs++] = p;
	}
	fit_ranks(&f);
	for (int i = 0; i < RANKS; i++)
		check_rank(&rank[i]);
}

/* Any points: what is told is finite, and is of points that are there. */
static void
count_any(struct bytes b)
{
	struct counter_point p[MOST];
	struct counter c = {.bits = 1 + take_byte(&b) % COUNTER_BITS,
	    .nominal = take_byte(&b) / 16.0,
	    .most = take_byte(&b) * 1000.0};
	int64_t limit = INT64_C(1) << c.bits, t = 0;
	size_t n = 0;

	while (b.n && n < MOST) {
		t += take_number(&b) >> 8;
		p[n] = (struct counter_point){
		    .ns = t, .count = take_number(&b) & (limit - 1)};
		if (take_byte(&b) & 1) {
			p[n].event = 1 + take_byte(&b);
			p[n].begun = take_byte(&b) & (limit - 1);
		}
		n++;
	}
	counter_fit(&c, p, n);
	require(c.n == n);
	if (c.verdict != COUNTER_OK)
		return;
	require(isfinite(c.rate) && c.rate > 0 && isfinite(c.count));
	require(isfinite(c.rms) && isfinite(c.largest) && c.rms <= c.largest);
	require(c.rejected * 4 <= n);
}

static void
ignore(void *context, const struct partners_verdict *v)
{
	(void)context;
	require(v->rank != v->reference);
}

static void
check_partners(const struct partners *r)
{
	for (size_t i = 0; i < r->pairs; i++) {
		size_t a = r->pair[i].source, b = r->pair[i].target;

		require(a != PARTNERS_NONE || b != PARTNERS_NONE);
		require((a == PARTNERS_NONE || a < r->n) &&
		    (b == PARTNERS_NONE || b < r->n) && a != b);
	}
}

static void
pair_any(struct bytes b)
{
	struct row row[MOST] = {{0}};
	uint8_t kind = take_byte(&b) % 4;
	struct partners r = {.row = row};

	while (b.n && r.n < MOST) {
		uint8_t bits = take_byte(&b);
		struct row *one = &row[r.n++];

		*one = (struct row){.rank = bits % 4,
		    .key = bits / 4 % 2,
		    .sequence = bits / 8 % 2,
		    .source = bits & 16,
		    .target = bits & 32,
		    .peer = bits & 64 ? POOL_NONE : bits % 3,
		    .ts = take_byte(&b)};
		one->end = one->ts + take_byte(&b);
	}
	partners_sort(&r);
	if (kind == 0)
		partners_pair_nth(&r, 5, ignore, NULL);
	else if (kind == 1)
		partners_pair_by(&r);
	else if (kind == 2)
		partners_pair_tags(&r, row[0].source);
	else
		partners_pair_anchors(&r);
	check_partners(&r);
	free(r.pair);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes b = {data, size};

	switch (take_byte(&b) % 4) {
	case 1:
		fit_any(b);
		break;
	case 3:
		count_any(b);
		break;
	default:
		pair_any(b);
	}
	return 0;
}
