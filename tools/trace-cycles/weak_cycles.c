#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "tools/trace-cycles/prices.h"
#include "tools/trace-cycles/weak_cycles.h"

enum {
	SHARE = 3, /* a cycle with 1/SHARE of kernels or time is listed */
	ROWS = 6,  /* equal repeats */
	LAYERS = 4 /* fewer may be as many by chance */
};

/* Whole bits: the logarithm of n > 0 to base 2, rounded down. */
static uint32_t
bits(uint64_t n)
{
	return 63 - (uint32_t)__builtin_clzll(n);
}

/* How often each symbol comes; to be freed. */
static uint32_t *
count_symbols(const struct text *t)
{
	uint32_t most = 0, *times;

	for (size_t i = 0; i < t->n; i++)
		most = t->symbol[i] > most ? t->symbol[i] : most;
	times = xcalloc(most + (size_t)1, sizeof *times);
	for (size_t i = 0; i < t->n; i++)
		times[t->symbol[i]]++;
	return times;
}

/* The bits saved if these kernels need not be written. */
static uint64_t
bits_of(const struct cycles *c, struct repeat r, const uint32_t *times)
{
	uint64_t sum = 0;

	for (uint32_t i = r.start; i < r.end; i++)
		sum += bits(c->text.n / times[c->text.symbol[i]]);
	return sum;
}

/* The outermost cycle that another is in, which may be itself. */
static uint32_t
outermost(const struct cycles *c, uint32_t cycle)
{
	while (c->cycle[cycle].parent)
		cycle = c->cycle[cycle].parent;
	return cycle;
}

/* Whether a repeat is in the same one of an outer cycle as the next, or beside
 * it. */
static bool
are_together(const struct cycle *outer, const struct repeat *r)
{
	return r[0].end == r[1].start ||
	    cycle_repeat_from(outer, r[0].start + 1) ==
	    cycle_repeat_from(outer, r[1].start + 1);
}

/*
 * Whether more repeats than by chance equal the ones just before, in one of the
 * outermost cycle. Each row of them costs its price; faults only save less.
 */
static bool
has_rows(const struct cycles *c, uint32_t cycle, const uint32_t *times)
{
	const struct cycle *k = &c->cycle[cycle];
	const struct cycle *outer = &c->cycle[outermost(c, cycle)];
	uint32_t price = 2 * bits(c->text.n), same = 1;
	const struct repeat *r = k->repeat;
	uint64_t saved = 0;

	for (size_t i = 1; i < k->repeats; i++) {
		uint32_t length = repeat_length(r[i]);

		if (!are_together(outer, &r[i - 1])) {
			same = 1;
			saved = 0;
		} else if (r[i - 1].end != r[i].start) {
			saved -= saved < price ? saved : price;
		} else if (repeat_length(r[i - 1]) == length &&
		    text_equal(&c->text, r[i - 1].start, r[i].start, length)) {
			saved += bits_of(c, r[i], times);
			same++;
		}
		if (same >= ROWS && saved > price + CHANCE_MARGIN)
			return true;
	}
	return false;
}

/* The kernels in the repeats of a cycle; *sum gets their time. */
static uint64_t
measure(const struct track_sequence *l, const struct events *e, uint32_t cycle,
    int64_t *sum)
{
	const struct cycle *k = &l->cycles.cycle[cycle];
	uint64_t kernels = 0;

	*sum = 0;
	for (size_t i = 0; i < k->repeats; i++) {
		struct repeat r = k->repeat[i];

		kernels += repeat_length(r);
		for (; r.start < r.end; r.start++)
			*sum += e->event[l->kernel[r.start]].dur;
	}
	return kernels;
}

/* Whether the repeats of a cycle take up enough of the kernels or the time. */
static bool
is_large(const struct track_sequence *l, const struct events *e, uint32_t cycle)
{
	int64_t sum;
	uint64_t kernels = measure(l, e, cycle, &sum);

	return kernels * SHARE >= l->n || sum >= l->sum / SHARE;
}

/*
 * How many layers a repeat of each outermost cycle has; none if layers are less
 * than half of its kernels. To be freed.
 */
