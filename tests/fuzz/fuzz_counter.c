/*
 * Any intervals, samples and points: depths are those that looking at each
 * interval finds, rates are finite and of samples in order, and the two states
 * of a counter have all of its time.
 */
#include <math.h>

#include "tests/fuzz/bytes.h"
#include "tools/trace-counter/measures.h"

enum { MOST = 64, KEYS = 3 };

struct all {
	struct interval when[MOST];
	uint32_t key[MOST];
	size_t n;
	int64_t before; /* the last time told */
};

static void
check_depth(void *context, uint32_t key, int64_t time, int64_t open)
{
	struct all *all = context;

	require(time >= all->before);
	all->before = time;
	for (size_t i = 0; i < all->n; i++)
		open -= all->key[i] == key && all->when[i].start <= time &&
		    time < all->when[i].end;
	require(open == 0);
}

static void
depth_any(struct bytes b)
{
	struct all all = {.before = INT64_MIN};
	struct depth d = {.emit = check_depth, .context = &all};
	int64_t start = 0;

	while (b.n && all.n < MOST) {
		start += take_byte(&b) % 8;
		all.key[all.n] = take_byte(&b) % KEYS;
		all.when[all.n++] =
		    (struct interval){start, start + take_byte(&b) % 32};
	}
	for (size_t i = 0; i < all.n; i++)
		depth_add(&d, all.key[i], all.when[i].start, all.when[i].end);
	depth_end(&d);
	depth_free(&d);
}

static void
rate_any(struct bytes b)
{
	struct rate r = {.bits = take_byte(&b) % 63,
	    .scale = 1 + take_byte(&b),
	    .most = take_byte(&b),
	    .by_other = take_byte(&b) & 1};
	struct sample s[MOST];
	size_t next[KEYS], n = 0, left;

	while (b.n && n < MOST) {
		s[n++] = (struct sample){.time = take_number(&b) >> 2,
		    .value = take_number(&b) & INT64_MAX,
		    .other = take_byte(&b),
		    .key = take_byte(&b) % KEYS};
	}
	left = n ? rate_find(&r, s, n, next, KEYS) : 0;
	require(left <= n);
	for (size_t i = 0; i < left; i++) {
		require(isfinite(s[i].rate));
		require(r.most == 0 || fabs(s[i].rate) <= r.most);
		require(i == 0 || s[i - 1].time <= s[i].time);
	}
}

static void
during_any(struct bytes b)
{
	struct point p[MOST];
	struct intervals busy = {0};
	struct during in, out;
	int64_t least = INT64_MAX, most = INT64_MIN;
	size_t n = 0;

	while (b.n && n < MOST) {
		int64_t start = take_byte(&b);

		intervals_add(&busy,
		    (struct interval){start, start + take_byte(&b) % 16});
		p[n] = (struct point){take_byte(&b), take_byte(&b) % 4};
		least = p[n].time < least ? p[n].time : least;
		most = p[n].time > most ? p[n].time : most;
		n++;
	}
	intervals_close(&busy);
	during_find(p, n, &busy, true, &in);
	during_find(p, n, &busy, false, &out);
	require(in.length + out.length == (n ? most - least : 0));
	require(in.nonzero <= in.length && out.nonzero <= out.length);
	require(in.mean <= in.most && !(in.median_nonzero > in.most));
	intervals_free(&busy);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes b = {data, size};

	switch (take_byte(&b) % 3) {
	case 0:
		depth_any(b);
		break;
	case 1:
		rate_any(b);
		break;
	default:
		during_any(b);
	}
	return 0;
}
