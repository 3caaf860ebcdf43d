#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-align/fusion.h"
#include "tools/trace-align/runs.h"

/* --- what they add up to --- */

/* What fusion_groups needs for a while. */
struct workshop {
	struct work *work;
	unsigned char *sides; /* of each group: 1 for a, 2 for b */
	size_t *number;
	int64_t *longest;
};

static void
workshop_open(struct workshop *w, size_t runs, size_t rows)
{
	size_t groups = runs + rows + 2; /* at most, and none */

	*w = (struct workshop){.work = xcalloc(groups, sizeof *w->work),
	    .sides = xcalloc(groups, 1),
	    .number = xcalloc(groups, sizeof *w->number),
	    .longest = xcalloc(groups, sizeof *w->longest)};
}

static void
workshop_close(struct workshop *w)
{
	free(w->work);
	free(w->sides);
	free(w->number);
	free(w->longest);
}

/* Numbers those of both sides in the order of their rows; how many. */
static size_t
renumber(struct runs *l, const struct workshop *w)
{
	size_t n = 0;

	for (size_t i = 0; i < l->rows; i++) {
		const struct pair *p = &l->p[i];

		w->sides[p->group] |=
		    (unsigned char)((p->a ? 1 : 0) | (p->b ? 2 : 0));
	}
	w->sides[0] = 0;
	for (size_t i = 0; i < l->rows; i++) {
		size_t *g = &l->p[i].group;

		if (w->sides[*g] == 3 && w->number[*g] == 0)
			w->number[*g] = ++n;
		*g = w->number[*g];
	}
	return n;
}

static void
sum_rows(const struct runs *l, struct group *groups)
{
	for (size_t i = 0; i < l->rows; i++) {
		const struct pair *p = &l->p[i];
		struct group *g = &groups[p->group];

		if (p->group && p->a) {
			g->a_rows++;
			g->a_sum += p->a->sum;
			g->a_each += p->a->each;
		}
		if (p->group && p->b) {
			g->b_rows++;
			g->b_sum += p->b->sum;
			g->b_each += p->b->each;
		}
	}
}

/* Of a pair in a group, which is explained by itself, both kernels count. */
static void
find_explained(struct runs *l, struct group *groups, const struct work *work)
{
	for (size_t i = 0; i < l->rows; i++) {
		struct pair *p = &l->p[i];
		const struct work *w = &work[p->group];
		bool a, b;

		if (!p->group)
			continue;
		a = p->a && ops_third_within(runs_ops(l, p->a), &w->b);
		b = p->b && ops_third_within(runs_ops(l, p->b), &w->a);
		p->explained = a || b;
		groups[p->group].explained += (size_t)a + b;
	}
}

/*
 * A kernel is not what became of so many, nor they of it, unless the names of
 * half of them say so; and no names say it of so many that a step has.
 */
enum { LOPSIDED = 16, GROUP_MOST = 64 };

static bool
is_lopsided(const struct group *g)
{
	size_t more = g->a_rows > g->b_rows ? g->a_rows : g->b_rows;
	size_t fewer = g->a_rows + g->b_rows - more;

	return more > LOPSIDED * fewer &&
	    (more > GROUP_MOST || 2 * g->explained < g->a_rows + g->b_rows);
}

/* Takes such groups away; how many are left. */
static size_t
drop_lopsided(
    const struct runs *l, struct group *groups, size_t n, size_t *number)
{
	size_t left = 0;

	for (size_t g = 1; g <= n; g++) {
		number[g] = is_lopsided(&groups[g]) ? 0 : ++left;
		if (number[g])
			groups[left] = groups[g];
	}
	for (size_t i = 0; i < l->rows; i++) {
		struct pair *p = &l->p[i];

		p->explained &= p->group == 0 || number[p->group] > 0;
		p->group = p->group ? number[p->group] : 0;
	}
	return left;
}

/*
 * Names the groups: by the kernel that takes longest on the side that has fewer
 * of them, which is the one that fuses the others.
 */
static void
name_groups(const struct runs *l, struct group *groups, int64_t *longest)
{
	for (size_t i = 0; i < l->rows; i++) {
		const struct pair *p = &l->p[i];
		struct group *g = &groups[p->group];
		const struct row *row =
		    g->b_rows <= g->a_rows || !p->a ? p->b : p->a;

		if (!p->group || !row || row->each < longest[p->group])
			continue;
		longest[p->group] = row->each;
		g->name = l->names->family[row->name];
	}
}

struct group *
fusion_groups(
    struct pair *p, size_t rows, const struct likeness *names, size_t *n)
{
	struct runs l;
	struct workshop w;
	struct group *groups;

	runs_open(&l, p, rows, names);
	workshop_open(&w, l.n, rows);
	group_rows_join(&l);
	*n = renumber(&l, &w);
	groups = xcalloc(*n + 1, sizeof *groups);
	group_rows_work(&l, w.work);
	sum_rows(&l, groups);
	name_groups(&l, groups, w.longest);
	find_explained(&l, groups, w.work);
	*n = drop_lopsided(&l, groups, *n, w.number);
	runs_close(&l);
	workshop_close(&w);
	return groups;
}

double
fusion_confidence(const struct group *g)
{
	return (double)g->explained / (double)(g->a_rows + g->b_rows);
}
