#include <stdlib.h>

#include "tools/trace-align/kinds.h"

/*
 * In pairs of cycles of real traces, the same layer or step, eager and
 * compiled, on GPUs of two makers or in two phases, had 68 % and more in
 * common; models of one family had 55 to 58 %, others up to 63 %, which
 * activations.h tells. One fusion whose name does not say what it does takes
 * two kinds away.
 */
static const double doubtful = 0.6;
enum { FEW = 2 };

/* What the rows of each side of a group do. */
struct work {
	struct ops a, b;
};

/* Of a kind of kernels: is it there, and has one a partner? */
struct seen {
	bool a, b, a_matched, b_matched;
};

static void
join_work(const struct pair *p, size_t n, const struct likeness *names,
    struct work *work)
{
	for (size_t i = 0; i < n; i++) {
		struct work *w = &work[p[i].group];

		if (p[i].group && p[i].a)
			ops_join(&w->a, likeness_ops(names, p[i].a->name));
		if (p[i].group && p[i].b)
			ops_join(&w->b, likeness_ops(names, p[i].b->name));
	}
}

static bool
has_partner(
    const struct pair *p, const struct work *work, const struct likeness *names)
{
	const struct work *w = &work[p->group];
	const struct row *row = p->a ? p->a : p->b;

	if (pair_has_both(p))
		return true;
	return p->group &&
	    ops_third_within(
		likeness_ops(names, row->name), p->a ? &w->b : &w->a);
}

static void
see(const struct pair *p, bool matched, const struct likeness *names,
    struct seen *seen)
{
	const uint32_t *kind = names->level[ALIGN_FAMILY];

	if (p->a) {
		seen[kind[p->a->name]].a = true;
		seen[kind[p->a->name]].a_matched |= matched;
	}
	if (p->b) {
		seen[kind[p->b->name]].b = true;
		seen[kind[p->b->name]].b_matched |= matched;
	}
}

/* The numbers of kinds are below this. */
static size_t
find_room(const struct likeness *names)
{
	size_t most = 0;

	for (uint32_t i = 0; i < names->n; i++)
		if (names->level[ALIGN_FAMILY][i] > most)
			most = names->level[ALIGN_FAMILY][i];
	return most + 1;
}

int
kinds_count(struct kinds *k, const struct pair *p, size_t n, size_t ngroups,
    const struct likeness *names)
{
	size_t room = find_room(names);
	struct work *work = calloc(ngroups + 1, sizeof *work);
	struct seen *seen = calloc(room, sizeof *seen);
	bool good = work && seen;

	*k = (struct kinds){0};
	if (good)
		join_work(p, n, names, work);
	for (size_t i = 0; good && i < n; i++) {
		see(&p[i], has_partner(&p[i], work, names), names, seen);
		k->same_name |= pair_has_both(&p[i]) &&
		    (p[i].level < ALIGN_FAMILY || p[i].family.n == 0);
	}
	for (size_t i = 0; good && i < room; i++) {
		k->a += seen[i].a_matched;
		k->b += seen[i].b_matched;
		k->a_all += seen[i].a;
		k->b_all += seen[i].b;
	}
	free(work);
	free(seen);
	return good ? 0 : -1;
}

double
kinds_share(const struct kinds *k)
{
	double all = (double)(k->a_all + k->b_all);
	double common = (double)(k->a + k->b) / 2;

	return all > 0 ? common / (all - common) : 1;
}

bool
kinds_are_one(const struct kinds *k)
{
	return k->a_all == 1 && k->b_all == 1 && !k->same_name;
}

bool
kinds_are_doubtful(const struct kinds *k)
{
	if (kinds_are_one(k))
		return true;
	return kinds_share(k) < doubtful &&
	    (k->a_all - k->a > FEW || k->b_all - k->b > FEW);
}
