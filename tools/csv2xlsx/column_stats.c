#include <math.h>

#include "common/bytes/fixed.h"
#include "tools/csv2xlsx/column_stats.h"

struct column_stats
column_stats_of(struct span name)
{
	return (struct column_stats){.about = column_of(name)};
}

int
column_stats_add(struct column_stats *t, struct span text)
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
column_stats_total(const struct column_stats *t, char *out)
{
	return t->about.kind == COLUMN_TIME ? fixed_print_us(out, t->total)
					    : fixed_print_int(out, t->total);
}

void
column_stats_change(struct column_stats *t, double v)
{
	t->change = fmax(t->change, fabs(v - column_stats_middle(t)));
}

double
column_stats_middle(const struct column_stats *t)
{
	return t->about.kind == COLUMN_RATIO ? 1 : 0;
}

double
column_stats_farthest(const struct column_stats *t)
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
