#include <stdlib.h>

#include "common/cli/die.h"
#include "common/cli/x.h"
#include "tools/trace-phase/events.h"
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
			    t->row[i].run, .verdict = &t->row[i].verdict};
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
			    .verdict = &t->note[i].verdict};
	if (n == 0)
		return;
	for (size_t i = 0; i < t->n; i++)
		if (t->row[i].gpu && t->row[i].verdict.phase == PHASE_EMPTY)
			m[n++] = (struct moment){t->row[i].ts,
			    gpu ? t->row[i].device : t->row[i].run,
			    .verdict = &t->row[i].verdict};
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

	if (methods_frequency(t->launches, n, frequent))
		die_memory();
	for (size_t i = 0; i < t->n; i++)
		if (t->row[i].gpu && t->row[i].verdict.phase == PHASE_EMPTY &&
		    t->row[i].launcher != ROWS_NO_NUMBER)
			t->row[i].verdict = frequent[t->row[i].launcher];
	free(frequent);
}

/* Would it be, in a step of this phase, that of another step? */
static bool
is_of_other(enum evidence e, enum phase p)
{
	if (p == PHASE_DECODE)
		return e == EVIDENCE_PREFILL || e == EVIDENCE_PROMPTS ||
		    e == EVIDENCE_ATTENTION;
	return p == PHASE_PREFILL &&
	    (e == EVIDENCE_DECODE || e == EVIDENCE_SPLIT);
}

/* Marks the repeats with attention of another phase than their cycle's. */
static void
find_odd(struct rows *t)
{
	for (size_t i = 0; i < t->n; i++) {
		struct paths_repeat *r =
		    paths_compared(&t->paths, t->row[i].repeat);
		struct judged_cycle *c = r ? &t->paths.cycle[r->cycle] : NULL;

		if (!c || r->odd ||
		    !is_of_other(rows_kind(t, &t->row[i]), c->phase))
			continue;
		r->odd = true;
		c->odd++;
	}
}

/* The kernels of a cycle have its phase. */
static void
ask_cycles(struct rows *t)
{
	if (paths_judge(&t->paths))
		die_memory();
	find_odd(t);
	for (size_t i = 0; i < t->n; i++) {
		struct verdict *v = &t->row[i].verdict;
		const struct paths_repeat *r =
		    paths_compared(&t->paths, t->row[i].repeat);
		const struct judged_cycle *c =
		    r ? &t->paths.cycle[r->cycle] : NULL;

		if (c && v->phase == PHASE_EMPTY &&
		    !(c->unlike && c->phase == PHASE_UNKNOWN) &&
		    paths_is_alike(&t->paths, r))
			*v = (struct verdict){c->phase, c->reason, ""};
	}
}

/* Attention that runs in one phase only. */
static bool
is_sure(enum evidence e)
{
	return e == EVIDENCE_PREFILL || e == EVIDENCE_PROMPTS ||
	    e == EVIDENCE_DECODE;
}

/* Attention of a step, whatever it tells. */
static bool
is_attention(enum evidence e)
{
	return is_sure(e) || e == EVIDENCE_TOKEN || e == EVIDENCE_EITHER ||
	    e == EVIDENCE_SPLIT || e == EVIDENCE_ATTENTION;
}

/* The kinds of kernels that run on the GPUs. */
static void
find_kinds(const struct rows *t, bool *any)
{
	for (size_t i = 0; i < t->n; i++)
		if (t->row[i].gpu)
			any[names_get(&t->names, t->row[i].name)->kind] = true;
}

/*
 * Many tokens are those of prompts, and of others where attention shows that
 * the engine mixes. A piece of a step that shows no engine does not tell.
 */
static enum phase
phase_of_many(const bool *any)
{
	if (any[EVIDENCE_EITHER])
		return PHASE_MIXED;
	if (any[EVIDENCE_BATCHING])
		return PHASE_EMPTY;
	return any[EVIDENCE_ATTENTION] || any[EVIDENCE_PREFILL] ||
		any[EVIDENCE_ENGINE]
	    ? PHASE_PREFILL
	    : PHASE_EMPTY;
}

/* What a kernel says by itself, in a program with these kinds. */
static enum phase
phase_of_kernel(enum evidence kind, const bool *any, bool engine)
{
	switch (kind) {
	case EVIDENCE_PREFILL: /* several drafted tokens are as a prompt */
		return any[EVIDENCE_VERIFY] ? PHASE_EMPTY : PHASE_PREFILL;
	case EVIDENCE_PROMPTS:
		return any[EVIDENCE_VERIFY] || !engine ? PHASE_EMPTY
						       : PHASE_PREFILL;
	case EVIDENCE_DECODE:
	case EVIDENCE_FEW:
		return PHASE_DECODE;
	case EVIDENCE_VECTOR:
		return engine ? PHASE_DECODE : PHASE_EMPTY;
	case EVIDENCE_MANY:
		return phase_of_many(any);
	case EVIDENCE_LARGE:
		return engine ? phase_of_many(any) : PHASE_EMPTY;
	default:
		return PHASE_EMPTY;
	}
}

/* A reason for a kernel of this kind. */
static struct verdict
by_kernel(enum evidence kind, const char *why)
{
	if (is_sure(kind))
		return (struct verdict){PHASE_EMPTY, "kernel: ", why};
	return (struct verdict){PHASE_EMPTY,
	    kind == EVIDENCE_MANY || kind == EVIDENCE_LARGE
		? "kernel for many tokens"
		: "kernels for a few tokens",
	    ""};
}

/* A kernel's moment; one without a label gets a reason for what it says. */
static struct moment
moment_of(struct rows *t, struct row *r, const bool *any, bool engine)
{
	enum evidence kind = rows_kind(t, r);
	struct moment m = {.time = r->ts,
	    .group = r->device,
	    .verdict = &r->verdict,
	    .says = phase_of_kernel(kind, any, engine),
	    .sure = is_sure(kind),
	    .attention = is_attention(kind)};

	if (r->verdict.phase == PHASE_EMPTY && m.says != PHASE_EMPTY)
		r->verdict =
		    by_kernel(kind, names_get(&t->names, r->name)->why.p);
	return m;
}

/* What kernels say each by itself, and their neighbours. */
static void
ask_kernels(struct rows *t, struct moment *m)
{
	bool any[EVIDENCE_KINDS] = {false}, engine = false;
	size_t n = 0;

	find_kinds(t, any);
	for (int k = 0; k < EVIDENCE_KINDS; k++)
		engine |= any[k] && evidence_engine((enum evidence)k);
	for (size_t i = 0; i < t->n; i++)
		if (t->row[i].gpu)
			m[n++] = moment_of(t, &t->row[i], any, engine);
	propagate_confirm(m, n);
	propagate_between(m, n, paths_step(&t->paths), "between kernels of ");
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
		ask_kernels(t, m);
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
