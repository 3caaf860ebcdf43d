/*
 * All numbers are places in a sorted order, so that they do not depend on which
 * cycle comes first.
 */
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-align/operators.h"

/* Of an operator: which cycles have it. */
enum { IN_A = 1, IN_B = 2 };

/* Numbers the rows in the pool and marks what there is; are most known? */
static bool
number_rows(
    const struct row *rows, size_t n, struct pool *operators, uint32_t *of)
{
	size_t known = 0;

	for (size_t i = 0; i < n; i++) {
		of[i] = pool_add(operators, rows[i].cpu_op);
		known += rows[i].cpu_op.n > 0;
	}
	return n > 0 && (double)known >= OPERATORS_LEAST * (double)n;
}

/* Leaves numbers of what both cycles have. */
static void
keep_common(
    const unsigned char *in, const uint32_t *place, size_t n, uint32_t *of)
{
	for (size_t i = 0; i < n; i++)
		of[i] = in[of[i]] == (IN_A | IN_B) ? place[of[i]] : 0;
}

bool
operators_number(const struct row *a, size_t na, uint32_t *of_a,
    const struct row *b, size_t nb, uint32_t *of_b)
{
	struct pool *operators = pool_new();
	uint32_t none = pool_add(operators, span_of("")), *place;
	bool known_a = number_rows(a, na, operators, of_a);
	bool known_b = number_rows(b, nb, operators, of_b);
	unsigned char *in = xcalloc(pool_count(operators), 1);
	bool common = false, lacking = false;
	struct span *text;

	for (size_t i = 0; known_a && known_b && i < na; i++)
		in[of_a[i]] |= IN_A;
	for (size_t i = 0; known_a && known_b && i < nb; i++)
		in[of_b[i]] |= IN_B;
	in[none] = 0;
	for (uint32_t i = 0; i < pool_count(operators); i++) {
		common |= in[i] == (IN_A | IN_B);
		lacking |= in[i] == IN_A || in[i] == IN_B;
	}
	pool_sorted(operators, &text, &place);
	keep_common(in, place, na, of_a);
	keep_common(in, place, nb, of_b);
	free(in);
	free(text);
	free(place);
	pool_free(operators);
	return common && lacking;
}

void
operators_mark_few(const struct row *rows, size_t n, uint32_t *of)
{
	for (size_t i = 0; i < n; i++)
		if (rows[i].few)
			of[i] |= OPERATORS_FEW;
}

/* --- with the names --- */

static void
number_keys(struct pool *keys, uint32_t *ids, const uint32_t *of, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		uint32_t key[2] = {ids[i], of[i]};

		ids[i] = pool_add(
		    keys, (struct span){(const char *)key, sizeof key});
	}
}

void
operators_divide(uint32_t *ids_a, const uint32_t *of_a, size_t na,
    uint32_t *ids_b, const uint32_t *of_b, size_t nb)
{
	struct pool *keys = pool_new();
	struct span *text;
	uint32_t *place;

	number_keys(keys, ids_a, of_a, na);
	number_keys(keys, ids_b, of_b, nb);
	pool_sorted(keys, &text, &place);
	for (size_t i = 0; i < na; i++)
		ids_a[i] = place[ids_a[i]];
	for (size_t i = 0; i < nb; i++)
		ids_b[i] = place[ids_b[i]];
	free(text);
	free(place);
	pool_free(keys);
}
