#include <stdlib.h>

#include "tools/trace-cycles/evidence.h"
#include "tools/trace-cycles/selection.h"

/* The kernel time in the repeats of a cycle. */
static int64_t
sum_cycle(const struct track_sequence *l, const struct events *e,
    uint32_t cycle, bool with_partials)
{
	struct repeat_iterator w =
	    repeats_begin(&l->cycles, cycle, with_partials);
	struct visit o;
	int64_t sum = 0;

	while (repeats_next(&w, &o))
		for (uint32_t i = o.at.start; i < o.at.end; i++)
			sum += e->event[l->kernel[i]].dur;
	return sum;
}

struct placed {
	struct found found;
	uint32_t start, level;
};

static int
compare_place(const void *a, const void *b)
{
	const struct placed *x = a, *y = b;

	if (x->found.sequence != y->found.sequence)
		return x->found.sequence < y->found.sequence ? -1 : 1;
	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return (x->level > y->level) - (x->level < y->level);
}

/*
 * By sequence, then by start, the outer before the inner; and who is whose
 * parent.
 */
static int
place(const struct track_sequences *l, struct found *list, size_t n)
{
	struct placed *p = malloc((n + 1) * sizeof *p);

	if (!p)
		return -1;
	for (size_t i = 0; i < n; i++) {
		const struct cycles *c = &l->sequence[list[i].sequence].cycles;
		const struct cycle *cycle = &c->cycle[list[i].cycle];

		p[i] = (struct placed){list[i],
		    c->repeat[cycle->first_repeat].start, cycle->level};
	}
	qsort(p, n, sizeof *p, compare_place);
	for (size_t i = 0; i < n; i++) {
		const struct cycles *c =
		    &l->sequence[p[i].found.sequence].cycles;
		size_t k = i;

		list[i] = p[i].found;
		list[i].parent = CYCLE_NONE;
		while (k-- > 0 && list[k].sequence == list[i].sequence)
			if (list[k].cycle == c->cycle[list[i].cycle].parent)
				list[i].parent = (uint32_t)k;
	}
	free(p);
	return 0;
}

/* Which cycles of a sequence are weak; NULL when there is no memory. */
static bool *
find_weak(const struct track_sequence *sequence, const struct found *list)
{
	const struct cycles *c = &sequence->cycles;
	bool *large = calloc(c->n, sizeof *large);
	bool *weak = calloc(c->n, sizeof *weak);

	for (uint32_t k = 1; large && k < c->n; k++)
		large[k] = list[k - 1].sum >= sequence->sum / EVIDENCE_SHARE;
	if (!large || !weak || (c->n > 1 && evidence_judge(c, large, weak))) {
		free(weak);
		weak = NULL;
	}
	free(large);
	return weak;
}

/* Adds the cycles of one sequence. */
static int
list_sequence(const struct track_sequences *l, const struct events *e,
    uint32_t number, bool all, struct chosen *out)
{
	const struct track_sequence *sequence = &l->sequence[number];
	const struct cycles *c = &sequence->cycles;
	struct found *own = out->found + out->n;
	bool *weak;

	for (uint32_t k = 1; k < c->n; k++)
		own[k - 1] = (struct found){.sequence = number,
		    .cycle = k,
		    .sum = sum_cycle(sequence, e, k, false)};
	weak = find_weak(sequence, own);
	if (!weak)
		return -1;
	for (uint32_t k = 1; k < c->n; k++)
		if (weak[k] && !all)
			out->dropped++;
		else
			out->found[out->n++] = own[k - 1];
	free(weak);
	return 0;
}

size_t
chosen_of_sequence(const struct chosen *c, uint32_t sequence, uint32_t *cycle)
{
	size_t n = 0;

	for (size_t i = 0; i < c->n; i++)
		if (c->found[i].sequence == sequence)
			cycle[n++] = c->found[i].cycle;
	return n;
}

static void
add_partial(
    const struct track_sequences *l, const struct events *e, struct found *f)
{
	f->sum = sum_cycle(&l->sequence[f->sequence], e, f->cycle, true);
}

int
choose_cycles(const struct track_sequences *l, const struct events *e,
    struct choice choice, struct chosen *out)
{
	size_t all = 0;

	*out = (struct chosen){0};
	for (size_t i = 0; i < l->n; i++)
		all += l->sequence[i].cycles.n;
	out->found = calloc(all + 1, sizeof *out->found);
	if (!out->found)
		return -1;
	for (uint32_t i = 0; i < l->n; i++)
		if (list_sequence(l, e, i, choice.weak, out))
			return -1;
	for (size_t i = 0; i < out->n && choice.partial; i++)
		add_partial(l, e, &out->found[i]);
	return place(l, out->found, out->n);
}
