/*
 * Open addressing over a power of two, at most half full; the table holds
 * numbers, the entries hold the hash, so growing never touches a string. Bytes
 * live in blocks that never move, so spans stay valid.
 */
#include <stdlib.h>
#include <string.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/bytes/pool.h"

enum { BLOCK = 1 << 16, FIRST_SLOTS = 256 };

struct block {
	struct block *next;
	char bytes[];
};

struct entry {
	struct span s;
	uint64_t hash;
};

struct pool {
	struct entry *entry;
	size_t n, cap;
	uint32_t *slot; /* entry number + 1, or 0 */
	size_t slots;
	struct block *blocks;
	size_t left; /* bytes free at the end of the first block */
	char *end;
};

/*
 * Multiply and fold, sixteen bytes at a step, of which the last may overlap: a
 * kernel name has hundreds of bytes, and every event of a trace is hashed.
 */
static uint64_t
hash_bytes(struct span s)
{
	const uint64_t k = 0x9e3779b97f4a7c15u, l = 0xd6e8feb86659fd93u;
	uint64_t h = s.n * k;
	size_t i = 0;

	for (; i + 16 < s.n; i += 16) {
		h = (h ^ span_word(s.p + i)) * k ^ span_word(s.p + i + 8) * l;
		h ^= h >> 32;
	}
	if (s.n >= 16)
		h = (h ^ span_word(s.p + s.n - 16)) * k ^
		    span_word(s.p + s.n - 8) * l;
	else
		for (; i < s.n; i++)
			h = (h ^ (unsigned char)s.p[i]) * k;
	h = (h ^ h >> 32) * k; /* the last bytes reach all bits */
	return h ^ h >> 32;
}

struct pool *
pool_new(void)
{
	struct pool *p = xcalloc(1, sizeof *p);

	p->slots = FIRST_SLOTS;
	p->slot = xcalloc(p->slots, sizeof *p->slot);
	return p;
}

void
pool_free(struct pool *p)
{
	if (!p)
		return;
	while (p->blocks) {
		struct block *next = p->blocks->next;

		free(p->blocks);
		p->blocks = next;
	}
	free(p->entry);
	free(p->slot);
	free(p);
}

/* The slot that holds the string, or the free one where it belongs. */
static uint32_t *
find_slot(const struct pool *p, struct span s, uint64_t hash)
{
	size_t mask = p->slots - 1;
	size_t i = hash & mask;

	for (; p->slot[i]; i = (i + 1) & mask) {
		const struct entry *e = &p->entry[p->slot[i] - 1];

		if (e->hash == hash && span_equal(e->s, s))
			break;
	}
	return &p->slot[i];
}

static void
double_slots(struct pool *p)
{
	size_t slots = p->slots * 2;
	uint32_t *slot = xcalloc(slots, sizeof *slot);

	for (size_t e = 0; e < p->n; e++) {
		size_t i = p->entry[e].hash & (slots - 1);

		while (slot[i])
			i = (i + 1) & (slots - 1);
		slot[i] = (uint32_t)e + 1;
	}
	free(p->slot);
	p->slot = slot;
	p->slots = slots;
}

/* Copies the bytes to where they stay. */
static const char *
keep(struct pool *p, struct span s)
{
	char *kept;

	if (s.n > p->left || !p->blocks) {
		size_t size = s.n > BLOCK ? s.n : BLOCK;
		struct block *b = xmalloc(sizeof *b + size);

		b->next = p->blocks;
		p->blocks = b;
		p->end = b->bytes;
		p->left = size;
	}
	kept = p->end;
	if (s.n)
		memcpy(kept, s.p, s.n);
	p->end += s.n;
	p->left -= s.n;
	return kept;
}

uint32_t
pool_add(struct pool *p, struct span s)
{
	uint64_t hash = hash_bytes(s);
	uint32_t *slot = find_slot(p, s, hash);

	if (*slot)
		return *slot - 1;
	if (p->n >= POOL_NONE - 1)
		memory_out();
	if (p->n * 2 >= p->slots) {
		double_slots(p);
		slot = find_slot(p, s, hash);
	}
	ARRAY_PUSH(
	    p->entry, p->n, &p->cap, (struct entry){{keep(p, s), s.n}, hash});
	*slot = (uint32_t)p->n;
	return *slot - 1;
}

uint32_t
pool_add_near(struct pool *p, uint32_t before, struct span s)
{
	bool same = before < p->n && span_equal(s, pool_get(p, before));

	return same ? before : pool_add(p, s);
}

uint32_t
pool_find(const struct pool *p, struct span s)
{
	return *find_slot(p, s, hash_bytes(s)) - 1; /* 0 - 1 is POOL_NONE */
}

struct span
pool_get(const struct pool *p, uint32_t id)
{
	return p->entry[id].s;
}

void
pool_keep(struct pool *p, struct span *text)
{
	*text = pool_get(p, pool_add(p, *text));
}

uint32_t
pool_count(const struct pool *p)
{
	return (uint32_t)p->n;
}

struct numbered {
	struct span text;
	uint32_t number;
};

ORDER_BY(compare_texts, struct numbered, span_compare(x->text, y->text))

struct span *
pool_sorted(const struct pool *p, uint32_t **place)
{
	struct numbered *sorted = xcalloc(p->n + 1u, sizeof *sorted);
	struct span *text = xcalloc(p->n + 1u, sizeof *text);

	if (place)
		*place = xcalloc(p->n + 1u, sizeof **place);
	for (uint32_t i = 0; i < p->n; i++)
		sorted[i] = (struct numbered){p->entry[i].s, i};
	qsort(sorted, p->n, sizeof *sorted, compare_texts);
	for (uint32_t i = 0; i < p->n; i++) {
		text[i] = sorted[i].text;
		if (place)
			(*place)[sorted[i].number] = i;
	}
	free(sorted);
	return text;
}

/* Open addressing, at most half full: as for strings above. */

enum { FIRST_IDS = 16 };

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
find_id(const struct idpool *p, uint64_t id)
{
	size_t mask = p->slots - 1, i = hash(id) & mask;

	while (p->slot[i] && p->id[p->slot[i] - 1] != id)
		i = (i + 1) & mask;
	return &p->slot[i];
}

static void
double_ids(struct idpool *p)
{
	size_t slots = p->slots ? p->slots * 2 : FIRST_IDS;
	uint32_t *slot = xcalloc(slots, sizeof *slot);

	free(p->slot);
	p->slot = slot;
	p->slots = slots;
	for (size_t i = 0; i < p->n; i++)
		*find_id(p, p->id[i]) = (uint32_t)i + 1;
}

uint32_t
idpool_find(const struct idpool *p, uint64_t id)
{
	return p->slots ? *find_id(p, id) - 1 : IDPOOL_NONE;
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
		double_ids(p);
	ARRAY_PUSH(p->id, p->n, &p->cap, id);
	*find_id(p, id) = (uint32_t)p->n;
	return (uint32_t)p->n - 1;
}
