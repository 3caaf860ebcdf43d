#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/meaning/kname.h"
#include "tools/trace-align/likeness.h"

const int32_t score_of_pair[ALIGN_LEVELS] = {
    SCORE_EXACT, SCORE_NORMALISED, SCORE_FAMILY};

const char *const activation_name[ACTIVATIONS] = {"gelu", "relu", "silu"};

/* What is known of the normalised names, by their number. */
struct kinds {
	struct words words;
	struct pool *normal;
	struct pool *kinds; /* families, or else operations, or else names */
	struct pool *sets;  /* of operations, as bytes */
	uint32_t *kind, *work;
	struct span *family;
	struct buf text;
};

/* The number of the name when normalised. */
static uint32_t
add_normal(struct kinds *k, struct span name)
{
	k->text.n = 0;
	kname_normalise(name, &k->text);
	return pool_add(k->normal, buf_span(&k->text));
}

/* What tells the kind of a name, after a letter that says what it is. */
static void
write_kind(struct kinds *k, struct span normal, struct span family,
    const struct ops *ops)
{
	struct span what = normal;
	char letter = 'n';

	if (family.n) {
		what = family;
		letter = 'f';
	} else if (ops_meet(ops, ops)) {
		what = (struct span){(const char *)ops, sizeof *ops};
		letter = 'o';
	}
	k->text.n = 0;
	buf_add(&k->text, &letter, 1);
	buf_add(&k->text, what.p, what.n);
}

/* Finds family, operations and kind of a normalised name, just added. */
static void
add_kind(struct kinds *k, struct span name, uint32_t id)
{
	struct span family = words_family(&k->words, name);
	struct span normal = pool_get(k->normal, id);
	struct ops ops = words_read(&k->words, normal, family);

	write_kind(k, normal, family, &ops);
	k->family[id] = family;
	k->kind[id] = pool_add(k->kinds, buf_span(&k->text));
	k->work[id] =
	    pool_add(k->sets, (struct span){(const char *)&ops, sizeof ops});
}

/* In the order of the bytes, so that the order of the tables does not matter.
 */
static void
number_kinds(
    struct kinds *k, const struct span *sorted, uint32_t *normal, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		uint32_t known = pool_count(k->normal);

		normal[i] = add_normal(k, sorted[i]);
		if (normal[i] == known)
			add_kind(k, sorted[i], normal[i]);
	}
}

/* What is known of each name, from the order of the bytes to that of the pool.
 */
static void
copy_kinds(struct likeness *names, const struct kinds *k, const uint32_t *place,
    const uint32_t *normals)
{
	for (uint32_t id = 0; id < names->n; id++) {
		uint32_t normal = normals[place[id]];

		names->level[ALIGN_EXACT][id] = place[id];
		names->level[ALIGN_NORMALISED][id] = normal;
		names->level[ALIGN_FAMILY][id] = k->kind[normal];
		names->family[id] = k->family[normal];
		names->work[id] = k->work[normal];
	}
}

static void
copy_sets(struct likeness *names, const struct pool *sets)
{
	names->nsets = pool_count(sets);
	names->sets = xcalloc(names->nsets + 1, sizeof *names->sets);
	for (uint32_t i = 0; i < names->nsets; i++)
		memcpy(
		    &names->sets[i], pool_get(sets, i).p, sizeof *names->sets);
}

static void
find_activations(struct likeness *names, const struct words *words)
{
	for (int i = 0; i < ACTIVATIONS; i++)
		names->activation[i] =
		    words_of_family(words, activation_name[i]);
}

static void
allocate(struct likeness *names, size_t n)
{
	for (int k = 0; k < ALIGN_LEVELS; k++)
		names->level[k] = xcalloc(n + 1, sizeof *names->level[k]);
	names->family = xcalloc(n + 1, sizeof *names->family);
	names->work = xcalloc(n + 1, sizeof *names->work);
}

static void
kinds_init(struct kinds *k, const struct rules *rules, size_t n)
{
	words_open(&k->words, rules);
	k->normal = pool_new();
	k->kinds = pool_new();
	k->sets = pool_new();
	k->kind = xcalloc(n + 1, sizeof *k->kind);
	k->work = xcalloc(n + 1, sizeof *k->work);
	k->family = xcalloc(n + 1, sizeof *k->family);
}

static void
kinds_free(struct kinds *k)
{
	words_close(&k->words);
	pool_free(k->normal);
	pool_free(k->kinds);
	pool_free(k->sets);
	free(k->kind);
	free(k->work);
	free(k->family);
	buf_free(&k->text);
}

void
likeness_init(
    struct likeness *names, const struct pool *pool, const struct rules *rules)
{
	uint32_t n = pool_count(pool), *place, *normal;
	struct kinds k = {0};
	struct span *sorted;

	*names = (struct likeness){.n = n};
	allocate(names, n);
	kinds_init(&k, rules, n);
	pool_sorted(pool, &sorted, &place);
	normal = xcalloc((size_t)n + 1, sizeof *normal);
	number_kinds(&k, sorted, normal, n);
	copy_kinds(names, &k, place, normal);
	copy_sets(names, k.sets);
	find_activations(names, &k.words);
	kinds_free(&k);
	free(sorted);
	free(place);
	free(normal);
}

void
likeness_free(struct likeness *names)
{
	for (int k = 0; k < ALIGN_LEVELS; k++)
		free(names->level[k]);
	free(names->family);
	free(names->work);
	free(names->sets);
}

const struct ops *
likeness_ops(const struct likeness *names, uint32_t name)
{
	return &names->sets[names->work[name]];
}
