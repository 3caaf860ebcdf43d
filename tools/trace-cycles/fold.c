#include <stdlib.h>

#include "tools/trace-cycles/fold.h"
#include "tools/trace-cycles/hash.h"
#include "tools/trace-cycles/prices.h"
#include "tools/trace-cycles/subsequence.h"

#define NONE UINT32_MAX

/* The next one that counts, with only broken ones of the array between. */
static size_t
behind_broken(const struct occurrences *all, size_t i)
{
	size_t k = i + 1;

	while (k < all->n && all->list[k].broken &&
	    all->list[k].array == all->list[i].array)
		k++;
	return k < all->n && all->list[k].counts &&
		all->list[k].array == all->list[i].array
	    ? k
	    : i + 1;
}

/* The next one that counts; all->n if there is none. */
static size_t
next_counted(const struct occurrences *all, size_t i)
{
	while (++i < all->n && !all->list[i].counts)
		;
	return i;
}

/*
 * Whether the text [from, to) is broken repeats, all of kernels. What comes
 * elsewhere as well is not broken by chance, so no more may be wrong with it
 * than with a repeat.
 */
static bool
is_broken_row(struct subsequence *body, const struct cutting *how,
    uint32_t from, uint32_t to, bool is_unique)
{
	uint32_t n = to - from, p = (uint32_t)how->body->n, common, most;
	uint32_t times = (n + p / 2) / p;

	if (sequence_kernels(how->text, from, to) > n ||
	    body_kernels(how->body) > p)
		return false;
	if (p < TOLERATED_FROM || times == 0 || times > BROKEN_MOST ||
	    n > BROKEN_MOST * BROKEN_LONGEST)
		return false;
	common = subsequence_longest(body, how->text->symbol + from, n, times);
	most = n > times * p ? n : times * p;
	if (!is_unique)
		return most - common <= tolerated_faults(most);
	return BROKEN_OF * common >= BROKEN_EQUAL * most;
}

struct gaps {
	struct hashed *gap; /* by hash: the repeat before each */
	size_t n;
	struct subsequence body; /* that they may be repeats of */
};

static uint64_t
hash_of(const struct sequence *text, uint32_t from, uint32_t to)
{
	return hash_symbols(HASH_START, text->symbol + from, to - from);
}

/* Those that are not too long to be broken repeats. */
static int
find_gaps(
    struct gaps *out, const struct cutting *how, const struct occurrences *all)
{
	out->n = 0;
	out->gap = malloc((all->n + 1) * sizeof *out->gap);
	if (!out->gap)
		return -1;
	for (size_t i = 0, next; i < all->n; i = next) {
		uint32_t from = all->list[i].end, to;

		next = next_counted(all, i);
		if (next == all->n || !all->list[i].counts)
			continue;
		to = all->list[next].start;
		if (to > from && to - from <= 2 * how->body->n)
			out->gap[out->n++] =
			    (struct hashed){hash_of(how->text, from, to), i};
	}
	if (out->n)
		qsort(out->gap, out->n, sizeof *out->gap, hashed_compare);
	return 0;
}

/* Whether no other gap has the same symbols: what comes again is no noise. */
static bool
is_unique(const struct gaps *all, uint64_t hash)
{
	size_t low = 0, high = all->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (all->gap[middle].hash < hash)
			low = middle + 1;
		else
			high = middle;
	}
	return low + 1 >= all->n || all->gap[low + 1].hash != hash;
}

/* Whether what is between two repeats is of their row. */
static bool
is_of_row(struct gaps *gaps, const struct cutting *how,
    const struct occurrence *a, const struct occurrence *b)
{
	return a->end != b->start &&
	    is_broken_row(&gaps->body, how, a->end, b->start,
		is_unique(gaps, hash_of(how->text, a->end, b->start)));
}

static bool
is_one_row(const struct foldable *a, const struct foldable *b)
{
	return a->symbol == b->symbol && a->array == b->array &&
	    b->start - a->end < ROW_GAP;
}

/* Adds one behind n others, of whose row it may be. Returns how many. */
static size_t
add_foldable(struct foldable *row, size_t n, struct foldable next)
{
	if (n && is_one_row(&row[n - 1], &next))
		row[--n].end = next.end;
	else
		row[n] = next;
	return n + 1;
}

static size_t
list(struct gaps *gaps, const struct cutting *how,
    const struct occurrences *all, uint32_t symbol, struct foldable *row)
{
	uint32_t array = 0, last = NONE; /* folded as, and of the text */
	size_t n = 0;
	bool broken = false;

	for (size_t i = 0, next; i < all->n; i = next) {
		next = i + 1;
		if (!all->list[i].counts)
			continue;
		if (all->list[i].array != last && !broken)
			array = all->list[i].array;
		last = all->list[i].array;
		next = behind_broken(all, i);
		for (size_t k = i; k < next; k++)
			n = add_foldable(row, n,
			    (struct foldable){all->list[k].start,
				all->list[k].end, symbol, array});
		i = next - 1;
		next = next_counted(all, i);
		broken = next < all->n &&
		    is_of_row(gaps, how, &all->list[i], &all->list[next]);
		if (broken)
			n = add_foldable(row, n,
			    (struct foldable){all->list[i].end,
				all->list[next].start, symbol, array});
	}
	return n;
}

int64_t
fold_list(const struct cutting *how, const struct occurrences *all,
    uint32_t symbol, struct foldable *row)
{
	struct gaps gaps = {0};
	int64_t n = -1;

	if (find_gaps(&gaps, how, all) == 0 &&
	    subsequence_init(
		&gaps.body, how->body, how->rotation, BROKEN_MOST) == 0)
		n = (int64_t)list(&gaps, how, all, symbol, row);
	subsequence_free(&gaps.body);
	free(gaps.gap);
	return n;
}

/* Moves symbols from `from` up to `to` to the end of the first m. */
static size_t
move(struct sequence *s, size_t m, size_t from, size_t to)
{
	for (; from < to; from++, m++) {
		s->symbol[m] = s->symbol[from];
		s->at[m] = s->at[from];
	}
	return m;
}

void
fold_rows(struct sequence *s, const struct foldable *r, size_t n)
{
	uint32_t end = s->at[s->n];
	size_t m = 0, at = 0;

	for (size_t i = 0, last; i < n; i = last + 1) {
		for (last = i;
		     last + 1 < n && is_one_row(&r[last], &r[last + 1]);)
			last++;
		m = move(s, m, at, r[i].start);
		s->at[m] = s->at[r[i].start];
		s->symbol[m++] = r[i].symbol;
		at = r[last].end;
	}
	s->n = move(s, m, at, s->n);
	s->at[s->n] = end;
}
