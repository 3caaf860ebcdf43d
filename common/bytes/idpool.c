/* Open addressing, at most half full: see pool.c, which does it for strings. */
#include <stdlib.h>
#include <string.h>

#include "common/bytes/buf.h"
#include "common/bytes/idpool.h"
#include "common/bytes/memory.h"

enum { FIRST_SLOTS = 16 };

void
idpool_free(struct idpool *p)
{
	free(p->id);
	free(p->slot);
	*p = (struct idpool){0};
}

void
idpool_clear(struct idpool *p)
{
	p->n = 0;
	if (p->slots)
		memset(p->slot, 0, p->slots * sizeof *p->slot);
}

/* Multiply and fold, so that the low bits depend on all. */
static size_t
hash(uint64_t id)
{
	id = (id ^ id >> 32) * 0x9e3779b97f4a7c15u;
	return (size_t)(id ^ id >> 32);
}

/* The slot that holds the number, or the free one where it belongs. */
static uint32_t *
find_slot(const struct idpool *p, uint64_t id)
{
	size_t mask = p->slots - 1, i = hash(id) & mask;

	while (p->slot[i] && p->id[p->slot[i] - 1] != id)
		i = (i + 1) & mask;
	return &p->slot[i];
}

static void
double_slots(struct idpool *p)
{
	size_t slots = p->slots ? p->slots * 2 : FIRST_SLOTS;
	uint32_t *slot = xcalloc(slots, sizeof *slot);

	free(p->slot);
	p->slot = slot;
	p->slots = slots;
	for (size_t i = 0; i < p->n; i++)
		*find_slot(p, p->id[i]) = (uint32_t)i + 1;
}

uint32_t
idpool_find(const struct idpool *p, uint64_t id)
{
	return p->slots ? *find_slot(p, id) - 1 : IDPOOL_NONE;
}

uint32_t
idpool_add(struct idpool *p, uint64_t id)
{
	uint32_t known = idpool_find(p, id);

	if (known != IDPOOL_NONE)
		return known;
	if (p->n >= IDPOOL_NONE - 1)
		memory_out();
	if (p->n * 2 >= p->slots)
		double_slots(p);
	ARRAY_PUSH(p->id, p->n, &p->cap, id);
	*find_slot(p, id) = (uint32_t)p->n;
	return (uint32_t)p->n - 1;
}
