#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "common/cli/x.h"
#include "tools/trace-align/cycle_match.h"
#include "tools/trace-align/doubts.h"
#include "tools/trace-align/summary.h"

/* --- the answer --- */

/* "12.50 % less", or "as much" */
static void
say_change(char *text, size_t size, int64_t a, int64_t b)
{
	double change = page_percent(a, b);

	if (a == b || isnan(change))
		(void)snprintf(text, size, "%s", a == b ? "as much" : "more");
	else
		(void)snprintf(text, size, "%.2f %% %s", fabs(change),
		    b > a ? "more" : "less");
}

/* Whether a cycle is all kernels, once, as trace-cycles --whole writes it. */
static bool
is_whole_trace(const struct cycle_rows *c)
{
	return c->reps == 1 && c->share >= 1;
}

static bool
are_whole_traces(const struct cycle_rows *a, const struct cycle_rows *b)
{
	return is_whole_trace(a) && is_whole_trace(b);
}

/* How many attentions a repeat has; variants of one are at one position. */
static size_t
count_attentions(const struct cycle_rows *c, const struct likeness *names)
{
	int64_t last = 0;
	size_t n = 0;

	for (size_t i = 0; i < c->nrows; i++) {
		const struct row *row = &c->rows[i];

		if (row->position == last ||
		    !span_is(names->family[row->name], "attention"))
			continue;
		last = row->position;
		n++;
	}
	return n;
}

/* Layers that repeat together, as one of each kind does; so on the screen. */
enum { LAYERS_TOGETHER = 4 };

/*
 * Whether it is sure to be no layers, of a trace of one step in which only
 * these repeat. Of a step alone, as trace-phase --step leaves it, the table
 * does not have what repeats in it.
 */
static bool
is_step(const struct cycle_rows *c, const struct likeness *names)
{
	return c->holds || (c->holder && c->holder->several) ||
	    span_is(c->phase, "training") ||
	    count_attentions(c, names) > LAYERS_TOGETHER;
}

/* Whether it is inside of no step, as one of several steps that repeat. */
static bool
is_outer(const struct cycle_rows *c, const struct likeness *names)
{
	return span_is(c->level, "1") ||
	    (c->holder ? c->holder->several : is_step(c, names));
}

/* "Decode step", or what else is compared. */
static void
say_part(char *text, size_t size, const struct report *r)
{
	const struct cycle_rows *a = r->a->cycle, *b = r->b->cycle;
	bool outer = is_outer(a, r->likeness) && is_outer(b, r->likeness);
	bool steps = !outer ||
	    (is_step(a, r->likeness) && is_step(b, r->likeness) &&
		!a->several && !b->several);

	if (a->several && b->several)
		(void)snprintf(text, size, "several steps");
	else if (cycle_rows_has_phase(a) && span_equal(a->phase, b->phase))
		(void)snprintf(text, size, "%s%.*s %s",
		    outer ? "" : "part of a ", (int)a->phase.n, a->phase.p,
		    steps ? "step" : "cycle");
	else
		(void)snprintf(text, size, "%scycle",
		    span_is(a->level, "1") && span_is(b->level, "1")
			? "outermost "
			: "");
	text[0] = (char)toupper((unsigned char)text[0]);
}

/* "Decode step, 67 and 55 kernels, 5 and 5 repeats" */
static void
say_pair(char *text, size_t size, const struct report *r)
{
	const struct side *a = r->a, *b = r->b;
	bool whole = are_whole_traces(a->cycle, b->cycle);
	char part[64] = "Whole traces", repeats[64] = "";

	if (!whole) {
		say_part(part, sizeof part, r);
		(void)snprintf(repeats, sizeof repeats,
		    ", %" PRId64 " and %" PRId64 " repeats", a->reps, b->reps);
	}
	(void)snprintf(text, size, "%s, %" PRId64 " and %" PRId64 " kernels%s",
	    part, cycle_rows_kernels(a->cycle), cycle_rows_kernels(b->cycle),
	    repeats);
}

/* Of one recording on both sides few repeats make unclear what is no chance. */
static const char *
say_verdict(const struct measure *m)
{
	return m->verdict != SAME && m->a == m->b ? "to the nanosecond"
						  : verdict_say(m->verdict);
}

/* The time that people wait comes first. */
static void
write_times_said(const struct page *p)
{
	char pair[160], kernels[64], period[64];
	struct measure k = measure_whole(p->r, PORTION_ALL);
	struct measure t = measure_whole(p->r, PORTION_PERIOD);

	say_change(kernels, sizeof kernels, k.a, k.b);
	say_change(period, sizeof period, t.a, t.b);
	say_pair(pair, sizeof pair, p->r);
	if (t.known)
		page_say(p, "result",
		    "%s: %s takes %s time per repeat (%s); "
		    "its kernels take %s (%s).",
		    pair, p->name[1], period, say_verdict(&t), kernels,
		    say_verdict(&k));
	else
		page_say(p, "result",
		    "%s: the kernels of %s take %s time (%s).", pair,
		    p->name[1], kernels, say_verdict(&k));
}

/* One sentence for those who read no further. */
static void
write_result(const struct page *p)
{
	bool a_longer = p->r->a->nrows > p->r->b->nrows;
	size_t times = p->r->comparison->matched.times;

	if (times > 1)
		page_say(p, "result",
		    "These cycles are not alike: one repeat of %s is about %zu "
		    "of %s.",
		    p->name[!a_longer], times, p->name[a_longer]);
	else if (!report_is_alike(p->r))
		page_say(p, "result",
		    "These cycles are not alike: their differences mean "
		    "little.");
	else
		write_times_said(p);
}

/* --- what is compared --- */

