/*
 * How cycles are found, of h l l x l t h l l l t h l l l t and so on: steps of
 * a head, three layers and a tail, of some kernels each, and one that is stray.
 *
 * 1. What leaves the usual way and comes back to it soon is put right: the x
 *    goes (common/sequence/correction.h).
 * 2. What repeats somewhere, or comes again with something between, might be
 *    the body of a loop: l, and h l l l t (exact_repetitions.h).
 * 3. Bodies are tried (trial.h): each is aligned with the whole text
 *    (alignment.h), cut into repeats (occurrence.h) from where most are whole
 *    (rotation.h), and worth the symbols that it saves (prices.h): most saves
 *    h l l l t. It becomes what most of its repeats have (consensus.h).
 * 4. If its repeats differed by whole repeats of a loop inside, as do requests
 *    with more or fewer steps, that loop would be folded first (varying.c).
 * 5. A row of repeats becomes one letter, however many they are, and so on with
 *    what is left, until nothing saves (find_loops.c). Steps in an order that
 * chance explains are no loop of steps (chance.c).
 * 6. The body is folded in the same way, h L t, and where the inner loops are
 *    in each repeat is looked up there (children.c).
 * 7. What lies in what tells the levels (hierarchy.h): steps of level 1, layers
 *    of level 2. What is two steps, of which one does more, is cut in two
 *    (step_pairs.c); passes of which only the last has an optimizer are one
 *    (updates.c). What is like a step but comes once is one, too (lone_step.c).
 * 8. Letters become the kernels that they stand for: the x is in the first step
 *    again, which has one kernel more than the others.
 *
 * The words for a stretch, in the order in which it gets them:
 *    repetition  one body again and again, without a fault
 * (exact_repetitions.h) array       a tandem array, the same with faults;
 * between two of these is a block (tandem_array.h) occurrence  of the body, one
 * piece of an array; not all count as repeats row         repeats with nothing
 * between, one letter once they are folded place       an occurrence that
 * stays, in kernels (loop.h); an item, with what it lies in (hierarchy.h); a
 * repeat, of a cycle (cycles.h)
 */
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/sequence/correction.h"
#include "common/sequence/numbers.h"
#include "tools/trace-cycles/cycles.h"
#include "tools/trace-cycles/hierarchy.h"
#include "tools/trace-cycles/prices.h"

/* Cycles, with room for their repeats and partial ones. */
static void
number_cycles(struct cycles *out, const struct hierarchy *h)
{
	struct repeat *repeat = out->repeat + 1;
	struct partial *partial = out->partial;

	out->repeat[0] = (struct repeat){0, (uint32_t)out->text.n};
	out->cycle[0] = (struct cycle){.parent = CYCLE_NONE,
	    .length = (uint32_t)out->text.n,
	    .repeat = out->repeat,
	    .repeats = 1,
	    .rows = 1};
	for (uint32_t k = 0; k < h->kinds; k++) {
		uint32_t parent = h->kind[k].parent;

		parent = parent == ITEM_NONE ? 0 : parent + 1;
		out->cycle[k + 1] = (struct cycle){.parent = parent,
		    .level = out->cycle[parent].level + 1,
		    .repeat = repeat,
		    .partial = partial};
		repeat += h->kind[k].whole;
		partial += h->kind[k].partial;
	}
}

static void
place_repeats(struct cycles *out, const struct hierarchy *h)
{
	for (size_t i = 0; i < h->n; i++) {
		const struct item *v = &h->item[i];
		struct cycle *c = &out->cycle[v->kind + 1];

		if (v->partial)
			continue;
		c->rows += c->repeats == 0 ||
		    c->repeat[c->repeats - 1].end != v->start;
		c->repeat[c->repeats++] = (struct repeat){v->start, v->end};
	}
}

/* The faults of each item, with those of all in it. */
static void
count_faults(const struct hierarchy *h, uint32_t *faults)
{
	for (size_t i = h->n; i-- > 0;) {
		uint32_t parent = h->item[i].parent;

		faults[i] += h->item[i].faults;
		if (parent != ITEM_NONE)
			faults[parent] += faults[i];
	}
}

