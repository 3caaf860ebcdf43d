/*
 * Compares the repeats of a loop with each other, after occurrence.c has judged
 * each by itself: those of another length or kind cease to count. Sums what the
 * others save.
 *
 * Repeats that are equal to each other, with the same behind them, are found by
 * hashes of their symbols.
 */
#include <stdlib.h>
#include <string.h>

#include "common/bytes/buf.h"
#include "common/bytes/order.h"
#include "common/sequence/hash.h"
#include "common/sequence/numbers.h"
#include "tools/trace-cycles/code_length.h"
#include "tools/trace-cycles/loop.h"
#include "tools/trace-cycles/occurrence.h"

static uint32_t
kernels_of(const struct occurrence *o, const struct sequence *text)
{
	return sequence_kernels(text, o->start, o->end);
}

/* How many steps are in an occurrence. */
static uint32_t
steps_in(const struct occurrence *o, const struct sequence *text,
    const struct loop *step)
{
	return (uint32_t)loop_places(
	    step, text->at[o->start], text->at[o->end]);
}

/* The median number of steps, or else of kernels; 0 if none counts. */
static uint32_t
median_size(const struct occurrences *all, const struct sequence *text,
    const struct loop *step)
{
	uint32_t *size = xcalloc(all->n + 1, sizeof *size), median;
	size_t n = 0;

	for (size_t i = 0; i < all->n; i++) {
		const struct occurrence *o = &all->list[i];

		if (o->counts)
			size[n++] = step ? steps_in(o, text, step)
					 : kernels_of(o, text);
	}
	ARRAY_SORT(size, n, numbers_compare);
	median = size[n / 2];
	free(size);
	return median;
}

bool
occurrence_is_alike(
    const struct occurrence *o, const struct sequence *text, uint32_t median)
{
	uint32_t kernels = kernels_of(o, text);
	uint32_t most = o->faults ? FAULTY_FACTOR : LONE_STEP_FACTOR;

	return is_tolerated_length(kernels, median) ||
	    (kernels / most <= median && median / most <= kernels);
}

static bool
is_row(const struct sequence *text, uint32_t i)
{
	return sequence_kernels(text, i, i + 1) > 1;
}

/*
 * Whether the first or last occurrence in a trace begins or ends with a row of
 * repeats, and not with what is there elsewhere: the recording may have cut
 * that row, so how often it repeats tells nothing.
 */
static bool
may_be_cut(
    const struct occurrences *all, const struct sequence *text, size_t place)
{
	const struct occurrence *o = &all->list[place];
	uint32_t first = text->symbol[o->start],
		 last = text->symbol[o->end - 1];

	if (place == 0 && is_row(text, o->start) &&
	    (o->start == 0 || text->symbol[o->start - 1] != last))
		return true;
	return place + 1 == all->n && is_row(text, o->end - 1) &&
	    (o->end == text->n || text->symbol[o->end] != first);
}

/*
 * Whether one that has steps is as long as others, or, if all are of one kind,
 * has as many: then how long these are tells nothing.
 */
static bool
has_steps_alike(const struct occurrence *o, const struct sequence *text,
    const struct steps *s, uint32_t median)
{
	if (is_tolerated_length(kernels_of(o, text), median))
		return true;
	if (!s->only || !occurrence_is_alike(o, text, median))
		return false;
	return TOLERATED *
	    numbers_distance(steps_in(o, text, s->only), s->median) <=
	    s->median;
}

bool
occurrences_agree(struct occurrences *all, const struct sequence *text,
    bool is_trace, struct steps steps, uint32_t *median)
{
	uint64_t alike = 0, unlike = 0, whole = 0;
	size_t n = 0;

	if (steps.only)
		steps.median = median_size(all, text, steps.only);
	*median = median_size(all, text, NULL);
	for (size_t i = 0; i < all->n; i++) {
		struct occurrence *o = &all->list[i];
		uint32_t kernels = kernels_of(o, text);

		if (!o->counts)
			continue;
		if (steps.any)
			o->counts = has_steps_alike(o, text, &steps, *median);
		else if (is_trace && may_be_cut(all, text, i))
			o->counts = is_tolerated_length(kernels, *median);
		else
			o->counts = occurrence_is_alike(o, text, *median);
		n += o->counts && o->none == 0;
		*(o->counts ? &alike : &unlike) += kernels;
		whole += o->counts || o->faults ? 0 : kernels;
	}
	return n >= 2 && unlike <= alike / 2 &&
	    (!steps.strict || !steps.any || whole <= alike / TOLERATED);
}

