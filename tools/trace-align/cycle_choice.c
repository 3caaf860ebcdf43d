#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "tools/trace-align/columns.h"
#include "tools/trace-align/cycle_report.h"

/* --- messages --- */

/* Which of several cycles were chosen. */
static void
tell_choice(const struct cycle_rows *a, const struct cycle_rows *b, size_t more)
{
	warn(CYCLE_SAID ", " REPEATS_SAID ", against " CYCLE_SAID ", %" PRId64
			" of %" PRId64 "%s",
	    CYCLE_OF(a), REPEATS_OF(a), CYCLE_OF(b), b->reps,
	    cycle_rows_kernels(b),
	    more ? ": the pair of cycles that takes most of both "
		   "traces; --all compares all pairs, --cycle another "
		   "one, --pairs lists them"
		 : "");
}

/*
 * How little they take, with `phases` together with steps of other phases, and
 * how to compare them all the same.
 */
static void
tell_small(const struct cycle_rows *a, const struct cycle_rows *b, bool phases)
{
	warn(CYCLE_SAID
	    " and " CYCLE_SAID
	    "%s take %.1f %% and %.1f %% of the kernel time of their "
	    "traces: most of both is left out, so nothing is compared",
	    CYCLE_OF(a), CYCLE_OF(b),
	    phases ? ", with the steps of other phases," : "", 100 * a->share,
	    100 * b->share);
	warn("--cycle %" PRId64 ",%" PRId64 " compares them all the same",
	    a->number, b->number);
}

/* Advice where too little of a trace repeats. */
static void
tell_whole(void)
{
	warn("--whole of trace-cycles compares all kernels of both, as if each "
	     "trace were one step");
}

/* The cycle with most time. */
static const struct cycle_rows *
main_cycle(const struct cycle_table *t)
{
	const struct cycle_rows *most = t->cycles;

	for (size_t i = 1; i < t->ncycles; i++)
		if (t->cycles[i].total > most->total)
			most = &t->cycles[i];
	return most;
}

/* No pair has one phase. */
static void
tell_no_pair(const struct cycle_table *a, const struct cycle_table *b,
    const struct wanted *w)
{
	const struct cycle_rows *of_a = main_cycle(a), *of_b = main_cycle(b);

	if (w->phase || w->step)
		warn("%s and %s have no cycles%s%s%s in common: nothing to "
		     "compare",
		    cycle_table_name(a), cycle_table_name(b),
		    w->phase ? " of phase " : "", w->phase ? w->phase : "",
		    w->step ? " of level 1" : "");
	else
		warn("no phase in common: %s has cycles of phase %.*s, %s "
		     "of %.*s: nothing to compare; --cycle %" PRId64 ",%" PRId64
		     " compares them anyway",
		    cycle_table_name(a), (int)of_a->phase.n, of_a->phase.p,
		    cycle_table_name(b), (int)of_b->phase.n, of_b->phase.p,
		    of_a->number, of_b->number);
}

/* A cycle without a counterpart in the other table. */
static void
tell_lone(const struct cycle_rows *c)
{
	warn(CYCLE_SAID ", " REPEATS_SAID ", has no counterpart", CYCLE_OF(c),
	    REPEATS_OF(c));
}

/* --- which cycles --- */

/* The order in which couples would be chosen. */
ORDER_BY(compare_ranks, struct couple, step_claim_compare(x->claim, y->claim),
    DOWN(likeness), UP(a))

static void
tell_alone(const struct inputs *in)
{
	const struct cycle_table *a = &in->a.run[0], *b = &in->b.run[0];
	bool *used = xcalloc(a->ncycles + b->ncycles, sizeof *used);

	for (size_t i = 0; i < in->ncouples; i++) {
		used[in->couples[i].a->place] = true;
		used[a->ncycles + in->couples[i].b->place] = true;
	}
	for (size_t i = 0; i < a->ncycles; i++)
		if (!used[i])
			tell_lone(&a->cycles[i]);
	for (size_t i = 0; i < b->ncycles; i++)
		if (!used[a->ncycles + i])
			tell_lone(&b->cycles[i]);
	free(used);
}

static int
align_all(const struct options *o, const struct inputs *in, struct streams *s)
{
	int status = STATUS_OK;

	if (!o->quiet)
		tell_alone(in);
	for (size_t i = 0; i < in->ncouples; i++) {
		const struct couple *c = &in->couples[i];
		int found = cycle_report_write(o, in, c->a, c->b, s, i + 1);

		status = found > status ? found : status;
	}
	return status;
}

