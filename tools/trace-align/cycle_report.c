#include <math.h>
#include <stdio.h>

#include "common/cli/die.h"
#include "tools/trace-align/columns.h"
#include "tools/trace-align/common_ratio.h"
#include "tools/trace-align/cycle_report.h"
#include "tools/trace-align/doubts.h"
#include "tools/trace-align/summary.h"

/* --- messages --- */

/* That one side is several repeats of the other. */
static void
tell_times(const struct report *r)
{
	const struct cycle_rows *a = r->a->cycle, *b = r->b->cycle;
	bool a_longer = r->a->nrows > r->b->nrows;

	if (r->comparison->matched.times > 1)
		warn(CYCLE_SAID " is about %zu times " CYCLE_SAID
				"; --cycle compares what is inside it",
		    CYCLE_OF(a_longer ? a : b), r->comparison->matched.times,
		    CYCLE_OF(a_longer ? b : a));
}

/* Runs of a side that were not wholly aligned with the first one. */
static void
tell_runs(const struct side *s)
{
	for (size_t k = 1; k < s->nruns; k++)
		if (s->runs[k].matched < 0.99)
			warn("%s: %.1f %% of the time of its cycle %" PRId64
			     " is in kernels that %s also has",
			    s->runs[k].cycle->file, 100 * s->runs[k].matched,
			    s->runs[k].cycle->number, s->cycle->file);
}

/* Why the models may differ, if they may. */
static void
tell_doubt(const struct report *r)
{
	char a[300], b[300], text[800];

	(void)snprintf(a, sizeof a, CYCLE_SAID, CYCLE_OF(r->a->cycle));
	(void)snprintf(b, sizeof b, CYCLE_SAID, CYCLE_OF(r->b->cycle));
	if (report_doubts(r, a, b, text, sizeof text))
		warn("is it the same model? %s", text);
}

/* Less than the least share of time, or of kinds of kernels, is matched. */
static void
tell_unlike(const struct report *r)
{
	const struct cycle_rows *a = r->a->cycle, *b = r->b->cycle;
	const struct matched *m = &r->comparison->matched;
	const struct tally *of_a = &m->side[0], *of_b = &m->side[1];

	if (matched_kinds(m) < r->least)
		warn(CYCLE_SAID
		    " and " CYCLE_SAID
		    " are not alike: %zu of %zu and %zu of %zu kinds of "
		    "kernels have a partner, %.0f %% of all, less than %g %%",
		    CYCLE_OF(a), CYCLE_OF(b), of_a->matched_kinds, of_a->kinds,
		    of_b->matched_kinds, of_b->kinds, 100 * matched_kinds(m),
		    100 * r->least);
	if (matched_share(m) < r->least)
		warn(CYCLE_SAID
		    " and " CYCLE_SAID
		    " are not alike: %.1f %% and %.1f %% of their time is "
		    "matched, less than %g %%",
		    CYCLE_OF(a), CYCLE_OF(b), 100 * matched_of_time(of_a),
		    100 * matched_of_time(of_b), 100 * r->least);
}

/* --- all of it --- */

static void
print_summary(const struct options *o, const struct report *r,
    const struct changes *changes, struct tsvw *out, size_t pair)
{
	struct pool *texts = pool_new();
	struct facts facts[2] = {{{NULL, 0}, {NULL, 0}}};

	if (o->info[0]) {
		facts[0] = facts_read(o->info[0], r->a->cycle->device, texts);
		facts[1] = facts_read(o->info[1], r->b->cycle->device, texts);
	}
	summary_rows(out, r, changes, facts, pair);
	pool_free(texts);
}

static void
print(const struct options *o, const struct report *r, struct streams *s,
    size_t pair)
{
	bool sums = o->by_fusion || s->summary;
	struct changes changes;

	if (sums)
		changes_find(&changes, r);
	if (o->by_fusion)
		columns_changes(s->rows, r, &changes, pair);
	else
		s->groups = columns_rows(s->rows, r, pair, s->groups);
	if (s->summary) {
		changes_join_alike(&changes, r);
		print_summary(o, r, &changes, s->summary, pair);
	}
	if (!o->quiet) {
		tell_runs(r->a);
		tell_runs(r->b);
		tell_times(r);
		tell_doubt(r);
	}
	if (sums)
		changes_free(&changes);
}

/*
 * The error of a time, in ns, by its resolution: a microsecond where all times
 * are whole ones, as in traces of old profilers.
 */
static double
resolution(const struct side *s)
{
	for (size_t i = 0; i < s->nrows; i++)
		if (s->rows[i].sum % 1000 != 0)
			return 1;
	return 1000;
}

/* Times that may each be off by the resolution tell no difference of one. */
static struct threshold
floor_of(const struct side *a, const struct side *b)
{
	struct threshold floor = VERDICT_FLOOR;

	floor.ns = fmax(floor.ns, fmax(resolution(a), resolution(b)) + 1);
	return floor;
}

/* Tells all that there is to tell; the exit status. */
static int
report(const struct options *o, const struct report *r, struct streams *s,
    size_t pair)
{
	print(o, r, s, pair);
	if (!report_is_alike(r)) {
		tell_unlike(r);
		return STATUS_FAILED;
	}
	return cycle_gate_judge(o->budgets, o->nbudgets, r, o->quiet);
}

int
cycle_report_write(const struct options *o, const struct inputs *in,
    const struct cycle_rows *of_a, const struct cycle_rows *of_b,
    struct streams *s, size_t pair)
{
	struct side a, b;
	struct comparison c;
	struct report r = {.comparison = &c,
	    .a = &a,
	    .b = &b,
	    .names = in->names,
	    .likeness = &in->likeness,
	    .least = o->least};
	int status;

	side_of_cycle(&in->a, of_a, &in->likeness, &a);
	side_of_cycle(&in->b, of_b, &in->likeness, &b);
	r.floor = floor_of(&a, &b);
	compare(&c, a.rows, a.nrows, b.rows, b.nrows, &in->likeness);
	row_differences_find(&r);
	status = report(o, &r, s, pair);
	row_differences_free(&r);
	comparison_free(&c);
	side_free(&a);
	side_free(&b);
	return status;
}