/* "A: eager.json.gz", or the tables of all runs. */
static void
say_files(
    const char *label, const struct side *s, struct span file, struct buf *b)
{
	buf_add_text(b, label);
	if (s->nruns == 1 && file.n > 0) {
		buf_add(b, file.p, file.n);
		return;
	}
	for (size_t k = 0; k < s->nruns; k++) {
		const char *name = s->runs[k].cycle->file;

		if (k > 0)
			buf_add(b, ", ", 2);
		buf_add_text(b, name);
	}
}

static void
write_sides(const struct page *p)
{
	const struct tally *matched = p->r->comparison->matched.side;
	const struct page_side side[] = {
	    {p->facts[0].gpu, p->r->a, &matched[0]},
	    {p->facts[1].gpu, p->r->b, &matched[1]}};
	static const char *const label[] = {"A: ", "B: "};
	struct buf text = {0};

	for (int i = 0; i < 2; i++) {
		text.n = 0;
		say_files(label[i], side[i].side, p->facts[i].file, &text);
		page_line(p,
		    &(struct page_row){.section = "compared",
			.what = buf_span(&text),
			.side = &side[i]});
	}
	buf_free(&text);
}

/* Pairs of one operator whose shapes are known. */
struct shapes {
	size_t all, other; /* pairs, and those whose shapes differ */
	double a, b;       /* elements of all their inputs */
};

/* The elements of inputs, as "[[8, 128], [128], []]": 1153, a number being 1.
 */
static double
elements_of(struct span s)
{
	double all = 0, product = 1, number = -1;

	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];

		if (c >= '0' && c <= '9') {
			number = (number < 0 ? 0 : number * 10) + (c - '0');
			continue;
		}
		if (number >= 0)
			product *= number;
		number = -1;
		if (c == '[')
			product = 1;
		/* The outer bracket closes no shape of its own. */
		if (c == ']' && i > 0 && s.p[i - 1] != ']')
			all += product;
	}
	return all;
}

static struct shapes
compare_shapes(const struct comparison *c)
{
	struct shapes s = {0};

	for (size_t i = 0; i < c->npairs; i++) {
		const struct row *a = c->pairs[i].a, *b = c->pairs[i].b;

		if (!a || !b || a->shapes.n == 0 || b->shapes.n == 0 ||
		    !span_equal(a->cpu_op, b->cpu_op))
			continue;
		s.all++;
		s.other += !span_equal(a->shapes, b->shapes);
		s.a += elements_of(a->shapes);
		s.b += elements_of(b->shapes);
	}
	return s;
}

/* Unequal work is not slower, so it is said before all else. */
static void
write_work(const struct page *p)
{
	struct shapes s = compare_shapes(p->r->comparison);
	double times = s.a > 0 ? s.b / s.a : 0;

	if (s.other == 0)
		return;
	if (fabs(times - 1) < 0.005)
		page_say(p, "note",
		    "Other shapes: %zu of %zu pairs of kernels have inputs of "
		    "different shapes, with as many elements in all.",
		    s.other, s.all);
	else
		page_say(p, "note",
		    "Unequal work: %zu of %zu pairs of kernels have inputs of "
		    "different shapes; those of %s have %.2f times as many "
		    "elements.",
		    s.other, s.all, p->name[1], times);
}

static void
write_notes(const struct page *p)
{
	const struct report *r = p->r;
	const struct cycle_rows *a = r->a->cycle, *b = r->b->cycle;
	char doubt[300];

	write_work(p);
	if (are_whole_traces(a, b))
		page_say(p, "note",
		    "Whole traces: all kernels are compared, however many "
		    "steps there are in %s and in %s.",
		    p->name[0], p->name[1]);
	/* A comparison of small parts of both traces is no verdict on them. */
	if (cycle_rows_takes_little(a) && cycle_rows_takes_little(b))
		page_say(p, "note",
		    "Small part: these cycles take %.1f %% of the kernel time "
		    "of %s and %.1f %% of that of %s.",
		    100 * a->share, p->name[0], 100 * b->share, p->name[1]);
	if (report_doubts(r, p->name[0], p->name[1], doubt, sizeof doubt))
		page_say(p, "note", "%s: is it the same model?", doubt);
	if (!row_difference_has_runs(r))
		page_say(p, "note",
		    "One run per side: changes below %.1f %% or %.1f us count "
		    "as noise%s.",
		    100 * r->floor.share, r->floor.ns / 1000,
		    measure_whole(r, PORTION_PERIOD).verdict != UNKNOWN
			? ""
			: ", and the period is not tested");
}

/* --- times --- */

static void
write_times(const struct page *p)
{
	static const struct {
		const char *what;
		enum portion portion;
	} times[] = {{"period", PORTION_PERIOD}, {"busy", PORTION_BUSY},
	    {"idle", PORTION_IDLE}, {"kernels", PORTION_ALL}};

	for (size_t i = 0; i < COUNT(times); i++) {
		struct measure m = measure_whole(p->r, times[i].portion);

		if (m.known)
			page_line(p,
			    &(struct page_row){.section = "time",
				.what = span_of(times[i].what),
				.times = &m,
				.judged = true,
				.interval = true});
	}
}

void
summary_rows(struct tsvw *out, const struct report *r, const struct changes *c,
    const struct facts facts[2], size_t pair)
{
	struct page p = {.out = out, .r = r, .facts = facts, .pair = pair};

	page_name_sides(&p);
	write_result(&p);
	write_sides(&p);
	write_notes(&p);
	explain_common(&p, c);
	write_times(&p);
	explain_kinds(&p);
	explain_changes(&p, c);
	explain_families(&p);
	xtsvw_flush(out);
}
