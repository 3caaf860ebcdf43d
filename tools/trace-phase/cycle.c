#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "common/trace/main_stream.h"
#include "common/trace/step_claim.h"
#include "tools/trace-phase/cycle.h"

void
cycle_set(struct judged_cycle *c, enum phase p, const char *format, ...)
{
	va_list arguments;

	c->phase = p;
	c->ours = true;
	va_start(arguments, format);
	vsnprintf(c->reason, sizeof c->reason, format, arguments);
	va_end(arguments);
}

int64_t
cycle_step_length(const struct judged_cycle *c)
{
	return c->row ? c->length * c->layers : c->length;
}

size_t
cycle_outwards(const struct judged_cycle *c, size_t i)
{
	size_t p = c[i].parent;

	return p != CYCLE_NONE && c[p].level < c[i].level ? p : CYCLE_NONE;
}

bool *
cycle_main_streams(
    const struct judged_cycle *c, size_t n, size_t gpus, size_t streams)
{
	bool *is_main = xcalloc(streams + 1, sizeof *is_main);
	struct stream_kernels *s = xcalloc(streams + 1, sizeof *s);

	for (size_t i = 0; i < streams; i++)
		s[i].gpu = gpus; /* none, until it has a cycle */
	for (size_t i = 0; i < n; i++) {
		if (c[i].parent != CYCLE_NONE)
			continue;
		s[c[i].stream].gpu = c[i].gpu;
		main_stream_add(
		    &s[c[i].stream], c[i].length, c[i].reps, c[i].start);
	}
	main_stream_find(s, streams, gpus + 1, is_main);
	free(s);
	return is_main;
}

/*
 * The evidence of a kernel: that of its name, or else of its matrix product, if
 * that computes more than NAMES_MANY tokens at once or no more than `few`; 0
 * tokens are not known.
 */
enum { NAMES_MANY = 1024 }; /* than engines let a decode step compute */

void
names_open(struct names *t)
{
	*t = (struct names){.evidence = evidence_rules(),
	    .rules = rules_new(),
	    .pool = pool_new()};
	rules_add_ours(t->rules);
}

/*
 * The operator that launched a kernel tells a training, too. One of PyTorch has
 * no unlucky name, and one that is forward refutes the kernel's. The
 * optimizer's _foreach_ have the names of any arithmetic.
 */
static void
ask_operator(struct names *t, struct span op, struct name_says *s)
{
	bool torch = span_starts(op, "aten::") || span_starts(op, "autograd::");
	enum evidence kind;
	struct span why;

	s->operated = false;
	if (op.n == 0)
		return;
	kind = evidence_of(t->evidence, op, &why);
	if (evidence_trains(kind) && s->kind == EVIDENCE_NOTHING) {
		s->kind = kind;
		s->why = why;
	} else if (evidence_trains(s->kind) && !evidence_trains(kind) &&
	    torch && !span_has(op, "_foreach_"))
		s->kind = EVIDENCE_NOTHING;
	s->operated = torch && evidence_trains(kind);
}

uint32_t
names_number(struct names *t, struct span name, struct span op)
{
	uint32_t known = pool_count(t->pool), id;
	struct rules_labels labels;
	struct name_says *s;

	id = pool_add(t->pool, BUF_JOIN(&t->key, name, span_of("\t"), op));
	if (id < known)
		return id;
	ARRAY_RESERVE(t->says, &t->cap, id + 1u);
	s = &t->says[id];
	s->kind = evidence_of(t->evidence, name, &s->why);
	rules_label(t->rules, name, &labels);
	ask_operator(t, op, s);
	s->common = labels.category.n > 0;
	s->work = !span_is(labels.category, "communication") &&
	    !span_starts(labels.category, "attention");
	return id;
}

void
names_close(struct names *t)
{
	rules_free(t->evidence);
	rules_free(t->rules);
	pool_free(t->pool);
	buf_free(&t->key);
	free(t->says);
}