/* Of n > 0 lengths, by size, the one that is nearest, and of two the less. */
static uint32_t
nearest_length(const uint32_t *length, size_t n, uint32_t to)
{
	uint32_t nearest = length[0];

	for (size_t i = 1; i < n; i++)
		if (numbers_distance(length[i], to) <
		    numbers_distance(nearest, to))
			nearest = length[i];
	return nearest;
}

/*
 * The length that repeats agree on and that of the root, which is nearest to
 * it; where they do not agree, or have no faults, the median length.
 */
static void
find_lengths(struct cycles *out, const struct hierarchy *h,
    const struct cycle_limits *limits)
{
	uint32_t *length = xmalloc((h->n + 1) * sizeof *length);

	for (size_t k = 1; k < out->n; k++) {
		struct cycle *c = &out->cycle[k];
		uint32_t exact = h->length[h->kind[k - 1].loop].exact;
		size_t allowed = 0, same;
		bool is_known;

		for (size_t i = 0; i < c->repeats; i++) {
			uint32_t n = repeat_length(c->repeat[i]);

			if (limits_allow_length(limits, n))
				length[allowed++] = n;
		}
		if (allowed == 0) {
			c->length = c->agreed = repeat_length(c->repeat[0]);
			continue;
		}
		c->length = c->agreed = numbers_usual(length, allowed, &same);
		is_known = allowed > 1 && is_nearly_all(same, allowed);
		if (exact && !is_known && limits_allow_length(limits, exact)) {
			c->length = nearest_length(length, allowed, exact);
			c->agreed = exact;
		}
	}
	free(length);
}

/*
 * The root of a cycle is the first of the repeats of its length that have the
 * fewest faults.
 */
static void
choose_roots(struct cycles *out, const struct hierarchy *h)
{
	uint32_t *faults = xcalloc(h->n + 1, sizeof *faults);
	uint32_t *least = xnones(out->n);

	count_faults(h, faults);
	for (size_t i = 0; i < h->n; i++) {
		const struct item *v = &h->item[i];
		struct cycle *c = &out->cycle[v->kind + 1];

		if (v->partial || v->end - v->start != c->length ||
		    faults[i] >= least[v->kind + 1])
			continue;
		c->root = v->start;
		least[v->kind + 1] = faults[i];
	}
	free(faults);
	free(least);
}

/* Which part of the root is in what was cut off, by its length. */
static void
place_partials(struct cycles *out, const struct hierarchy *h)
{
	for (size_t i = 0; i < h->n; i++) {
		const struct item *v = &h->item[i];
		struct cycle *c = &out->cycle[v->kind + 1];
		uint32_t n = v->end - v->start, from;

		if (!v->partial)
			continue;
		if (n > c->length || v->part == PLACE_WHOLE)
			n = c->length;
		from = v->part == PLACE_TAIL ? c->length - n : 0;
		c->partial[c->partials++] =
		    (struct partial){{v->start, v->end}, from, from + n};
	}
}

static void
convert(struct cycles *out, const struct hierarchy *h,
    const struct cycle_limits *limits)
{
	out->n = h->kinds + 1u;
	out->cycle = xcalloc(out->n, sizeof *out->cycle);
	out->repeat = xmalloc((h->n + 1) * sizeof *out->repeat);
	out->partial = xmalloc((h->n + 1) * sizeof *out->partial);
	number_cycles(out, h);
	place_repeats(out, h);
	find_lengths(out, h, limits);
	choose_roots(out, h);
	place_partials(out, h);
}

/* Finds the loops in n symbols and arranges their repeats as a hierarchy. */
static void
search(struct hierarchy *h, const uint32_t *symbol, size_t n,
    const struct known *known, const struct cycle_limits *limits)
{
	struct loops loops;

	loops_find(&loops, symbol, n, known->idle, limits);
	hierarchy_build(h, &loops);
	loops_free(&loops);
	if (known->update)
		updates_drop_rows(h, symbol, known->update);
	step_pairs_cut(h, symbol, n, known->update);
	hierarchy_order(h);
	if (known->update) {
		updates_add_steps(h, symbol, known->update, (uint32_t)n);
		hierarchy_order(h);
	}
	lone_steps_add(h, symbol, (uint32_t)n, limits);
	hierarchy_unite(h, symbol);
}