int64_t
occurrences_saved(const struct occurrences *all, int64_t occurrence)
{
	int64_t sum = 0;

	for (size_t i = 0; i < all->n; i++) {
		const struct occurrence *o = &all->list[i];
		bool follows = i && o[-1].counts && o[-1].array == o->array;
		bool ahead =
		    i + 1 < all->n && o[1].counts && o[1].start == o->end;

		if (o->cut && (ahead || (follows && o[-1].end == o->start)))
			sum += o->saved;
		if (!o->counts)
			continue;
		if (!follows)
			sum -= occurrence;
		else if (o[-1].end != o->start)
			sum -= PRICE_FAULT;
		sum += o->saved;
	}
	return sum;
}

/* A repeat with what is behind it. */
struct kind {
	uint64_t hash; /* of its symbols */
	size_t number;
	uint32_t gap; /* symbols behind it */
};

ORDER_BY(compare_kinds, struct kind, UP(hash), UP(number))

/* The symbols between a repeat and the next one; none if either counts not. */
static uint32_t
gap_behind(const struct occurrences *all, size_t i)
{
	const struct occurrence *o = &all->list[i];

	return i + 1 < all->n && o->counts && o[1].counts ? o[1].start - o->end
							  : 0;
}

/*
 * In symbols, the gap behind a repeat if it equals that before it, is at most
 * half a repeat and has no rows: a loop of both is mostly a repeat then.
 */
static uint32_t
same_gap(const struct occurrences *all, const struct sequence *text, size_t i)
{
	const struct occurrence *o = &all->list[i];
	uint32_t gap = gap_behind(all, i);

	if (gap == 0 || 2 * gap > o->end - o->start || i == 0 ||
	    gap_behind(all, i - 1) != gap ||
	    memcmp(text->symbol + o->end, text->symbol + o->start - gap,
		gap * sizeof *text->symbol) != 0)
		return 0;
	for (uint32_t k = o->end; k < o->end + gap; k++)
		if (is_row(text, k))
			return 0;
	return gap;
}

/* Those that count and have faults, or something behind them. */
static size_t
list_kinds(const struct occurrences *all, const struct sequence *text,
    struct kind *kind)
{
	size_t n = 0;

	for (size_t i = 0; i < all->n; i++) {
		const struct occurrence *o = &all->list[i];
		uint32_t gap = same_gap(all, text, i);

		if (!o->counts || (!o->faults && !gap))
			continue;
		kind[n++] = (struct kind){
		    hash_symbols(HASH_START, text->symbol + o->start,
			o->end + gap - o->start),
		    i, gap};
	}
	ARRAY_SORT(kind, n, compare_kinds);
	return n;
}

/*
 * Whether the faults of n equal ones, or of one, cost more than a loop of their
 * own would.
 */
static bool
is_cheaper(const struct occurrences *all, const struct sequence *text,
    const struct kind *kind, size_t n)
{
	const struct occurrence *first = &all->list[kind->number];
	uint32_t symbols = first->end + kind->gap - first->start;
	int64_t own =
	    code_length_in_symbols(text->symbol + first->start, symbols);
	int64_t faults = 0;

	for (size_t i = 0; i < n; i++) {
		size_t number = kind[i].number;

		faults += symbols * SCORE_SYMBOL - all->list[number].saved +
		    (kind->gap ? PRICE_FAULT : 0);
		if (i == 0 || number != kind[i - 1].number + 1)
			own += PRICE_OCCURRENCE;
	}
	return faults > own;
}

/*
 * Its neighbours in the array with half as many faults or more go with it, and
 * a repeat that stands alone on the other side of a gap.
 */
static void
part_one(struct occurrences *all, const struct kind *kind)
{
	size_t number = kind->number;
	struct occurrence *o = &all->list[number];
	bool before = number > 0 && o[-1].array == o->array;
	bool behind = number + 1 < all->n && o[1].array == o->array;

	o->counts = false;
	if ((before && 2 * o[-1].faults >= o->faults) ||
	    (kind->gap && (number < 2 || o[-2].end < o[-1].start)))
		o[-1].counts = false;
	if ((behind && 2 * o[1].faults >= o->faults) ||
	    (kind->gap && (number + 2 >= all->n || o[1].end < o[2].start)))
		o[1].counts = false;
}

/* Returns whether any is parted. */
static bool
part(struct occurrences *all, const struct sequence *text,
    const struct kind *kind, size_t kinds)
{
	bool parted = false;

	for (size_t i = 0, end; i < kinds; i = end) {
		bool cheaper;

		for (end = i; end < kinds && kind[end].hash == kind[i].hash;)
			end++;
		cheaper = is_cheaper(all, text, kind + i, end - i);
		for (size_t k = i; k < end && cheaper; k++)
			part_one(all, &kind[k]);
		parted |= cheaper;
	}
	return parted;
}

bool
occurrences_part_kinds(struct occurrences *all, const struct sequence *text)
{
	struct kind *kind = xmalloc((all->n + 1) * sizeof *kind);
	bool parted = part(all, text, kind, list_kinds(all, text, kind));

	free(kind);
	return parted;
}