/* Those that --cycle names; one number is for both, but not for an only one. */
static void
find_asked(const struct options *o, struct inputs *in)
{
	const struct cycle_table *ta = &in->a.run[0], *tb = &in->b.run[0];
	const struct cycle_rows *a = cycle_table_cycle(ta, o->cycle_a);
	const struct cycle_rows *b = &tb->cycles[0];

	if (o->cycle_b != ANY_CYCLE)
		b = cycle_table_cycle(tb, o->cycle_b);
	else if (tb->ncycles > 1)
		b = cycle_table_cycle(tb, o->cycle_a);
	in->couples = xcalloc(1, sizeof *in->couples);
	in->couples[0] = cycle_match_couple(ta, a, tb, b, &in->likeness);
	in->couples[0].why = "asked for";
	in->ncouples = 1;
}

/* Couples behind the first one, which may be meant by --cycle. */
static void
tell_candidates(const struct inputs *in)
{
	enum { TOLD = 3 };

	for (size_t i = 1; i < in->ncouples && i <= TOLD; i++) {
		const struct couple *c = &in->couples[i];

		warn("did you mean --cycle %" PRId64 ",%" PRId64
		     ": " REPEATS_SAID " against %" PRId64 " of %" PRId64
		     ", %.0f %% alike?",
		    c->a->number, c->b->number, REPEATS_OF(c->a), c->b->reps,
		    cycle_rows_kernels(c->b), 100 * c->likeness);
	}
}

/* Is it of a phase that no couple before it is of? */
static bool
begins_phase(const struct inputs *in, size_t n)
{
	const struct couple *c = in->couples;

	for (size_t i = 0; i < n; i++)
		if (!cycle_rows_has_phase(c[i].a) ||
		    span_equal(c[i].a->phase, c[n].a->phase))
			return false;
	return cycle_rows_has_phase(c[n].a) && !c[n].a->several;
}

/* Has trace-phase selected the cycles of this phase? */
static bool
is_selection(const struct cycle_table *t, struct span phase)
{
	for (size_t i = 0; i < t->ncycles; i++)
		if (!span_equal(t->cycles[i].phase, phase))
			return false;
	return true;
}

/* Did somebody ask for this, so that what is left out is known? */
static bool
is_asked(const struct options *o, const struct inputs *in)
{
	const struct cycle_rows *a = in->couples[0].a;

	return o->cycle_a != ANY_CYCLE || o->all || o->wanted.phase ||
	    (cycle_rows_has_phase(a) && is_selection(&in->a.run[0], a->phase) &&
		is_selection(&in->b.run[0], a->phase));
}

/*
 * Does the first couple leave most of both traces out, other than the steps of
 * other phases, though nobody asked for it? Tells so.
 */
static bool
refuse_small(const struct options *o, const struct inputs *in)
{
	struct cycle_rows a = *in->couples[0].a, b = *in->couples[0].b;
	bool phases = false;

	for (size_t i = 1; i < in->ncouples; i++)
		if (begins_phase(in, i)) {
			phases = true;
			a.part += in->couples[i].a->part;
			a.share += in->couples[i].a->share;
			b.part += in->couples[i].b->part;
			b.share += in->couples[i].b->share;
		}
	if (is_asked(o, in) || !cycle_rows_takes_little(&a) ||
	    !cycle_rows_takes_little(&b))
		return false;
	tell_small(&a, &b, phases);
	tell_whole();
	return true;
}

static int
align_best(const struct options *o, struct inputs *in, struct streams *s)
{
	const struct cycle_rows *a = in->couples[0].a, *b = in->couples[0].b;
	int status;

	if (refuse_small(o, in))
		return STATUS_FAILED;
	if (!o->quiet && !in->couples[0].why &&
	    (in->a.run[0].ncycles > 1 || in->b.run[0].ncycles > 1))
		tell_choice(a, b, in->ncouples - 1);
	status = cycle_report_write(o, in, a, b, s, NO_PAIR);
	if (status == STATUS_FAILED) {
		tell_candidates(in);
		if (!is_asked(o, in) &&
		    (cycle_rows_takes_little(a) || cycle_rows_takes_little(b)))
			tell_whole();
	}
	return status;
}

