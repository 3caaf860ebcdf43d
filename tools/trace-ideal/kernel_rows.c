#include <math.h>

#include "common/bytes/fixed.h"
#include "common/cli/x.h"
#include "common/trace/stamps.h"
#include "tools/trace-ideal/kernel_rows.h"

/*
 * How far the duration may be from that by counters: both ends of the one are
 * whole nanoseconds.
 */
static const double rounding_us = 0.0015;

void
kernel_rows_open(struct rows *r, const struct options *o, const struct tsv *in)
{
	r->ts = xtsv_column(in, "ts_us", "trace-extract");
	r->dur = xtsv_column(in, "dur_us", "trace-extract");
	r->name = xtsv_column(in, "name", "trace-extract");
	r->ph = xtsv_optional(in, "ph");
	r->cat = xtsv_optional(in, "cat");
	r->rank = xtsv_optional(in, "rank");
	r->ts3 = xtsv_optional(in, "ts3");
	r->ts4 = xtsv_optional(in, "ts4");
	r->soc = o->soc;
	xkey_open(&r->job, in, o->job);
	xkey_open(&r->key, in, o->keys);
}

void
kernel_rows_close(struct rows *r)
{
	key_free(&r->job);
	key_free(&r->key);
}

/* The cycles between the stamps of a kernel; 0 if they are not its duration. */
static int64_t
cycles_of(const struct rows *r, const struct tsv *in, double us)
{
	int64_t from, to;

	if (!(r->soc > 0) ||
	    stamps_parse(tsv_field_or_none(in, r->ts3), &from) ||
	    stamps_parse(tsv_field_or_none(in, r->ts4), &to))
		return 0;
	if (to < from)
		to += INT64_C(1) << STAMPS_BITS;
	return fabs((double)(to - from) / r->soc - us) <= rounding_us
	    ? to - from
	    : 0;
}

bool
kernel_rows_read(const struct rows *r, struct tsv *in, struct kernel *k)
{
	static const char exec[] = " Cmpt Exec";
	struct span name = tsv_field(in, r->name);
	bool flex = span_ends(name, exec);

	if (r->ph != TSV_MISSING && !span_is(tsv_field(in, r->ph), "X"))
		return false;
	if (!flex && r->cat != TSV_MISSING &&
	    !span_is(tsv_field(in, r->cat), "kernel"))
		return false;
	if (span_ends(name, " Cmpt Prep") || !tsv_field(in, r->ts).n ||
	    !tsv_field(in, r->dur).n)
		return false;
	k->name = flex ? span_cut(name, 0, name.n - strlen(exec)) : name;
	k->when = xtsv_start_and_duration(in, r->ts, r->dur);
	k->us = (double)(k->when.end - k->when.start) / 1e3;
	k->cycles = cycles_of(r, in, k->us);
	if (k->cycles)
		k->us = (double)k->cycles / r->soc;
	if (fixed_parse_int(tsv_field_or_none(in, r->rank), &k->rank))
		k->rank = -1;
	return true;
}
