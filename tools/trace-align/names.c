#include <stdlib.h>

#include "common/kname.h"
#include "tools/trace-align/names.h"

struct named {
	uint32_t id;
	struct span name;
};

/* What is known of the normalised names, by their number. */
struct kinds {
	struct pool *normal;
	struct pool *kinds; /* families, and normalised names without one */
	uint32_t *kind;
	struct span *family;
	struct buf text;
};

static int
compare(const void *pa, const void *pb)
{
	const struct named *a = pa, *b = pb;

	return span_compare(a->name, b->name);
}

static struct named *
sort_names(const struct pool *names)
{
	uint32_t n = pool_count(names);
	struct named *sorted = calloc((size_t)n + 1, sizeof *sorted);

	if (!sorted)
		return NULL;
	for (uint32_t i = 0; i < n; i++)
		sorted[i] = (struct named){i, pool_get(names, i)};
	qsort(sorted, n, sizeof *sorted, compare);
	return sorted;
}

/* The number of the name when normalised, or POOL_NONE. */
static uint32_t
add_normal(struct kinds *k, struct span name)
{
	k->text.n = 0;
	if (kname_normalise(name, &k->text))
		return POOL_NONE;
	return pool_add(k->normal, buf_span(&k->text));
}

/* Finds the family of a normalised name that has just been added. */
static int
add_kind(
    struct kinds *k, const struct rules *rules, struct span name, uint32_t id)
{
	struct span *family = &k->family[id], normal = pool_get(k->normal, id);

	if (rules_find(rules, name, family))
		return -1;
	k->text.n = 0;
	if (buf_add(&k->text, family->n ? "f" : "n", 1) ||
	    (family->n ? buf_add(&k->text, family->p, family->n)
		       : buf_add(&k->text, normal.p, normal.n)))
		return -1;
	k->kind[id] = pool_add(k->kinds, buf_span(&k->text));
	return k->kind[id] == POOL_NONE ? -1 : 0;
}

/* In the order of the bytes, so that the order of the tables does not matter.
 */
static int
number_sorted(struct names *names, struct kinds *k, const struct rules *rules,
    const struct named *sorted, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		uint32_t known = pool_count(k->normal);
		uint32_t normal = add_normal(k, sorted[i].name);
		uint32_t id = sorted[i].id;

		if (normal == POOL_NONE ||
		    (normal == known &&
			add_kind(k, rules, sorted[i].name, normal)))
			return -1;
		names->level[ALIGN_EXACT][id] = i;
		names->level[ALIGN_SIMILAR][id] = normal;
		names->level[ALIGN_FAMILY][id] = k->kind[normal];
		names->family[id] = k->family[normal];
	}
	return 0;
}

static int
allocate(struct names *names, size_t n)
{
	int status = 0;

	for (int k = 0; k < ALIGN_LEVELS; k++) {
		names->level[k] = calloc(n + 1, sizeof *names->level[k]);
		if (!names->level[k])
			status = -1;
	}
	names->family = calloc(n + 1, sizeof *names->family);
	return names->family ? status : -1;
}

int
names_init(
    struct names *names, const struct pool *pool, const struct rules *rules)
{
	size_t n = pool_count(pool);
	struct kinds k = {.normal = pool_new(),
	    .kinds = pool_new(),
	    .kind = calloc(n + 1, sizeof *k.kind),
	    .family = calloc(n + 1, sizeof *k.family)};
	struct named *sorted = sort_names(pool);
	int status = allocate(names, n);

	if (!k.normal || !k.kinds || !k.kind || !k.family || !sorted)
		status = -1;
	if (status == 0)
		status = number_sorted(names, &k, rules, sorted, (uint32_t)n);
	pool_free(k.normal);
	pool_free(k.kinds);
	free(k.kind);
	free(k.family);
	buf_free(&k.text);
	free(sorted);
	return status;
}

void
names_free(struct names *names)
{
	for (int k = 0; k < ALIGN_LEVELS; k++)
		free(names->level[k]);
	free(names->family);
}