static const char *
reason(const struct couple *c, const struct couple *best, bool chosen)
{
	static const char *const behind[] = {
	    [STEP_CLAIM_ON_MAIN] = "runs beside the steps",
	    [STEP_CLAIM_SEVERAL] = "a single kernel is not a step",
	    [STEP_CLAIM_TIME] = "takes less of one trace",
	    [STEP_CLAIM_EQUAL] = "takes as much, but is no more alike"};

	if (c == best && !chosen)
		return "takes the most, but leaves most of both traces out";
	if (c->why)
		return c->why;
	if (c == best)
		return "takes the most of both traces";
	if (c->a->several || c->b->several)
		return "several steps are not a step";
	return behind[step_claim_decides(c->claim, best->claim)];
}

static void
print_couple(const struct inputs *in, struct tsvw *out, const struct couple *c,
    bool chosen)
{
	const struct cycle_table *ta = &in->a.run[0], *tb = &in->b.run[0];
	const struct cycle_rows *a = c->a, *b = c->b;

	tsvw_int(out, a->number);
	tsvw_int(out, b->number);
	tsvw_field(out, a->level);
	tsvw_field(out, b->level);
	tsvw_field(out, a->phase);
	tsvw_field(out, b->phase);
	tsvw_int(out, cycle_rows_kernels(a));
	tsvw_int(out, cycle_rows_kernels(b));
	tsvw_int(out, a->reps);
	tsvw_int(out, b->reps);
	tsvw_real(out, 100 * cycle_match_share(ta, a), 1);
	tsvw_real(out, 100 * cycle_match_share(tb, b), 1);
	tsvw_real(out, 100 * c->likeness, 1);
	tsvw_field(out, span_of(chosen ? "yes" : "no"));
	tsvw_field(out, span_of(reason(c, in->couples, chosen)));
	xtsvw_end(out);
}

/*
 * Of the phase or level that was asked for there is nothing, as in a table
 * without cycles; a budget cannot be judged.
 */
static int
status_of_none(const struct options *o)
{
	bool asked = o->wanted.phase || o->wanted.step;

	return asked && o->nbudgets == 0 ? STATUS_NO : STATUS_FAILED;
}

/* The table of --pairs, in the order of preference. */
static int
print_couples(
    const struct options *o, const struct inputs *in, struct tsvw *out)
{
	bool chosen = in->ncouples > 0 && !refuse_small(o, in);

	tsvw_field(out,
	    span_of("a_cycle\tb_cycle\ta_level\tb_level\ta_phase\tb_phase\t"
		    "a_kernels\tb_kernels\ta_reps\tb_reps\ta_share_pct\t"
		    "b_share_pct\talike_pct\tchosen\twhy"));
	xtsvw_end(out);
	for (size_t i = 0; i < in->ncouples; i++)
		print_couple(
		    in, out, &in->couples[i], chosen && (i == 0 || o->all));
	xtsvw_flush(out);
	if (in->ncouples == 0)
		return status_of_none(o);
	return chosen ? STATUS_OK : STATUS_FAILED;
}

static int
align_chosen(const struct options *o, struct inputs *in, struct streams *s)
{
	if (o->cycle_a != ANY_CYCLE)
		find_asked(o, in);
	else
		in->ncouples = cycle_match_find(&in->a.run[0], &in->b.run[0],
		    &in->likeness, &o->wanted, &in->couples);
	if (in->ncouples == 0)
		tell_no_pair(&in->a.run[0], &in->b.run[0], &o->wanted);
	if (!o->all || o->pairs)
		ARRAY_SORT(in->couples, in->ncouples, compare_ranks);
	if (o->pairs)
		return print_couples(o, in, s->rows);
	if (in->ncouples == 0)
		return status_of_none(o);
	return o->all ? align_all(o, in, s) : align_best(o, in, s);
}

int
cycle_choice_align(
    const struct options *o, struct inputs *in, struct streams *s)
{
	int status = o->nbudgets ? STATUS_FAILED : STATUS_NO;
	bool quiet = o->quiet && status == STATUS_NO;
	bool some_a = side_has_cycles(&in->a, quiet);
	bool some_b = o->one_table || side_has_cycles(&in->b, quiet);

	if (some_a && some_b)
		status = align_chosen(o, in, s);
	else if (!quiet)
		tell_whole();
	if (!o->quiet)
		cycle_gate_tell_lacking(o->budgets, o->nbudgets);
	return status;
}
