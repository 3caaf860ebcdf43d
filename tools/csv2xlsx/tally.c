#include <math.h>

#include "common/bytes/fixed.h"
#include "tools/csv2xlsx/tally.h"

struct tally
tally_of(struct span name)
{
	return (struct tally){.about = column_of(name)};
}

int
tally_add(struct tally *t, struct span text)
{
	bool time = t->about.kind == COLUMN_TIME;
	int64_t v;

	if (!t->about.sums)
		return 0;
	if (time ? fixed_parse_us(text, &v) : fixed_parse_int(text, &v)) {
		t->about.sums = false;
		return 0;
	}
	return fixed_add(&t->total, v);
}

size_t
tally_total(const struct tally *t, char *out)
{
	return t->about.kind == COLUMN_TIME ? fixed_print_us(out, t->total)
					    : fixed_print_int(out, t->total);
}

void
tally_change(struct tally *t, double v)
{
	t->change = fmax(t->change, fabs(v - tally_middle(t)));
}

double
tally_middle(const struct tally *t)
{
	return t->about.kind == COLUMN_RATIO ? 1 : 0;
}

double
tally_reach(const struct tally *t)
{
	switch (t->about.kind) {
	case COLUMN_PERCENT:
		return fmin(t->change, 100);
	case COLUMN_RATIO:
		return fmin(t->change, 1);
	default:
		return t->change;
	}
}
