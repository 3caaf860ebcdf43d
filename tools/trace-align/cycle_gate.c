#include <math.h>
#include <stdio.h>

#include "common/bytes/fixed.h"
#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "tools/trace-align/cycle_gate.h"

/* --- what a term is about --- */

static const struct subject {
	const char *word;
	enum portion portion;
	const char *named; /* what the part behind the colon names, or NULL */
} subjects[] = {{"total", PORTION_ALL, NULL}, {"period", PORTION_PERIOD, NULL},
    {"idle", PORTION_IDLE, NULL},
    {"family", PORTION_FAMILY, "kernel of the family"},
    {"group", PORTION_GROUPS, "group of the family"}};
enum { SUBJECTS = COUNT(subjects) };

/* Its place, and the name; SUBJECTS: it is of no cycle. */
static size_t
find_subject(const struct limit *t, struct span *name)
{
	*name = (struct span){0};
	for (size_t i = 0; i < SUBJECTS; i++) {
		const struct subject *s = &subjects[i];

		if (s->named ? limit_names(t, s->word, name) && name->n
			     : span_is(t->subject, s->word))
			return i;
	}
	return SUBJECTS;
}

bool
cycle_gate_takes(const struct budget *l)
{
	struct span name;

	for (int i = 0; i < l->terms; i++)
		if (l->term[i].limit.unit == AMOUNT_PLAIN ||
		    find_subject(&l->term[i], &name) == SUBJECTS)
			return false;
	return true;
}

void
cycle_gate_check_families(
    const struct cycle_budget *b, size_t n, const struct rules *rules)
{
	for (size_t i = 0; i < n; i++)
		for (int k = 0; k < b[i].budget.terms; k++) {
			const struct budget *l = &b[i].budget;
			struct span name;
			size_t s = find_subject(&l->term[k], &name);

			if (subjects[s].named &&
			    !rules_know_family(rules, name))
				opt_die("%s: no rule has the family '%.*s'",
				    gate_option(l->pass), (int)name.n, name.p);
		}
}

static struct measure
measure_term(const struct report *r, const struct limit *t)
{
	struct span name;
	size_t i = find_subject(t, &name);

	return measure_portion(r, subjects[i].portion, name);
}

/* --- messages --- */

/* A time as a string. */
struct text {
	char s[FIXED_MAX + 1];
};

static struct text
us(double ns)
{
	struct text t;

	t.s[fixed_print_us(t.s, (int64_t)llround(ns))] = 0;
	return t;
}

/*
 * Says how many times the repeats would decide it, if fewer than 100: a bound
 * comes closer with the square root of their number. What the repeats of the
 * same traces may tell comes before other recordings.
 */
static void
say_needed(char *text, size_t size, const struct report *r,
    const struct limit *t, const struct measure *m)
{
	const char *first =
	    row_difference_has_runs(r) || r->a->cycle->sums.noise.any
	    ? ""
	    : "try --spread; else ";

	const double most = 100, delta = (double)(m->b - m->a);
	double bound = t->below ? m->most : m->least;
	double more = pow((delta - bound) / (delta - limit_ns(t, m->a)), 2);

	if (more < most)
		(void)snprintf(text, size,
		    "; %sabout %.0f times the repeats, or several runs per "
		    "side, would decide it",
		    first, fmax(ceil(more), 2));
	else
		(void)snprintf(text, size,
		    "; %sonly several runs per side would decide it", first);
}

/*
 * Says the bound that exceeds the limit, if the interval holds the limit: that
 * is for both sides, and wider.
 */
static void
say_bound(
    char *text, size_t size, const struct limit *t, const struct measure *m)
{
	double limit = limit_ns(t, m->a);

	if (m->low <= limit && limit <= m->high)
		(void)snprintf(text, size, ", on one side at %s %s us",
		    t->below ? "most" : "least",
		    us(t->below ? m->most : m->least).s);
}

