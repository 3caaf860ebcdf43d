#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-align/fusion.h"

/* Of a pair in a group, which is explained by itself, both kernels count. */
static void
explain(struct group *g, struct pair *p, const struct likeness *names)
{
	bool a =
	    p->a && ops_third_within(likeness_ops(names, p->a->name), &g->b);
	bool b =
	    p->b && ops_third_within(likeness_ops(names, p->b->name), &g->a);

	p->explained = a || b;
	g->explained += (size_t)a + b;
}

/*
 * The kernel that takes longest on the side that has fewer of them, which is
 * the one that fuses the others, names the group.
 */
static void
name_group(struct group *g, const struct pair *p, const struct likeness *names)
{
	const struct row *row = g->b_rows <= g->a_rows || !p->a ? p->b : p->a;

	if (!row || row->each < g->longest)
		return;
	g->longest = row->each;
	g->name = names->family[row->name];
}

/*
 * A kernel is not what became of so many, nor they of it, unless the names of
 * half of them say so; and no names say it of so many that a step has.
 */
enum { LOPSIDED = 16, GROUP_MOST = 64 };

static bool
is_group(const struct group *g)
{
	size_t more = g->a_rows > g->b_rows ? g->a_rows : g->b_rows;
	size_t fewer = g->a_rows + g->b_rows - more;

	return fewer > 0 &&
	    (more <= LOPSIDED * fewer ||
		(more <= GROUP_MOST &&
		    2 * g->explained >= g->a_rows + g->b_rows));
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
	size_t most = grouping_find(p, rows, names) + 1;
	struct group *found = xcalloc(most, sizeof *found);
	struct group *groups = xcalloc(most, sizeof *groups);
	size_t *number = xcalloc(most, sizeof *number);

	grouping_add_up(p, rows, names, found);
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
	return (double)g->explained / (double)(g->a_rows + g->b_rows);
}
