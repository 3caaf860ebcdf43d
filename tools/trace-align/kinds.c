#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-align/kinds.h"

/*
 * In pairs of cycles of real traces, the same layer or step, eager and
 * compiled, on GPUs of two makers or in two phases, had 68 % and more in
 * common; models of one family had 55 to 58 %, others up to 63 %, which
 * kinds_activations tells. One fusion whose name does not say what it does
 * takes two kinds away.
 */
static const double doubtful = 0.6;
enum { FEW = 2 };

/* Of a kind of kernels: is it there, and has one a partner? */
struct seen {
	bool a, b, a_matched, b_matched;
};

static void
see(const struct pair *p, const struct likeness *names, struct seen *seen)
{
	const uint32_t *kind = names->level[ALIGN_FAMILY];
	bool matched = pair_is_matched(p);

	if (p->a) {
		seen[kind[p->a->name]].a = true;
		seen[kind[p->a->name]].a_matched |= matched;
	}
	if (p->b) {
		seen[kind[p->b->name]].b = true;
		seen[kind[p->b->name]].b_matched |= matched;
	}
}

static void
count_place(const struct pair *p, struct kinds *k)
{
	bool placed = pair_is_matched(p) && p->match != MOVED;

	k->a_rows += p->a != NULL;
	k->b_rows += p->b != NULL;
	k->a_placed += placed && p->a;
	k->b_placed += placed && p->b;
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

void
kinds_count(struct kinds *k, const struct pair *p, size_t n,
    const struct likeness *names)
{
	size_t room = find_room(names);
	struct seen *seen = xcalloc(room, sizeof *seen);

	*k = (struct kinds){0};
	for (size_t i = 0; i < n; i++) {
		see(&p[i], names, seen);
		count_place(&p[i], k);
		k->same_name |= pair_has_both(&p[i]) &&
		    (p[i].level < ALIGN_FAMILY || p[i].family.n == 0);
	}
	for (size_t i = 0; i < room; i++) {
		k->a += seen[i].a_matched;
		k->b += seen[i].b_matched;
		k->a_all += seen[i].a;
		k->b_all += seen[i].b;
	}
	free(seen);
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
kinds_are_displaced(const struct kinds *k)
{
	return 2 * k->a_placed < k->a_rows || 2 * k->b_placed < k->b_rows;
}

bool
kinds_are_doubtful(const struct kinds *k)
{
	return kinds_share(k) < doubtful &&
	    (k->a_all - k->a > FEW || k->b_all - k->b > FEW);
}

/* --- activation functions --- */

/* All operations of one side. */
static struct ops
join_side(
    const struct pair *p, size_t n, bool is_a, const struct likeness *names)
{
	struct ops all = {0};

	for (size_t i = 0; i < n; i++) {
		const struct row *row = is_a ? p[i].a : p[i].b;

		if (row)
			ops_join(&all, likeness_ops(names, row->name));
	}
	return all;
}

/* Finds one that this side applies and the other does not. */
static bool
find_own(const struct ops *side, const struct ops *other,
    const struct likeness *names, enum activation *own)
{
	for (int i = 0; i < ACTIVATIONS; i++)
		if (ops_meet(side, &names->activation[i]) &&
		    !ops_meet(other, &names->activation[i])) {
			*own = (enum activation)i;
			return true;
		}
	return false;
}

bool
kinds_activations(struct activations *found, const struct pair *p, size_t n,
    const struct likeness *names)
{
	struct ops a = join_side(p, n, true, names);
	struct ops b = join_side(p, n, false, names);

	return find_own(&a, &b, names, &found->a) &&
	    find_own(&b, &a, names, &found->b);
}
