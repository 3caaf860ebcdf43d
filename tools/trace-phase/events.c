#include <stdlib.h>

#include "common/cli/die.h"
#include "common/cli/x.h"
#include "tools/trace-phase/events.h"
#include "tools/trace-phase/frequency.h"
#include "tools/trace-phase/propagate.h"
#include "tools/trace-phase/rows.h"

/*
 * What was launched between two annotations goes on with the step before: the
 * host samples, and feeds what comes next.
 */
static void
follow_launches(struct rows *t, struct moment *m)
{
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++)
		if (t->row[i].gpu && t->row[i].launch != ROWS_NO_TIME)
			m[n++] = (struct moment){t->row[i].launch,
			    t->row[i].run, &t->row[i].verdict, false};
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
			    &t->note[i].verdict, false};
	if (n == 0)
		return;
	for (size_t i = 0; i < t->n; i++)
		if (t->row[i].gpu && t->row[i].verdict.phase == PHASE_EMPTY)
			m[n++] = (struct moment){t->row[i].ts,
			    gpu ? t->row[i].device : t->row[i].run,
			    &t->row[i].verdict, false};
	propagate_after(m, n,
	    gpu ? "after the start, on the GPU, of an annotation of "
		: "after the start of an annotation of ");
}

static void
ask_each(struct rows *t)
{
	for (size_t i = 0; i < t->n; i++)
		if (t->row[i].gpu && t->row[i].verdict.phase == PHASE_EMPTY)
			t->row[i].verdict = t->says[t->row[i].about];
}

static void
ask_frequency(struct rows *t)
{
	uint32_t n = pool_count(t->launchers);
	struct verdict *frequent = xcalloc(n, sizeof *frequent);

	if (frequency_judge(t->launches, n, frequent))
		die_memory();
	for (size_t i = 0; i < t->n; i++)
		if (t->row[i].gpu && t->row[i].verdict.phase == PHASE_EMPTY &&
		    t->row[i].launcher != ROWS_NO_NUMBER)
			t->row[i].verdict = frequent[t->row[i].launcher];
	free(frequent);
}

/* The kernels of a cycle have its phase. */
static void
ask_cycles(struct rows *t)
{
	struct paths *p = &t->paths;

	if (paths_judge(p))
		die_memory();
	for (size_t i = 0; i < t->n; i++) {
		struct row *r = &t->row[i];
		size_t at = r->cycle == ROWS_NO_NUMBER
		    ? CYCLE_NONE
		    : paths_compared(p, r->cycle);

		if (at != CYCLE_NONE && r->verdict.phase == PHASE_EMPTY &&
		    !(p->cycle[at].unlike &&
			p->cycle[at].phase == PHASE_UNKNOWN))
			r->verdict = (struct verdict){
			    p->cycle[at].phase, p->cycle[at].reason, ""};
	}
}

/* More tokens than engines let a decode step compute, as they come. */
enum { MANY_TOKENS = 1025 };

/* What a kernel in no cycle says, by its name or its matrix product. */
static enum evidence
evidence_of_row(const struct rows *t, const struct row *r, bool engine)
{
	enum evidence kind = names_get(&t->names, r->name)->kind;
	int64_t tokens = t->tokens[r->about];

	if (kind != EVIDENCE_NOTHING || !engine || !tokens)
		return kind;
	if (tokens >= MANY_TOKENS)
		return EVIDENCE_MANY;
	return tokens <= t->options->threshold ? EVIDENCE_FEW
					       : EVIDENCE_NOTHING;
}

static bool
has_engine(const struct rows *t)
{
	for (size_t i = 0; i < t->n; i++)
		if (t->row[i].gpu &&
		    evidence_engine(names_get(&t->names, t->row[i].name)->kind))
			return true;
	return false;
}

static bool
has_kind(const struct rows *t, enum evidence kind)
{
	for (size_t i = 0; i < t->n; i++)
		if (t->row[i].gpu &&
		    names_get(&t->names, t->row[i].name)->kind == kind)
			return true;
	return false;
}

/*
 * Many tokens are those of prompts, and of others where attention shows that
 * the engine mixes. A piece of a step that shows no engine does not tell.
 */
static enum phase
phase_of_many(const struct rows *t)
{
	if (has_kind(t, EVIDENCE_EITHER))
		return PHASE_MIXED;
	if (has_kind(t, EVIDENCE_BATCHING))
		return PHASE_EMPTY;
	return has_kind(t, EVIDENCE_ATTENTION) ||
		has_kind(t, EVIDENCE_PREFILL) || has_kind(t, EVIDENCE_ENGINE)
	    ? PHASE_PREFILL
	    : PHASE_EMPTY;
}

