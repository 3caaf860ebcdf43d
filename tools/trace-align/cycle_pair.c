#include <math.h>

#include "common/cli/die.h"
#include "tools/trace-align/columns.h"
#include "tools/trace-align/cycle_pair.h"
#include "tools/trace-align/messages.h"
#include "tools/trace-align/summary.h"

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
	if (s->summary)
		print_summary(o, r, &changes, s->summary, pair);
	if (!o->quiet) {
		messages_runs(r->a);
		messages_runs(r->b);
		messages_times(r);
		messages_doubt(r);
	}
	if (sums)
		changes_free(&changes);
}

/* Times that may each be off by the resolution tell no difference of one. */
static struct threshold
floor_of(const struct side *a, const struct side *b)
{
	int64_t ns_a = side_resolution(a), ns_b = side_resolution(b);
	struct threshold floor = VERDICT_FLOOR;

	floor.ns = fmax(floor.ns, (double)(ns_a > ns_b ? ns_a : ns_b) + 1);
	return floor;
}

/* Tells all that there is to tell; the exit status. */
static int
report(const struct options *o, const struct report *r, struct streams *s,
    size_t pair)
{
	print(o, r, s, pair);
	if (!report_is_alike(r)) {
		messages_unlike(r);
		return STATUS_FAILED;
	}
	return gate_judge(o->budgets, o->nbudgets, r, o->quiet);
}

int
cycle_pair_align(const struct options *o, const struct inputs *in,
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
	report_init(&r);
	status = report(o, &r, s, pair);
	report_free(&r);
	comparison_free(&c);
	side_free(&a);
	side_free(&b);
	return status;
}
