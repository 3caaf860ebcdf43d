#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "tools/trace-phase/names.h"

void
names_open(struct names *t)
{
	*t = (struct names){.evidence = evidence_new(),
	    .rules = rules_new(),
	    .pool = pool_new()};
	if (!t->evidence || !t->rules || rules_add_ours(t->rules))
		memory_out();
}

/*
 * The operator that launched a kernel tells a training, too, and one of PyTorch
 * that is forward refutes the kernel's name. The optimizer's _foreach_ have the
 * names of any arithmetic.
 */
static void
ask_operator(struct names *t, struct span op, struct name_says *s)
{
	enum evidence kind;
	struct span why;

	if (op.n == 0)
		return;
	if (evidence_of(t->evidence, op, &kind, &why))
		memory_out();
	if (evidence_trains(kind) && s->kind == EVIDENCE_NOTHING) {
		s->kind = kind;
		s->why = why;
	} else if (evidence_trains(s->kind) && !evidence_trains(kind) &&
	    span_starts(op, "aten::") && !span_has(op, "_foreach_"))
		s->kind = EVIDENCE_NOTHING;
}

uint32_t
names_number(struct names *t, struct span name, struct span op)
{
	uint32_t known = pool_count(t->pool), id;
	struct rules_labels labels;
	struct name_says *s;

	t->key.n = 0;
	buf_add(&t->key, name.p, name.n);
	buf_add(&t->key, "\t", 1);
	buf_add(&t->key, op.p, op.n);
	id = pool_add(t->pool, buf_span(&t->key));
	if (id < known)
		return id;
	ARRAY_RESERVE(t->says, &t->cap, id + 1u);
	s = &t->says[id];
	if (evidence_of(t->evidence, name, &s->kind, &s->why) ||
	    rules_label(t->rules, name, &labels) < 0)
		memory_out();
	ask_operator(t, op, s);
	s->common = labels.category.n > 0;
	s->work = !span_is(labels.category, "communication") &&
	    !span_starts(labels.category, "attention");
	return id;
}

const struct name_says *
names_get(const struct names *t, uint32_t id)
{
	return &t->says[id];
}

void
names_close(struct names *t)
{
	evidence_free(t->evidence);
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
}