enum evidence
names_kind(const struct name_says *s, int64_t tokens, int64_t few)
{
	if (s->kind != EVIDENCE_NOTHING || tokens == 0)
		return s->kind;
	if (tokens > NAMES_MANY)
		return EVIDENCE_LARGE;
	return tokens <= few ? EVIDENCE_VECTOR : EVIDENCE_NOTHING;
}

void
names_sum(int64_t *sum, int64_t more)
{
	if (fixed_add(sum, more))
		die("counts or times of a cycle add up to more than 2^63");
}

void
names_count(struct judged_cycle *c, const struct name_says *s,
    enum evidence kind, int64_t count, int64_t ns)
{
	if (c->kernels[kind] == 0)
		c->why[kind] = s->kind == kind
		    ? s->why
		    : span_of("tokens of matrix products, by their shapes");
	names_sum(&c->kernels[kind], count);
	names_sum(&c->common, s->common ? count : 0);
	names_sum(&c->sum, ns);
	names_sum(&c->work, s->work ? ns : 0);
	names_sum(&c->trained, evidence_trains(kind) ? ns : 0);
	names_sum(&c->operated, s->operated ? ns : 0);
}

/* The search on one GPU. */
struct search {
	const struct judged_cycle *c;
	size_t n;
	const bool *is_main;
	enum phase wanted; /* PHASE_EMPTY: any */
};

static bool
is_wanted(const struct search *s, size_t i)
{
	return i != CYCLE_NONE &&
	    (s->wanted == PHASE_EMPTY || s->c[i].phase == s->wanted);
}

static struct step_claim
claim_of(const struct search *s, size_t i)
{
	const struct judged_cycle *c = &s->c[i];

	return (struct step_claim){
	    s->is_main[c->stream], c->length > 1, (double)c->coverage};
}

/* Of two cycles of one GPU, is the first the better step? */
static bool
better_step(const struct search *s, size_t a, size_t b)
{
	return step_claim_compare(claim_of(s, a), claim_of(s, b)) < 0;
}

/*
 * The best one right inside `outer`; for CYCLE_NONE the best of those that are
 * inside no other one that is wanted.
 */
static size_t
find(const struct search *s, size_t gpu, size_t outer)
{
	size_t best = CYCLE_NONE;

	for (size_t i = 0; i < s->n; i++) {
		size_t p = cycle_outwards(s->c, i);

		if (s->c[i].gpu == gpu && is_wanted(s, i) &&
		    (p == outer || (outer == CYCLE_NONE && !is_wanted(s, p))) &&
		    (best == CYCLE_NONE || better_step(s, i, best)))
			best = i;
	}
	return best;
}

static size_t
find_layer(const struct search *s, size_t gpu, size_t step)
{
	size_t layer = step, inside = find(s, gpu, step);

	while (inside != CYCLE_NONE &&
	    s->c[inside].coverage >= s->c[step].coverage / 2) {
		layer = inside;
		inside = find(s, gpu, layer);
	}
	return layer;
}

static size_t
find_on(const struct search *s, size_t gpu, enum phase wanted, bool step)
{
	struct search t = *s;
	size_t found;

	t.wanted = wanted == PHASE_EMPTY ? PHASE_DECODE : wanted;
	found = find(&t, gpu, CYCLE_NONE);
	if (found == CYCLE_NONE && wanted == PHASE_EMPTY) {
		t.wanted = PHASE_EMPTY;
		found = find(&t, gpu, CYCLE_NONE);
	}
	return found == CYCLE_NONE || step ? found : find_layer(&t, gpu, found);
}

size_t
cycle_select(const struct judged_cycle *c, size_t n, size_t gpus,
    size_t streams, enum phase wanted, bool step, bool *keep)
{
	bool *is_main = cycle_main_streams(c, n, gpus, streams);
	struct search s = {c, n, is_main, wanted};
	size_t kept = 0;

	for (size_t i = 0; i < n; i++)
		keep[i] = false;
	for (size_t g = 0; g < gpus; g++) {
		size_t found = find_on(&s, g, wanted, step);

		if (found == CYCLE_NONE)
			continue;
		keep[found] = true;
		kept++;
	}
	free(is_main);
	return kept;
}