/*
 * Symbols [start, end) as kernels, with the faults that were corrected. What
 * has less than half of its symbols was mostly made up, and where more than
 * half of the kernels are foreign, most is something else.
 */
static void
place_item(const struct correction *c, const uint32_t *kernel, struct item *v)
{
	uint32_t start = c->at[v->start], end = c->at[v->end], same = 0;
	uint32_t symbols = v->end - v->start, longer;

	for (uint32_t i = v->start; i < v->end; i++)
		same += c->at[i + 1] == c->at[i] + 1 &&
		    kernel[c->at[i]] == c->symbol[i];
	longer = end - start > symbols ? end - start : symbols;
	v->faults += longer - same;
	v->start = start;
	v->end = end;
	if (2 * same < longer)
		v->loop = ITEM_DROPPED;
}

/*
 * Searches the corrected sequence, and tells what that says of the kernels.
 * Nothing is known of symbols that were lost.
 */
static void
search_symbols(struct hierarchy *h, const struct correction *c,
    const uint32_t *kernel, const struct known *known,
    const struct cycle_limits *limits)
{
	int64_t *idle = xcalloc(c->n + 1, sizeof *idle);
	bool *update = xcalloc(c->n + 1, sizeof *update);
	struct known own = {
	    known->idle ? idle : NULL, known->update ? update : NULL};

	for (size_t i = 0; i < c->n; i++) {
		if (c->at[i] == c->at[i + 1])
			continue;
		if (own.idle)
			idle[i] = known->idle[c->at[i]];
		if (own.update)
			update[i] = known->update[c->at[i]];
	}
	search(h, c->symbol, c->n, &own, limits);
	free(idle);
	free(update);
	usual_lengths_find(h, c->symbol);
	for (size_t i = 0; i < h->n; i++)
		place_item(c, kernel, &h->item[i]);
	hierarchy_order(h);
}

/* Searches without the faults at random. */
static void
search_corrected(struct hierarchy *h, const uint32_t *kernel, size_t n,
    const struct known *known, const struct cycle_limits *limits)
{
	struct correction c;

	correction_make(&c, kernel, n);
	if (c.n)
		search_symbols(h, &c, kernel, known, limits);
	else
		search(h, kernel, n, known, limits);
	correction_free(&c);
}

/* Drops cycles of which no repeat is as long as the limits want. */
static void
drop_by_length(struct hierarchy *h, const struct cycle_limits *limits)
{
	bool *fits = xcalloc(h->kinds + 1, sizeof *fits);

	for (size_t i = 0; i < h->n; i++) {
		const struct item *v = &h->item[i];

		if (!v->partial &&
		    limits_allow_length(limits, v->end - v->start))
			fits[v->kind] = true;
	}
	for (size_t i = 0; i < h->n; i++)
		if (!fits[h->item[i].kind])
			h->item[i].loop = ITEM_DROPPED;
	free(fits);
	hierarchy_order(h);
}

void
cycles_find(const uint32_t *symbol, size_t n, const struct known *known,
    const struct cycle_limits *limits, struct cycles *out)
{
	static const struct known nothing = {NULL, NULL};
	uint32_t end = (uint32_t)n;
	struct hierarchy h;

	search_corrected(&h, symbol, n, known ? known : &nothing, limits);
	false_repeats_drop(&h, symbol);
	if (limits->one_step && n) { /* all, around what repeats in it */
		hierarchy_add_step(
		    &h, 0, end, hierarchy_new_loop(&h, end, true));
		hierarchy_order(&h);
	}
	drop_by_length(&h, limits);
	text_init(&out->text, symbol, n);
	convert(out, &h, limits);
	hierarchy_free(&h);
}

void
cycles_free(struct cycles *c)
{
	text_free(&c->text);
	free(c->cycle);
	free(c->repeat);
	free(c->partial);
	*c = (struct cycles){0};
}

size_t
cycle_repeat_from(const struct cycle *c, uint32_t kernel)
{
	return numbers_first_from(
	    c->repeat, sizeof *c->repeat, c->repeats, kernel);
}
