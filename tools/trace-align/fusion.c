#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-align/fusion.h"

/* Of a pair in a group, which is explained by itself, both kernels count. */
static void
explain(struct group *g, struct pair *p, const struct likeness *names)
{
	p->explained = false;
	for (int side = 0; side < 2; side++) {
		const struct row *r = pair_side(p, side);

		if (r &&
		    ops_third_within(
			likeness_ops(names, r->name), &g->work[!side])) {
			p->explained = true;
			g->explained++;
		}
	}
}

/*
 * The kernel that takes longest on the side that has fewer of them, which is
 * the one that fuses the others, names the group.
 */
static void
name_group(struct group *g, const struct pair *p, const struct likeness *names)
{
	const struct row *row = g->rows[1] <= g->rows[0] || !p->a ? p->b : p->a;

	if (!row || row->each < g->longest)
		return;
	g->longest = row->each;
	g->name = names->family[row->name];
}

/*
 * So many kernels of a side are no group, unless the names of nine tenths say
 * so: one that takes longer would hide among them, or they hold a layer that
 * one side has more. No names say it of so many that a step has.
 */
enum { UNSAID_MOST = 16, GROUP_MOST = 64 };

static bool
is_group(const struct group *g)
{
	size_t a = g->rows[0], b = g->rows[1], more = a > b ? a : b;

	return a > 0 && b > 0 &&
	    (more <= UNSAID_MOST ||
		(more <= GROUP_MOST && 10 * g->explained >= 9 * (a + b)));
}

/* Numbers those that are groups in the order of their rows; how many. */
static size_t
renumber(struct pair *p, size_t rows, const struct group *found, size_t *number,
    struct group *groups)
{
	size_t n = 0;

	for (size_t i = 0; i < rows; i++) {
		size_t g = p[i].group;

		if (g && !number[g] && is_group(&found[g])) {
			number[g] = ++n;
			groups[n] = found[g];
		}
		p[i].group = number[g];
		p[i].explained &= p[i].group > 0;
	}
	return n;
}

struct group *
fusion_groups(
    struct pair *p, size_t rows, const struct likeness *names, size_t *n)
{
	size_t most;
	struct group *found = grouping_find(p, rows, names, &most);
	struct group *groups = xcalloc(most + 1, sizeof *groups);
	size_t *number = xcalloc(most + 1, sizeof *number);

	for (size_t i = 0; i < rows; i++)
		if (p[i].group) {
			explain(&found[p[i].group], &p[i], names);
			name_group(&found[p[i].group], &p[i], names);
		} else {
			p[i].explained = false;
		}
	*n = renumber(p, rows, found, number, groups);
	free(found);
	free(number);
	return groups;
}

double
fusion_confidence(const struct group *g)
{
	return (double)g->explained / (double)(g->rows[0] + g->rows[1]);
}