static size_t *
count_layers(const struct cycles *c)
{
	size_t *layers = xcalloc(c->n, sizeof *layers);
	uint64_t *kernels = xcalloc(c->n, sizeof *kernels);

	for (uint32_t k = 1; k < c->n; k++) {
		const struct cycle *in = &c->cycle[k];

		if (in->agreed < TOLERATED_FROM)
			continue;
		kernels[in->parent] += (uint64_t)in->repeats * in->agreed;
		layers[in->parent] += in->repeats;
	}
	for (uint32_t k = 1; k < c->n; k++) {
		const struct cycle *own = &c->cycle[k];
		uint64_t all = (uint64_t)own->repeats * own->agreed;

		layers[k] = 2 * kernels[k] > all ? layers[k] / own->repeats : 0;
	}
	free(kernels);
	return layers;
}

/* Whether two cycles are about as long. */
static bool
are_as_long(const struct cycles *c, uint32_t a, uint32_t b)
{
	uint32_t m = c->cycle[a].agreed, n = c->cycle[b].agreed;

	return m / LONE_STEP_FACTOR <= n && n / LONE_STEP_FACTOR <= m;
}

/*
 * A weak cycle is as strong as one of as many layers that is about as long:
 * both may be steps of one model.
 */
static void
take_alike(const struct cycles *c, bool *weak)
{
	size_t *layers = count_layers(c);

	for (uint32_t k = 1; k < c->n; k++)
		for (uint32_t i = 1; weak[k] && i < c->n; i++)
			if (c->cycle[k].parent == 0 &&
			    c->cycle[i].parent == 0 && !weak[i] &&
			    layers[k] >= LAYERS && layers[k] == layers[i])
				weak[k] = !are_as_long(c, k, i);
	free(layers);
}

/* Which cycles of a sequence are weak. */
static bool *
find_weak(const struct track_sequence *l, const struct events *e)
{
	const struct cycles *c = &l->cycles;
	bool *weak = xcalloc(c->n, sizeof *weak);
	uint32_t *times = count_symbols(&c->text);

	for (uint32_t k = 1; k < c->n; k++)
		weak[k] = c->cycle[k].parent == 0 && !is_large(l, e, k);
	for (uint32_t k = 1; k < c->n; k++) {
		bool *top = &weak[outermost(c, k)];

		*top = *top && !has_rows(c, k, times);
	}
	take_alike(c, weak);
	for (uint32_t k = 1; k < c->n; k++)
		weak[k] = weak[outermost(c, k)];
	free(times);
	return weak;
}

/* Adds the cycles of one sequence. */
static void
list_sequence(const struct track_sequence *sequence, const struct events *e,
    bool weak_too, struct chosen *out)
{
	const struct cycles *c = &sequence->cycles;
	bool *weak = find_weak(sequence, e);

	for (uint32_t k = 1; k < c->n; k++) {
		struct found *f = &out->found[out->n];

		if (weak[k] && !weak_too) {
			out->dropped++;
			continue;
		}
		*f =
		    (struct found){.sequence = sequence, .cycle = &c->cycle[k]};
		measure(sequence, e, k, &f->sum);
		out->n++;
	}
	free(weak);
}

/* An outer cycle has a lower number than those in it. */
ORDER_BY(compare_found, struct found, UP(sequence), UP(cycle->repeat->start),
    UP(cycle))

static void
find_parents(struct found *list, size_t n)
{
	for (size_t i = 0, k; i < n; i++) {
		struct found *f = &list[i];

		f->number = i + 1;
		for (k = i; k-- > 0 && list[k].sequence == f->sequence;)
			if (list[k].cycle ==
			    &f->sequence->cycles.cycle[f->cycle->parent])
				f->parent = &list[k];
	}
}

void
choose_cycles(const struct track_sequences *l, const struct events *e,
    bool weak, struct chosen *out)
{
	size_t all = 0;

	*out = (struct chosen){0};
	for (size_t i = 0; i < l->n; i++)
		all += l->sequence[i].cycles.n;
	out->found = xcalloc(all + 1, sizeof *out->found);
	for (size_t i = 0; i < l->n; i++)
		list_sequence(&l->sequence[i], e, weak, out);
	qsort(out->found, out->n, sizeof *out->found, compare_found);
	find_parents(out->found, out->n);
}
