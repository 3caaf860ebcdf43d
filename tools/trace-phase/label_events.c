#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "tools/trace-phase/kernel_evidence.h"
#include "tools/trace-phase/label.h"
#include "tools/trace-phase/phase_decision.h"
#include "tools/trace-phase/rows.h"
#include "tools/trace-phase/training.h"

/*
 * Work launched between two annotations belongs to the step before: the host
 * samples, and feeds the next step.
 */
static void
follow_launches(struct rows *t, struct moment *m)
{
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++)
		if (t->row[i].gpu && t->row[i].launch != ROWS_NO_TIME)
			m[n++] = (struct moment){t->row[i].launch,
			    t->row[i].run, .finding = &t->row[i].finding};
	propagate_after(m, n, "launched after an annotation of ");
}

/*
 * Without launches: from the start of one annotation to that of the next, of
 * those in the GPU's time on each GPU, or of those of the host.
 */
static void
follow_notes(struct rows *t, struct moment *m, bool gpu)
{
	size_t n = 0;

	for (size_t i = 0; i < t->nnotes; i++)
		if (t->note[i].gpu == gpu)
			m[n++] = (struct moment){t->note[i].ts,
			    gpu ? t->note[i].device : t->note[i].run,
			    .finding = &t->note[i].finding};
	if (n == 0)
		return;
	for (size_t i = 0; i < t->n; i++)
		if (t->row[i].gpu && t->row[i].finding.phase == PHASE_EMPTY)
			m[n++] = (struct moment){t->row[i].ts,
			    gpu ? t->row[i].device : t->row[i].run,
			    .finding = &t->row[i].finding};
	propagate_after(m, n,
	    gpu ? "after the start, on the GPU, of an annotation of "
		: "after the start of an annotation of ");
}

/* The kernels that other streams run for a step have its phase. */
static void
follow_steps(struct rows *t, const enum phase *phase)
{
	for (size_t i = 0; i < t->n; i++) {
		struct row *r = &t->row[i];
		enum phase p;

		if (r->finding.phase != PHASE_EMPTY ||
		    r->step == ROWS_NO_NUMBER || phase[r->step] == PHASE_EMPTY)
			continue;
		p = phase[r->step];
		r->finding = p == PHASE_UNKNOWN
		    ? (struct finding){p, JUDGE_INSIDE, ""}
		    : (struct finding){
			  p, "belongs to a step of ", phase_name(p)};
	}
}

/* The kernels of a cycle have its phase. */
static void
ask_cycles(struct rows *t)
{
	enum phase *step =
	    xcalloc(pool_count(t->steps.pool) + 1u, sizeof *step);

	paths_judge(&t->paths);
	for (size_t i = 0; i < t->n; i++) {
		struct row *row = &t->row[i];
		const struct paths_repeat *r =
		    paths_compared(&t->paths, row->repeat);
		const struct judged_cycle *c =
		    r ? &t->paths.cycle[r->cycle] : NULL;

		if (!c || !paths_is_alike(&t->paths, r))
			continue;
		if (row->finding.phase == PHASE_EMPTY)
			row->finding =
			    (struct finding){c->phase, c->reason, ""};
		if (row->step != ROWS_NO_NUMBER && r->outer == PATH_NONE &&
		    (c->phase != PHASE_UNKNOWN || training_has_step(c)))
			step[row->step] = c->phase;
	}
	follow_steps(t, step);
	free(step);
}

/* Labels kernels, each by its own evidence or by that of its neighbours. */
static void
ask_kernels(struct rows *t, struct moment *m)
{
	struct testimony alone[EVIDENCE_KINDS];
	size_t n = 0;

	for (int k = 0; k < EVIDENCE_KINDS; k++)
		alone[k] = kernels_alone((enum evidence)k, &t->all);

	for (size_t i = 0; i < t->n; i++) {
		struct row *r = &t->row[i];
		enum evidence kind;
		struct testimony says;
		bool sure;

		if (!r->gpu)
			continue;
		kind = rows_kind(t, r);
		says = alone[kind];
		sure = says.strength == SAYS_SURE;
		m[n++] = (struct moment){.time = r->ts,
		    .group = r->device,
		    .finding = &r->finding,
		    .says = says.phase,
		    .sure = sure,
		    .attention = kernels_is_attention(kind)};
		if (r->finding.phase == PHASE_EMPTY &&
		    says.phase > PHASE_UNKNOWN)
			r->finding = (struct finding){PHASE_EMPTY, says.why.p,
			    sure ? t->names.says[r->name].why.p : ""};
	}
	propagate_confirm(m, n);
	propagate_between(m, n, paths_step(&t->paths), "between kernels of ");
}

static void
label(const struct options *o, struct rows *t)
{
	struct moment *m = xcalloc(t->n + t->nnotes, sizeof *m);
	bool trains = training_has_all(&t->all);
	struct finding rest = {PHASE_UNKNOWN,
	    trains ? training_reason(&t->all) : "no evidence", ""};

	if (t->column.annotation >= 0)
		follow_launches(t, m);
	follow_notes(t, m, true);
	if (t->column.annotation < 0)
		follow_notes(t, m, false);
	if (o->method == METHOD_ALL) {
		ask_cycles(t);
		if (!trains)
			ask_kernels(t, m);
	}
	for (size_t i = 0; i < t->n; i++)
		if (t->row[i].gpu && t->row[i].finding.phase == PHASE_EMPTY)
			t->row[i].finding = rest;
	free(m);
}

/* Prints all rows, or those of the phase; returns how many of the GPU. */
static size_t
write_rows(const struct options *o, const struct rows *t, struct tsvw *out)
{
	struct span lines = buf_span(&t->lines);
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++) {
		const struct row *r = &t->row[i];
		struct span line = span_take(&lines, '\n');

		if (o->select && (!r->gpu || r->finding.phase != o->wanted))
			continue;
		n += r->gpu;
		label_row(out, &t->column.label, line,
		    r->gpu && !r->stands ? &r->finding : NULL);
	}
	xtsvw_flush(out);
	return n;
}

int
label_events(const struct options *o, struct tsv *in, struct tsvw *out)
{
	struct rows t;
	size_t n;

	rows_open(&t, o, in);
	label_header(out, &t.column.label, in);
	while (xtsv_next(in))
		rows_add(&t, in);
	if (o->method == METHOD_ANNOTATION && !t.annotated)
		die("%s: method annotation needs annotations: "
		    "trace-extract -c gpu,host | trace-link adds them",
		    tsv_file(in));
	if (!t.annotated && t.column.path == TSV_MISSING && !o->quiet)
		warn("%s: neither cycles, which trace-cycles --events adds, "
		     "nor annotations, which trace-link adds: few phases are "
		     "known without",
		    tsv_file(in));
	label(o, &t);
	n = write_rows(o, &t, out);
	if (o->select && n == 0 && !o->quiet)
		warn("%s: no event is %s; without -s, phase_reason says why",
		    tsv_file(in), phase_name(o->wanted));
	rows_free(&t);
	return o->select && n == 0 ? STATUS_NO : STATUS_OK;
}
