#include <stdlib.h>
#include <string.h>

#include "tools/trace-cycles/mend.h"
#include "tools/trace-cycles/outermost.h"

/* The repeats of a stretch become instances. */
static int
add_stretch(struct instances *all, const struct collection *c, uint32_t found)
{
	const struct stretch_found *f = &c->found[found];

	for (size_t i = f->first; i < f->first + f->repeats; i++) {
		struct repeat r = c->repeats.list[i];
		struct instance o = {r.start, r.end, c->repeats.faults[i],
		    f->cycle, all->stretches, (uint32_t)f->repeats, false};

		if (mend_add(all, o))
			return -1;
	}
	all->stretches++;
	return 0;
}

/*
 * Numbers the cycles that come twice or more. What is left of one when all else
 * is in another may be a single repeat, and no cycle any more. NULL when there
 * is no memory.
 */
static uint32_t *
number_cycles(const struct instances *all, uint32_t *cycles)
{
	size_t *count = calloc(all->cycles + 1u, sizeof *count);
	uint32_t *number = malloc((all->cycles + 1u) * sizeof *number);

	if (!count || !number) {
		free(count);
		free(number);
		return NULL;
	}
	memset(number, 0xff, (all->cycles + 1u) * sizeof *number);
	for (size_t i = 0; i < all->n; i++)
		count[all->list[i].cycle]++;
	for (size_t i = 0; i < all->n; i++) {
		uint32_t c = all->list[i].cycle;

		if (count[c] >= 2 && number[c] == LEVEL_NONE)
			number[c] = (*cycles)++;
	}
	free(count);
	return number;
}

/* Whether an instance stands in one row with that before it. */
static bool
is_in_row(const struct instance *before, const struct instance *o)
{
	return before->cycle == o->cycle &&
	    (before->stretch == o->stretch || before->end == o->start);
}

static int
make_rows(
    const struct instances *all, const uint32_t *number, struct rounds *out)
{
	const struct instance *before = NULL;

	out->row = malloc((all->n + 1) * sizeof *out->row);
	if (!out->row)
		return -1;
	for (size_t i = 0; i < all->n; i++) {
		const struct instance *o = &all->list[i];

		if (number[o->cycle] == LEVEL_NONE)
			continue;
		if (!before || !is_in_row(before, o))
			out->row[out->n++] =
			    (struct row){number[o->cycle], out->repeats.n, 0};
		out->row[out->n - 1].repeats++;
		if (repeats_add(&out->repeats,
			(struct repeat){o->start, o->end}, o->faults))
			return -1;
		before = o;
	}
	return 0;
}

int
outermost_find(const struct level *l, const struct collection *c,
    uint32_t cycles, struct rounds *out)
{
	struct instances all = {.cycles = cycles};
	uint32_t *number = NULL;
	int rc = 0;

	*out = (struct rounds){0};
	for (size_t i = 0; i < l->n && rc == 0; i++)
		if (level_found(l, i) != LEVEL_NONE)
			rc = add_stretch(&all, c, level_found(l, i));
	if (rc == 0)
		rc = mend_find(l->kernels, &all);
	if (rc == 0)
		number = number_cycles(&all, &out->cycles);
	rc = number ? make_rows(&all, number, out) : -1;
	free(number);
	free(all.list);
	return rc;
}