/* By how much a budget is exceeded, or why that is not known. */
static void
tell_difference(const struct report *r, const struct budget *l,
    const struct judgement *j, const struct measure *m)
{
	bool open = j->gate == GATE_INCONCLUSIVE;
	const char *what = open ? "inconclusive: " : "";
	double delta = (double)(m->b - m->a);
	char text[240], advice[100] = "";

	if (m->a == 0) {
		warn("%.*s: %s%s us per repeat, and nothing in A",
		    (int)l->text.n, l->text.p, what, us((double)m->b).s);
		return;
	}
	if (open)
		say_needed(advice, sizeof advice, r, j->term, m);
	else if (j->gate == GATE_EXCEEDED)
		say_bound(advice, sizeof advice, j->term, m);
	if (isfinite(m->low) && isfinite(m->high))
		(void)snprintf(text, sizeof text,
		    "95 %% interval %s to %s us%s", us(m->low).s, us(m->high).s,
		    advice);
	else
		(void)snprintf(text, sizeof text, "%s",
		    open ? "the spread is unknown: --spread, or several runs "
			   "per side, would decide it"
			 : "more than pauses can explain");
	warn("%.*s: %s%s us per repeat, %.2f %%; %s", (int)l->text.n, l->text.p,
	    what, us(delta).s, 100 * delta / (double)m->a, text);
}

void
cycle_gate_tell_lacking(const struct cycle_budget *b, size_t n)
{
	for (size_t i = 0; i < n; i++)
		for (int k = 0; k < b[i].budget.terms; k++) {
			const struct budget *l = &b[i].budget;
			struct span name;
			size_t s = find_subject(&l->term[k], &name);

			if (subjects[s].named && b[i].asked && !b[i].found[k])
				warn("%.*s: neither side has a %s %.*s: "
				     "nothing was checked",
				    (int)l->text.n, l->text.p,
				    subjects[s].named, (int)name.n, name.p);
		}
}

/* --- judging --- */

static enum gate
judge_term(const void *of, const struct limit *t, size_t row)
{
	struct measure m = measure_term(of, t);

	(void)row; /* no term is of each row */
	return m.known ? limit_judge(t, limit_ns(t, m.a), (double)(m.b - m.a),
			     m.least, m.most)
		       : GATE_UNKNOWN;
}

struct judgement
cycle_gate_check(const struct budget *l, const struct report *r)
{
	return budget_judge(l, &(struct gauge){.judge = judge_term, .of = r});
}

static int
judge_budget(struct cycle_budget *b, const struct report *r, bool quiet)
{
	const struct budget *l = &b->budget;
	struct judgement j = cycle_gate_check(l, r);
	struct measure m = measure_term(r, j.term);
	bool fails = gate_fails(j.gate, l->pass);

	b->asked = true;
	for (int i = 0; i < l->terms; i++)
		b->found[i] |= measure_term(r, &l->term[i]).rows > 0;
	if (!quiet && j.gate == GATE_UNKNOWN)
		warn("%.*s: the tables have no values in the column "
		     "mean_period_us",
		    (int)l->text.n, l->text.p);
	else if (!quiet && (fails || j.gate == GATE_INCONCLUSIVE))
		tell_difference(r, l, &j, &m);
	if (j.gate == GATE_UNKNOWN)
		return STATUS_FAILED;
	return fails ? STATUS_NO : STATUS_OK;
}

int
cycle_gate_judge(
    struct cycle_budget *b, size_t n, const struct report *r, bool quiet)
{
	int status = STATUS_OK;

	if (n > 0 && r->comparison->matched.times > 1) {
		warn("the budget cannot be judged: " CYCLE_SAID
		     " and " CYCLE_SAID " are not the same part of a model",
		    CYCLE_OF(r->a->cycle), CYCLE_OF(r->b->cycle));
		return STATUS_FAILED;
	}
	for (size_t i = 0; i < n; i++) {
		int found = judge_budget(&b[i], r, quiet);

		status = found > status ? found : status;
	}
	return status;
}
