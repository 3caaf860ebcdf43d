#include "tools/trace-align/activations.h"

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
activations_find(struct activations *found, const struct pair *p, size_t n,
    const struct likeness *names)
{
	struct ops a = join_side(p, n, true, names);
	struct ops b = join_side(p, n, false, names);

	return find_own(&a, &b, names, &found->a) &&
	    find_own(&b, &a, names, &found->b);
}
