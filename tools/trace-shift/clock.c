#include "tools/trace-shift/clock.h"
#include "common/bytes/fixed.h"
#include "common/bytes/wide.h"

/* a / b to the nearest, halves to even; b > 0. */
static wide
divide(wide a, wide b)
{
	wide quotient = a / b, rest = a % b;

	if (rest < 0) {
		quotient--;
		rest += b;
	}
	if (rest * 2 > b || (rest * 2 == b && quotient % 2))
		quotient++;
	return quotient;
}

#define ONE INT64_C(1000000000000) /* units of the rate in 1 */

static int
fits(wide v, int64_t *out)
{
	*out = (int64_t)v;
	return v == *out ? 0 : -1;
}

int
clock_apply(const struct clock *c, int64_t t, int64_t *reference)
{
	wide drift = ((wide)t - c->x0) * c->rate;

	return fits((wide)t - c->offset - divide(drift, ONE), reference);
}

int
clock_undo(const struct clock *c, int64_t reference, int64_t *t)
{
	wide near = (wide)reference + c->offset;
	int64_t back;

	near += (near - c->x0) * c->rate / (ONE - c->rate);
	if (fits(near, t))
		return -1;
	/* A correct guess but for rounding: two steps are enough. */
	for (int i = 0; i < 3; i++) {
		if (clock_apply(c, *t, &back) ||
		    __builtin_sub_overflow(*t, back - reference, t))
			return -1;
		if (back == reference)
			return 0;
	}
	return 0;
}

enum { PART_MHZ = 560 };

#define SECOND INT64_C(1000000000) /* ns */

static wide
length(wide ticks, int64_t hertz)
{
	return divide(ticks * SECOND, hertz);
}

static int
fits_interval(wide v, int64_t *out)
{
	if (v >= INTERVAL_MOST || v <= -INTERVAL_MOST)
		return -1;
	*out = (int64_t)v;
	return 0;
}

/* How often the counter began anew meanwhile, beyond what the stamps show. */
static wide
turns(int64_t hertz, wide ticks, struct interval host)
{
	wide expected = (wide)(host.end - host.start) * hertz / SECOND;
	wide turn = (wide)1 << STAMPS_BITS;

	return expected > ticks ? divide(expected - ticks, turn) : 0;
}

int
ticks_convert(int64_t hertz, const struct stage *stage, struct interval host,
    const int64_t stamp[STAMPS], struct ticks *c)
{
	struct stage p = stage ? *stage : (struct stage){0, STAMPS - 1};
	wide ticks = stamp[p.to] - stamp[p.from];
	wide more = turns(hertz, ticks, host) << STAMPS_BITS;
	wide span = length(ticks + more, hertz);
	wide end = host.end;

	c->moved = more > 0;
	if (fits_interval(end - span, &c->when.start) ||
	    fits_interval(end, &c->when.end))
		return -1;
	for (int i = 0; i < STAMPS; i++) {
		wide before = stamp[p.to] - stamp[i];

		if (i <= p.from)
			before += more;
		if (fits_interval(end - length(before, hertz), &c->stamp[i]))
			return -1;
	}
	return 0;
}

int
ticks_part(int64_t hertz, const struct ticks *c, const int64_t stamp[STAMPS],
    struct stage part, struct interval *out)
{
	wide ticks = stamp[part.to] - stamp[part.from];
	/* ticks / hertz - 1 / (2 PART_MHZ) in ns, over one denominator */
	wide below = (wide)2 * PART_MHZ * hertz;
	wide above = ticks * SECOND * 2 * PART_MHZ - (wide)1000 * hertz;

	out->start = c->stamp[part.from];
	if (ticks * SECOND * PART_MHZ < (wide)1000 * hertz)
		above = 0;
	return fits_interval(out->start + divide(above, below), &out->end);
}

int
clock_millionths(struct span text, int64_t *value)
{
	char digits[FIXED_MAX];
	size_t n = 0, decimals = 0;
	bool point = false;

	for (size_t i = 0; i < text.n; i++) {
		if (text.p[i] == '.' && !point) {
			point = true;
			continue;
		}
		if (n + 6 >= sizeof digits || decimals == 6)
			return -1;
		digits[n++] = text.p[i];
		decimals += point;
	}
	while (decimals++ < 6)
		digits[n++] = '0';
	return fixed_parse_int((struct span){digits, n}, value);
}

int
ticks_rate(struct span text, int64_t *hertz)
{
	if (clock_millionths(text, hertz))
		return -1;
	return *hertz > 0 && *hertz <= TICKS_RATE_MOST ? 0 : -1;
}
