#include <stdlib.h>

#include "tools/trace-cycles/chains.h"
#include "tools/trace-cycles/usual.h"

/* How long a repeat of a group is. */
struct length {
	uint32_t group, kernels;
};

static int
compare_length(const void *a, const void *b)
{
	const struct length *x = a, *y = b;

	if (x->group != y->group)
		return x->group < y->group ? -1 : 1;
	return (x->kernels > y->kernels) - (x->kernels < y->kernels);
}

bool
usual_is(uint32_t length, uint32_t usual)
{
	uint32_t off = length > usual ? length - usual : usual - length;

	return off <= chains_tolerated(usual);
}

/* The median of n sorted lengths of one group, or 0. */
static uint32_t
judge(const struct length *all, size_t n, size_t longest)
{
	uint32_t median = all[n / 2].kernels;
	size_t usual = 0;

	for (size_t i = 0; i < n; i++)
		usual += usual_is(all[i].kernels, median);
	return usual >= 2 && usual * 4 >= n * 3 && median <= longest ? median
								     : 0;
}

/* The lengths of all repeats, by group and length; NULL: no memory. */
static struct length *
sort_lengths(const struct round *r, const struct level *level)
{
	struct length *all = malloc((r->repeats.n + 1) * sizeof *all);
	size_t n = 0;

	if (!all)
		return NULL;
	for (size_t i = 0; i < r->n; i++)
		for (size_t k = 0; k < r->piece[i].repeats; k++, n++) {
			struct repeat p = level_kernels(
			    level, r->repeats.list[r->piece[i].first + k]);

			all[n] =
			    (struct length){r->piece[i].group, p.end - p.start};
		}
	if (n)
		qsort(all, n, sizeof *all, compare_length);
	return all;
}

uint32_t *
usual_lengths(const struct round *r, const struct level *level, size_t longest)
{
	struct length *all = sort_lengths(r, level);
	uint32_t *usual = calloc(r->groups + 1u, sizeof *usual);
	size_t n = r->repeats.n, end;

	for (size_t i = 0; all && usual && i < n; i = end) {
		for (end = i; end < n && all[end].group == all[i].group;)
			end++;
		usual[all[i].group] = judge(all + i, end - i, longest);
	}
	if (!all) {
		free(usual);
		usual = NULL;
	}
	free(all);
	return usual;
}
