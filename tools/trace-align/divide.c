#include "tools/trace-align/divide.h"

/* The rows of a run, by side. */
struct members {
	size_t *part, *whole; /* the side with more rows, and the other */
	size_t parts, wholes;
};

static uint32_t
normalised(const struct runs *l, size_t i)
{
	const struct pair *p = &l->p[i];

	return l->names->level[ALIGN_NORMALISED][(p->a ? p->a : p->b)->name];
}

/* Are they k alike kernels against k times the same sequence? */
static bool
divides(const struct runs *l, const struct members *m)
{
	size_t each = m->wholes > 1 ? m->parts / m->wholes : 0;

	if (each < 2 || each * m->wholes != m->parts)
		return false;
	for (size_t i = 1; i < m->wholes; i++)
		if (normalised(l, m->whole[i]) != normalised(l, m->whole[0]))
			return false;
	for (size_t i = each; i < m->parts; i++)
		if (normalised(l, m->part[i]) !=
		    normalised(l, m->part[i - each]))
			return false;
	return true;
}

static void
make_index(const struct runs *l, struct divide_index *x)
{
	for (size_t i = 0; i < l->rows; i++)
		x->start[l->p[i].group + 1]++;
	for (size_t g = 1; g <= l->n + 1; g++)
		x->start[g] += x->start[g - 1];
	for (size_t i = 0; i < l->rows; i++)
		x->row[x->start[l->p[i].group]++] = i;
	for (size_t g = l->n + 1; g > 0; g--)
		x->start[g] = x->start[g - 1];
	x->start[0] = 0;
}

/* Sorts the members of group g; false where there is a pair among them. */
static bool
find_members(const struct runs *l, const struct divide_index *x, size_t g,
    struct members *m)
{
	size_t na = 0, nb = 0;

	for (size_t k = x->start[g]; k < x->start[g + 1]; k++) {
		size_t i = x->row[k];

		if (pair_has_both(&l->p[i]))
			return false;
		if (l->p[i].a)
			x->a[na++] = i;
		else
			x->b[nb++] = i;
	}
	*m = na > nb ? (struct members){x->a, x->b, na, nb}
		     : (struct members){x->b, x->a, nb, na};
	return true;
}

void
divide_groups(struct runs *l, struct divide_index *x)
{
	size_t groups = l->n;

	make_index(l, x);
	for (size_t g = 1; g <= l->n; g++) {
		struct members m;

		if (!find_members(l, x, g, &m) || !divides(l, &m))
			continue;
		for (size_t i = 1; i < m.wholes; i++)
			l->p[m.whole[i]].group = groups + i;
		for (size_t i = 0; i < m.parts; i++) {
			size_t k = i / (m.parts / m.wholes);

			l->p[m.part[i]].group = k ? groups + k : g;
		}
		groups += m.wholes - 1;
	}
}
