/*
 * Repeats that are equal to each other are found by hashes of their symbols.
 */
#include <stdlib.h>
#include <string.h>

#include "tools/trace-cycles/description.h"
#include "tools/trace-cycles/hash.h"
#include "tools/trace-cycles/occurrence.h"

static uint64_t
hash_of(const struct occurrence *o, const struct sequence *text)
{
	return hash_symbols(
	    HASH_START, text->symbol + o->start, o->end - o->start);
}

/* Those that count and have faults. */
static size_t
list_kinds(const struct occurrences *all, const struct sequence *text,
    struct hashed *kind)
{
	size_t n = 0;

	for (size_t i = 0; i < all->n; i++)
		if (all->list[i].counts && all->list[i].faults)
			kind[n++] =
			    (struct hashed){hash_of(&all->list[i], text), i};
	if (n)
		qsort(kind, n, sizeof *kind, hashed_compare);
	return n;
}

/* What the faults of n equal repeats cost, and a loop of their own would. */
static int
compare_prices(const struct occurrences *all, const struct sequence *text,
    const struct hashed *kind, size_t n, int64_t *faults, int64_t *own)
{
	const struct occurrence *first = &all->list[kind->number];

	*faults = 0;
	*own = description_price(
	    text->symbol + first->start, first->end - first->start);
	if (*own < 0)
		return -1;
	for (size_t i = 0; i < n; i++) {
		const struct occurrence *o = &all->list[kind[i].number];

		*faults += (o->end - o->start) * SCORE_SYMBOL - o->saved;
		if (i == 0 || kind[i].number != kind[i - 1].number + 1)
			*own += 2 * PRICE_OCCURRENCE;
	}
	return 0;
}

/* Its neighbours in the array with half as many faults or more go with it. */
static void
part_one(struct occurrences *all, size_t number)
{
	struct occurrence *o = &all->list[number];
	bool before = number > 0 && o[-1].array == o->array;
	bool behind = number + 1 < all->n && o[1].array == o->array;

	o->counts = false;
	if (before && 2 * o[-1].faults >= o->faults)
		o[-1].counts = false;
	if (behind && 2 * o[1].faults >= o->faults)
		o[1].counts = false;
}

static int
part(struct occurrences *all, const struct sequence *text, struct hashed *kind,
    size_t kinds)
{
	for (size_t i = 0, end; i < kinds; i = end) {
		int64_t faults, own;

		for (end = i; end < kinds && kind[end].hash == kind[i].hash;)
			end++;
		if (end - i < 2)
			continue;
		if (compare_prices(all, text, kind + i, end - i, &faults, &own))
			return -1;
		for (size_t k = i; k < end && faults > own; k++)
			part_one(all, kind[k].number);
	}
	return 0;
}

int
occurrences_part_kinds(struct occurrences *all, const struct sequence *text)
{
	struct hashed *kind = malloc((all->n + 1) * sizeof *kind);
	int rc = -1;

	if (kind)
		rc = part(all, text, kind, list_kinds(all, text, kind));
	free(kind);
	return rc;
}
