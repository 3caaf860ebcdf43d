#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/bytes/pool.h"
#include "common/meaning/short_name.h"
#include "common/sequence/hash.h"

enum {
	HASH_DIGITS = 4, /* one pair in 65536 has the same: then more */
	ALL_DIGITS = 16,
};

struct distinct_names {
	struct pool *names; /* as they are in the table */
	struct pool *given; /* short names */
	uint32_t *given_to; /* by number of the name; POOL_NONE: not yet */
	size_t cap;
	struct name_parts parts;
	struct buf text;
};

struct distinct_names *
distinct_names_new(void)
{
	struct distinct_names *k = xcalloc(1, sizeof *k);

	k->names = pool_new();
	k->given = pool_new();
	return k;
}

void
distinct_names_free(struct distinct_names *k)
{
	if (!k)
		return;
	pool_free(k->names);
	pool_free(k->given);
	free(k->given_to);
	buf_free(&k->text);
	free(k);
}

/* The number of a name; nothing has been given to a new one. */
static uint32_t
add(struct distinct_names *k, struct span name)
{
	uint32_t n = pool_count(k->names), number = pool_add(k->names, name);

	if (number == n)
		ARRAY_PUSH(k->given_to, n, &k->cap, POOL_NONE);
	return number;
}

void
distinct_names_add(struct distinct_names *k, struct span name)
{
	if (pool_count(k->names) < SHORT_NAMES_MOST)
		add(k, name);
}

/* FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo; RFC 9923). */
static uint64_t
hash_of(struct span s)
{
	uint64_t h = HASH_START;

	for (size_t i = 0; i < s.n; i++)
		h = hash_add(h, (unsigned char)s.p[i]);
	return h;
}

/* Adds " ~" and the first digits of the name's hash to the text. */
static void
add_hash(struct distinct_names *k, struct span name, int digits)
{
	char hex[ALL_DIGITS + 1];

	snprintf(hex, sizeof hex, "%016" PRIx64, hash_of(name));
	buf_add(&k->text, " ~", 2);
	buf_add(&k->text, hex, (size_t)digits);
}

/* Gives a name the text, with a hash where it is taken. */
static void
give(struct distinct_names *k, uint32_t number, bool hash)
{
	struct span name = pool_get(k->names, number);
	size_t n = k->text.n;

	for (int digits = HASH_DIGITS; digits <= ALL_DIGITS; digits *= 2) {
		if (!hash &&
		    pool_find(k->given, buf_span(&k->text)) == POOL_NONE)
			break;
		hash = false;
		k->text.n = n;
		add_hash(k, name, digits);
	}
	k->given_to[number] = pool_add(k->given, buf_span(&k->text));
}

static void
set_short(struct distinct_names *k, struct span name)
{
	k->text.n = 0;
	name_parts_read(&k->parts, name);
	short_name_add(name, &k->parts, &k->text);
}

/* Names with the same short one: each gets what tells it from the others. */
static void
choose_group(
    struct distinct_names *k, struct differing *d, const uint32_t *numbers)
{
	differing_choose(d);
	for (size_t i = 0; i < d->n; i++) {
		struct span name = pool_get(k->names, numbers[i]);

		set_short(k, name);
		differing_add(d, i, &k->text);
		give(k, numbers[i], !differing_is_alone(d, i));
	}
}

/* A name with the short name that it would like. */
struct wish {
	uint32_t number, wanted; /* of the name, of the text */
	struct span name;
};

ORDER_BY(
    compare_wishes, struct wish, UP(wanted), span_compare(x->name, y->name))

/* Gives a row of wishes for the same text what it gets. */
static void
choose_row(struct distinct_names *k, const struct wish *w, size_t n)
{
	uint32_t *numbers = xmalloc(n * sizeof *numbers);
	struct differing d = {0};

	for (size_t i = 0; i < n; i++) {
		numbers[i] = w[i].number;
		name_parts_read(&k->parts, w[i].name);
		differing_read(&d, &k->parts);
	}
	choose_group(k, &d, numbers);
	/* Nobody who comes later gets what they have in common. */
	set_short(k, w->name);
	pool_add(k->given, buf_span(&k->text));
	differing_free(&d);
	free(numbers);
}

/* First those that are alone, as nothing is after their names. */
static void
choose_wishes(
    struct distinct_names *k, const struct wish *w, size_t n, bool alone)
{
	for (size_t i = 0, end; i < n; i = end) {
		end = i + 1;
		while (end < n && w[end].wanted == w[i].wanted)
			end++;
		if (alone != (end - i == 1))
			continue;
		if (alone) {
			set_short(k, w[i].name);
			give(k, w[i].number, false);
		} else {
			choose_row(k, w + i, end - i);
		}
	}
}

static void
make_wishes(struct distinct_names *k, struct wish *w, size_t n)
{
	struct pool *wanted = pool_new();

	for (size_t i = 0; i < n; i++) {
		w[i].number = (uint32_t)i;
		w[i].name = pool_get(k->names, w[i].number);
		set_short(k, w[i].name);
		w[i].wanted = pool_add(wanted, buf_span(&k->text));
	}
	pool_free(wanted);
}

void
distinct_names_choose(struct distinct_names *k)
{
	size_t n = pool_count(k->names);
	struct wish *w = xcalloc(n + 1, sizeof *w);

	make_wishes(k, w, n);
	qsort(w, n, sizeof *w, compare_wishes);
	choose_wishes(k, w, n, true);
	choose_wishes(k, w, n, false);
	free(w);
}

struct span
distinct_names_get(struct distinct_names *k, struct span name)
{
	uint32_t number = pool_find(k->names, name);

	if (number == POOL_NONE) {
		set_short(k, name);
		if (pool_count(k->names) >= SHORT_NAMES_MOST) {
			add_hash(k, name, ALL_DIGITS);
			return buf_span(&k->text);
		}
		number = add(k, name);
		give(k, number, false);
	}
	return pool_get(k->given, k->given_to[number]);
}
