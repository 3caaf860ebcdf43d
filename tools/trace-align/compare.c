#include <stdlib.h>

#include "tools/trace-align/compare.h"
#include "tools/trace-align/moved.h"

static int
compare_named(struct comparison *c, const struct row *a, size_t na,
    const struct row *b, size_t nb, const struct names *names)
{
	ptrdiff_t n;

	c->pairs = calloc(na + nb + 1, sizeof *c->pairs);
	if (!c->pairs)
		return ALIGN_NO_MEMORY;
	n = result_make(a, na, b, nb, names, c->pairs, &c->lengths);
	if (n < 0)
		return (int)n;
	c->npairs = (size_t)n;
	if (moved_find(c->pairs, c->npairs, names))
		return ALIGN_NO_MEMORY;
	c->groups = group_rows(c->pairs, c->npairs, names, &c->ngroups);
	c->balance = result_balance(c->pairs, c->npairs);
	return c->groups ? 0 : ALIGN_NO_MEMORY;
}

int
compare(struct comparison *c, const struct row *a, size_t na,
    const struct row *b, size_t nb, const struct pool *pool,
    const struct rules *rules)
{
	struct names names;
	int status = names_init(&names, pool, rules);

	*c = (struct comparison){0};
	if (status == 0)
		status = compare_named(c, a, na, b, nb, &names);
	names_free(&names);
	return status;
}

void
comparison_free(struct comparison *c)
{
	free(c->pairs);
	free(c->groups);
}
