#include "tools/trace-shift/clock.h"

#define ONE INT64_C(1000000000000) /* units of the rate in 1 */

__extension__ typedef __int128 wide;

/* a / ONE to the nearest, halves to even. */
static int64_t
divide(wide a)
{
	wide quotient = a / ONE, rest = a % ONE;

	if (rest < 0) {
		quotient--;
		rest += ONE;
	}
	if (rest * 2 > ONE || (rest * 2 == ONE && quotient % 2))
		quotient++;
	return (int64_t)quotient;
}

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

	return fits((wide)t - c->offset - divide(drift), reference);
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
