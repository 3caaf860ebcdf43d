#include <stdio.h>

#include "common/cli/die.h"
#include "tools/trace-align/messages.h"

void
messages_times(const struct report *r)
{
	const struct cycle_rows *a = r->a->cycle, *b = r->b->cycle;
	bool a_longer = r->a->nrows > r->b->nrows;

	if (r->comparison->times > 1)
		warn(CYCLE_SAID " is about %zu times " CYCLE_SAID
				"; --cycle compares what is inside it",
		    CYCLE_OF(a_longer ? a : b), r->comparison->times,
		    CYCLE_OF(a_longer ? b : a));
}

/* --- which cycles --- */

void
messages_choice(
    const struct cycle_rows *a, const struct cycle_rows *b, size_t more)
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

void
messages_small(
    const struct cycle_rows *a, const struct cycle_rows *b, bool phases)
{
	warn(CYCLE_SAID
	    " and " CYCLE_SAID
	    "%s take %.1f %% and %.1f %% of the time of their traces: "
	    "most of both is left out, so nothing is compared",
	    CYCLE_OF(a), CYCLE_OF(b),
	    phases ? ", with the steps of other phases," : "", 100 * a->part,
	    100 * b->part);
}

void
messages_whole(void)
{
	warn("--whole of trace-cycles compares all kernels of both, as if each "
	     "trace were one step");
}

void
messages_candidate(
    const struct cycle_rows *a, const struct cycle_rows *b, double likeness)
{
	warn("did you mean --cycle %" PRId64 ",%" PRId64 ": " REPEATS_SAID
	     " against %" PRId64 " of %" PRId64 ", %.0f %% alike?",
	    a->number, b->number, REPEATS_OF(a), b->reps, cycle_rows_kernels(b),
	    100 * likeness);
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

void
messages_no_pair(const struct cycle_table *a, const struct cycle_table *b,
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

void
messages_alone(const struct cycle_rows *c)
{
	warn(CYCLE_SAID ", " REPEATS_SAID ", has no counterpart", CYCLE_OF(c),
	    REPEATS_OF(c));
}

void
messages_runs(const struct side *s)
{
	for (size_t k = 1; k < s->nruns; k++)
		if (s->runs[k].matched < 0.99)
			warn("%s: %.1f %% of the time of its cycle %" PRId64
			     " is in kernels that %s also has",
			    s->runs[k].cycle->file, 100 * s->runs[k].matched,
			    s->runs[k].cycle->number, s->cycle->file);
}

void
messages_doubt(const struct report *r)
{
	char a[300], b[300], text[800];

	(void)snprintf(a, sizeof a, CYCLE_SAID, CYCLE_OF(r->a->cycle));
	(void)snprintf(b, sizeof b, CYCLE_SAID, CYCLE_OF(r->b->cycle));
	if (report_doubts(r, a, b, text, sizeof text))
		warn("is it the same model? %s", text);
}

void
messages_unlike(const struct report *r)
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
