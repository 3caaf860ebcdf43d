#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-plot/crowd.h"

/* In pixels; and the short kernels of several colours that crowd a cell. */
static const double WIDTH = 2;
enum { CROWD = 3 };

/* The cell that has a time; the last one from its start on. */
static size_t
place(const struct crowd *c, double ns)
{
	double at = ns / c->width;

	return at < (double)c->n ? (size_t)at : c->n - 1;
}

static void
add_bar(struct crowd *c, const struct bar *b, double pixel)
{
	double start = (double)b->start, end = (double)b->end;

	for (size_t i = place(c, start); i <= place(c, end); i++) {
		double low = (double)i * c->width, high = low + c->width;

		low = start > low ? start : low;
		high = end < high ? end : high;
		if (high > low)
			c->cell[i].ns[b->group] += high - low;
	}
	c->cell[place(c, start)].narrow += end - start < pixel;
}

void
crowd_of(
    struct crowd *c, const struct bar *bar, size_t n, double pixel, double last)
{
	c->width = WIDTH * pixel;
	c->n = (size_t)(last / c->width) + 1;
	c->cell = xcalloc(c->n, sizeof *c->cell);
	for (size_t i = 0; i < n; i++)
		add_bar(c, &bar[i], pixel);
	for (size_t i = 0; i < c->n; i++) {
		size_t groups = 0;

		for (size_t g = 0; g < GROUPS_MOST; g++)
			groups += c->cell[i].ns[g] > 0;
		c->cell[i].crowded = groups > 1 && c->cell[i].narrow >= CROWD;
	}
}

void
crowd_free(struct crowd *c)
{
	free(c->cell);
	c->cell = NULL;
}

double
crowd_run(const struct crowd *c, double from, double to, bool *crowded)
{
	size_t i = place(c, from);

	if (i + 1 < c->n && (double)(i + 1) * c->width <= from)
		i++; /* the quotient was rounded */
	*crowded = c->cell[i].crowded;
	while (i < c->n && c->cell[i].crowded == *crowded &&
	    (double)i * c->width < to)
		i++;
	from = (double)i * c->width;
	return i == c->n || from > to ? to : from;
}

double
crowd_share(const struct crowd *c, size_t i, size_t group)
{
	double all = 0;

	for (size_t g = 0; g < GROUPS_MOST; g++)
		all += c->cell[i].ns[g];
	return c->cell[i].ns[group] / (all > c->width ? all : c->width);
}
