#include <stdlib.h>

#include "common/cli/die.h"
#include "common/cli/x.h"
#include "tools/trace-align/choice.h"
#include "tools/trace-align/columns.h"
#include "tools/trace-align/messages.h"

/* The couple that holds the most time; of equal ones the first. */
static size_t
find_largest(const struct inputs *in)
{
	int64_t most = -1;
	size_t best = 0;

	for (size_t i = 0; i < in->ncouples; i++) {
		const struct couple *c = &in->couples[i];
		int64_t time = in->a.run[0].cycles[c->a].total / 2 +
		    in->b.run[0].cycles[c->b].total / 2;

		if (time > most) {
			most = time;
			best = i;
		}
	}
	return best;
}

static void
tell_alone(const struct inputs *in)
{
	const struct cycle_table *a = &in->a.run[0], *b = &in->b.run[0];
	bool *used = xcalloc(a->ncycles + b->ncycles, sizeof *used);

	for (size_t i = 0; i < in->ncouples; i++) {
		used[in->couples[i].a] = true;
		used[a->ncycles + in->couples[i].b] = true;
	}
	for (size_t i = 0; i < a->ncycles; i++)
		if (!used[i])
			messages_alone(&a->cycles[i]);
	for (size_t i = 0; i < b->ncycles; i++)
		if (!used[a->ncycles + i])
			messages_alone(&b->cycles[i]);
	free(used);
}

static int
align_all(
    const struct options *o, const struct inputs *in, const struct streams *s)
{
	int status = STATUS_OK;

	if (!o->quiet)
		tell_alone(in);
	for (size_t i = 0; i < in->ncouples; i++) {
		const struct couple *c = &in->couples[i];
		const struct cycle_rows *a = &in->a.run[0].cycles[c->a];
		const struct cycle_rows *b = &in->b.run[0].cycles[c->b];
		int found;

		if (o->verbose)
			messages_choice(a, b, 0);
		found = cycle_pair_align(o, in, a, b, s, i + 1);
		status = found > status ? found : status;
	}
	return status;
}

/* Those that --cycle names; for a table where it names none, the most alike. */
static int
align_wanted(
    const struct options *o, const struct inputs *in, const struct streams *s)
{
	const struct cycle_table *ta = &in->a.run[0], *tb = &in->b.run[0];
	int64_t wanted_b = o->cycle_b;
	const struct cycle_rows *a, *b;

	if (wanted_b == ANY_CYCLE && tb->ncycles > 1)
		wanted_b = o->cycle_a;
	a = cycle_table_cycle(ta, o->cycle_a);
	b = wanted_b == ANY_CYCLE ? operand_alike(tb, a, &in->likeness)
				  : cycle_table_cycle(tb, wanted_b);
	return cycle_pair_align(o, in, a, b, s, NO_PAIR);
}

static int
align_largest(
    const struct options *o, const struct inputs *in, const struct streams *s)
{
	const struct couple *c = &in->couples[find_largest(in)];
	const struct cycle_rows *a = &in->a.run[0].cycles[c->a];
	const struct cycle_rows *b = &in->b.run[0].cycles[c->b];

	if (!o->quiet && (in->a.run[0].ncycles > 1 || in->b.run[0].ncycles > 1))
		messages_choice(a, b, in->ncouples - 1);
	return cycle_pair_align(o, in, a, b, s, NO_PAIR);
}

static int
align_chosen(
    const struct options *o, struct inputs *in, const struct streams *s)
{
	ptrdiff_t n;

	if (o->cycle_a != ANY_CYCLE)
		return align_wanted(o, in, s);
	n = pairing_find(
	    &in->a.run[0], &in->b.run[0], &in->likeness, &in->couples);
	if (n < 0)
		die_memory();
	in->ncouples = (size_t)n;
	return o->all || o->transfer ? align_all(o, in, s)
				     : align_largest(o, in, s);
}

/* A budget for what neither side has is kept, but it guards nothing. */
static int
check_names(const struct options *o)
{
	int status = STATUS_OK;

	for (size_t i = 0; i < o->nbudgets; i++)
		for (size_t k = 0; k < o->budgets[i].n; k++) {
			const struct budget *b = &o->budgets[i];

			if (!budget_lacks(&b->condition[k]))
				continue;
			if (!o->quiet || o->strict)
				messages_lacking(b, &b->condition[k]);
			if (o->strict)
				status = STATUS_FAILED;
		}
	return status;
}

int
choice_align(
    const struct options *o, struct inputs *in, const struct streams *s)
{
	int status = align_chosen(o, in, s), names = check_names(o);

	return names > status ? names : status;
}
