/*
 * What the repeats of a loop have in common, as a whole: their length, and what
 * they save. Which of them count, each by itself, occurrence.c has decided
 * before; here some cease to.
 */
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/sequence/numbers.h"
#include "tools/trace-cycles/occurrence.h"

static uint32_t
kernels_of(const struct occurrence *o, const struct sequence *text)
{
	return sequence_kernels(text, o->start, o->end);
}

/* The median number of kernels; 0 if none counts. */
static void
find_median(const struct occurrences *all, const struct sequence *text,
    uint32_t *median)
{
	uint32_t *kernels = xmalloc((all->n + 1) * sizeof *kernels);
	size_t n = 0;

	*median = 0;
	for (size_t i = 0; i < all->n; i++)
		if (all->list[i].counts)
			kernels[n++] = kernels_of(&all->list[i], text);
	if (n) {
		qsort(kernels, n, sizeof *kernels, numbers_compare);
		*median = kernels[n / 2];
	}
	free(kernels);
}

bool
occurrence_is_alike(
    const struct occurrence *o, const struct sequence *text, uint32_t median)
{
	uint32_t kernels = kernels_of(o, text);

	return is_tolerated_length(kernels, median) ||
	    (!o->faults && kernels / LONE_STEP_FACTOR <= median &&
		median / LONE_STEP_FACTOR <= kernels);
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

bool
occurrences_agree(struct occurrences *all, const struct sequence *text,
    bool is_trace, bool has_steps, uint32_t *median)
{
	uint64_t alike = 0, unlike = 0;
	size_t n = 0;

	find_median(all, text, median);
	for (size_t i = 0; i < all->n; i++) {
		struct occurrence *o = &all->list[i];
		uint32_t kernels = kernels_of(o, text);

		if (!o->counts)
			continue;
		o->counts = has_steps || (is_trace && may_be_cut(all, text, i))
		    ? is_tolerated_length(kernels, *median)
		    : occurrence_is_alike(o, text, *median);
		n += o->counts;
		*(o->counts ? &alike : &unlike) += kernels;
	}
	return n >= 2 && unlike <= alike / 2;
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

size_t
occurrences_longest_row(const struct occurrences *all)
{
	size_t row = 0, longest = 0;

	for (size_t i = 0; i < all->n; i++) {
		const struct occurrence *o = &all->list[i];
		bool follows = row && o[-1].end == o->start;

		row = !o->counts ? 0 : follows ? row + 1 : 1;
		longest = row > longest ? row : longest;
	}
	return longest;
}
