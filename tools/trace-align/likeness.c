#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/meaning/kernel_name.h"
#include "tools/trace-align/likeness.h"

const int32_t score_of_pair[ALIGN_TIERS] = {
    SCORE_EXACT, SCORE_NORMALISED, SCORE_FAMILY};

const char *const activation_name[ACTIVATIONS] = {"gelu", "relu", "silu"};

/* Numbers for names, families and sets of operations, while they are read. */
struct reader {
	struct words words;
	struct pool *normal; /* normalised names */
	struct pool *kinds;  /* families, or else operations, or else names */
	struct pool *sets;   /* of operations, as bytes */
	uint32_t *first;     /* of each normalised name, a name of it */
	size_t room;         /* for sets */
	struct buf text;
};

/* The number of the name when normalised. */
static uint32_t
add_normal(struct reader *r, struct span name)
{
	r->text.n = 0;
	kernel_name_normalise(name, &r->text);
	return pool_add(r->normal, buf_span(&r->text));
}

/* The kind of a name, by what tells it after a letter that says what it is. */
static uint32_t
add_kind(struct reader *r, struct span normal, struct span family,
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
	return pool_add(
	    r->kinds, BUF_JOIN(&r->text, (struct span){&letter, 1}, what));
}

/* The next name in the order of the bytes, which has this number. */
static void
read_name(
    struct reader *r, struct likeness *names, uint32_t id, struct span name)
{
	uint32_t known = pool_count(r->normal), normal = add_normal(r, name);
	uint32_t *kind = names->tier[ALIGN_FAMILY];

	names->tier[ALIGN_NORMALISED][id] = normal;
	if (normal == known) {
		struct span text = pool_get(r->normal, normal);
		struct rules_labels is;
		struct ops ops;

		rules_label(r->words.rules, name, &is);
		ops = words_read(&r->words, text, is.family);
		r->first[normal] = id;
		names->family[id] = is.family;
		names->class[id] = is.family.n ? is.family : is.category;
		kind[id] = add_kind(r, text, is.family, &ops);
		names->work[id] = pool_add(
		    r->sets, (struct span){(const char *)&ops, sizeof ops});
		if (names->work[id] == names->nsets)
			ARRAY_PUSH(names->sets, names->nsets, &r->room, ops);
	} else {
		uint32_t first = r->first[normal];

		names->family[id] = names->family[first];
		names->class[id] = names->class[first];
		kind[id] = kind[first];
		names->work[id] = names->work[first];
	}
}

/* In the order of the bytes, so that the order of the tables does not matter.
 */
static void
read_names(struct reader *r, struct likeness *names, const struct pool *pool)
{
	uint32_t n = names->n, *place = NULL;
	uint32_t *id = xcalloc((size_t)n + 1, sizeof *id);
	struct span *sorted = pool_sorted(pool, &place);

	for (uint32_t i = 0; i < n; i++) {
		names->tier[ALIGN_EXACT][i] = place[i];
		id[place[i]] = i;
	}
	for (uint32_t i = 0; i < n; i++)
		read_name(r, names, id[i], sorted[i]);
	free(id);
	free(sorted);
	free(place);
}

void
likeness_init(
    struct likeness *names, const struct pool *pool, const struct rules *rules)
{
	size_t n = pool_count(pool);
	struct reader r = {.normal = pool_new(),
	    .kinds = pool_new(),
	    .sets = pool_new(),
	    .first = xcalloc(n + 1, sizeof *r.first)};

	*names = (struct likeness){.n = (uint32_t)n,
	    .family = xcalloc(n + 1, sizeof *names->family),
	    .class = xcalloc(n + 1, sizeof *names->class),
	    .work = xcalloc(n + 1, sizeof *names->work)};
	for (int k = 0; k < ALIGN_TIERS; k++)
		names->tier[k] = xcalloc(n + 1, sizeof *names->tier[k]);
	words_open(&r.words, rules);
	read_names(&r, names, pool);
	for (int i = 0; i < ACTIVATIONS; i++)
		names->activation[i] =
		    words_of_family(&r.words, activation_name[i]);
	words_close(&r.words);
	pool_free(r.normal);
	pool_free(r.kinds);
	pool_free(r.sets);
	free(r.first);
	buf_free(&r.text);
}

void
likeness_free(struct likeness *names)
{
	for (int k = 0; k < ALIGN_TIERS; k++)
		free(names->tier[k]);
	free(names->family);
	free(names->class);
	free(names->work);
	free(names->sets);
}

const struct ops *
likeness_ops(const struct likeness *names, uint32_t name)
{
	return &names->sets[names->work[name]];
}
