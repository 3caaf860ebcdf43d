/*
 * Lone steps that are none: a step of a kind that repeats, with faults.
 */
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-cycles/lone_step.h"

/*
 * A hash of what each kind repeats, from wherever it begins; 0 if no repeat is
 * without a fault.
 */
static uint64_t *
find_keys(const struct hierarchy *h, const uint32_t *kernel)
{
	uint64_t *key = xcalloc(h->kinds + 1, sizeof *key);

	for (size_t i = 0; i < h->n; i++) {
		const struct item *v = &h->item[i];

		if (key[v->kind] == 0 && !v->partial && !v->faults)
			key[v->kind] =
			    sequence_key(kernel + v->start, v->end - v->start);
	}
	return key;
}

/* Whether steps that are not lone have the same layers as kind `layer`. */
static bool
is_in_steps(const struct hierarchy *h, const uint64_t *key, size_t layer)
{
	for (size_t k = 0; k < h->kinds; k++) {
		uint32_t parent = h->kind[k].parent;

		if (key[layer] && key[k] == key[layer] && parent != ITEM_NONE &&
		    !h->kind[parent].is_lone)
			return true;
	}
	return false;
}

void
lone_steps_drop_known(struct hierarchy *h, const uint32_t *kernel)
{
	bool *own = xcalloc(h->kinds + 1, sizeof *own), any = false;
	uint64_t *key = find_keys(h, kernel);

	for (size_t k = 0; k < h->kinds; k++) {
		uint32_t parent = h->kind[k].parent;

		if (parent != ITEM_NONE && h->kind[parent].is_lone &&
		    !is_in_steps(h, key, k))
			own[parent] = true;
	}
	for (size_t i = 0; i < h->n; i++) {
		struct item *v = &h->item[i];

		if (!h->kind[v->kind].is_lone || own[v->kind])
			continue;
		v->loop = ITEM_DROPPED;
		any = true;
	}
	free(own);
	free(key);
	if (any)
		hierarchy_order(h);
}