/* What kernels in no cycle say, each by itself. */
static void
ask_kernels(struct rows *t)
{
	bool engine = has_engine(t), drafts = has_kind(t, EVIDENCE_VERIFY);
	enum phase many = phase_of_many(t);

	for (size_t i = 0; i < t->n; i++) {
		struct row *r = &t->row[i];
		struct verdict *v = &r->verdict;
		const char *why;

		if (!r->gpu || v->phase != PHASE_EMPTY)
			continue;
		why = names_get(&t->names, r->name)->why.p;
		switch (evidence_of_row(t, r, engine)) {
		case EVIDENCE_PREFILL:
			/* several drafted tokens are as a prompt */
			if (!drafts)
				*v = (struct verdict){
				    PHASE_PREFILL, "kernel: ", why};
			break;
		case EVIDENCE_DECODE:
			*v = (struct verdict){PHASE_DECODE, "kernel: ", why};
			break;
		case EVIDENCE_MANY:
			if (many != PHASE_EMPTY)
				*v = (struct verdict){
				    many, "kernel for many tokens", ""};
			break;
		default:
			break;
		}
	}
}

/*
 * Kernels for a few tokens are those of decode, but for the last layer, which
 * computes one token of each prompt: they count where the evidence before them
 * and after them is not prefill's.
 */
static void
ask_few(struct rows *t, struct moment *m)
{
	static const char few[] = "kernels for a few tokens", no[] = "";
	bool engine = has_engine(t);
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++) {
		struct row *r = &t->row[i];

		if (!r->gpu)
			continue;
		if (r->verdict.phase == PHASE_EMPTY) {
			if (evidence_of_row(t, r, engine) != EVIDENCE_FEW)
				continue;
			r->verdict = (struct verdict){PHASE_EMPTY, few, no};
		}
		m[n++] = (struct moment){r->ts, r->device, &r->verdict, false};
	}
	propagate_confirm(m, n, PHASE_DECODE);
}

/* Attention that is any step's. */
static bool
tells_nothing(enum evidence e)
{
	return e == EVIDENCE_TOKEN || e == EVIDENCE_EITHER ||
	    e == EVIDENCE_SPLIT || e == EVIDENCE_ATTENTION;
}

static void
ask_neighbours(struct rows *t, struct moment *m)
{
	size_t n = 0, ends = paths_step(&t->paths);

	for (size_t i = 0; i < t->n; i++) {
		struct row *r = &t->row[i];

		if (r->gpu)
			m[n++] = (struct moment){r->ts, r->device, &r->verdict,
			    tells_nothing(names_get(&t->names, r->name)->kind)};
	}
	propagate_between(m, n, ends, "between kernels of ");
}

static void
label(const struct options *o, struct rows *t)
{
	struct moment *m = xcalloc(t->n + t->nnotes, sizeof *m);
	enum method by = o->method;

	if (by == METHOD_BEST || by == METHOD_ANNOTATION) {
		if (t->column.annotation >= 0)
			follow_launches(t, m);
		follow_notes(t, m, true);
		if (t->column.annotation < 0)
			follow_notes(t, m, false);
	}
	if (by != METHOD_ANNOTATION)
		ask_each(t);
	if (by == METHOD_HYBRID || by == METHOD_OPERATION_FREQUENCY)
		ask_frequency(t);
	if (by == METHOD_BEST) {
		ask_cycles(t);
		ask_kernels(t);
		ask_few(t, m);
		ask_neighbours(t, m);
	}
	for (size_t i = 0; i < t->n; i++)
		if (t->row[i].gpu && t->row[i].verdict.phase == PHASE_EMPTY)
			t->row[i].verdict =
			    (struct verdict){PHASE_UNKNOWN, "no evidence", ""};
	free(m);
}

/* Prints all rows, or those of the phase; returns how many of the GPU. */
static size_t
write_rows(const struct options *o, const struct rows *t, struct tsvw *out)
{
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++) {
		const struct row *r = &t->row[i];
		struct span line = {t->lines.p + r->at, r->n};

		if (o->select && (!r->gpu || r->verdict.phase != o->wanted))
			continue;
		n += r->gpu;
		label_row(out, &t->column.label, line,
		    r->gpu && !r->stands ? &r->verdict : NULL);
	}
	xtsvw_flush(out);
	return n;
}

int
events_run(const struct options *o, struct tsv *in, struct tsvw *out)
{
	struct rows t;
	size_t n;

	rows_open(&t, o, in);
	label_header(out, &t.column.label, in);
	while (xtsv_next(in))
		rows_add(&t, in);
	if (o->method == METHOD_ANNOTATION && !t.annotated)
		die("%s: method annotation needs annotations: trace-extract -c "
		    "gpu,host | trace-link brings them",
		    tsv_file(in));
	label(o, &t);
	n = write_rows(o, &t, out);
	if (o->select && n == 0 && !o->quiet)
		warn("%s: no event is %s; without -s, phase_reason says why",
		    tsv_file(in), phase_name(o->wanted));
	rows_free(&t);
	return o->select && n == 0 ? STATUS_NO : STATUS_OK;
}
