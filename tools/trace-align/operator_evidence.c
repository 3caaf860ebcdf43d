#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/pool.h"
#include "tools/trace-align/operator_evidence.h"

/*
 * Operators count if this share of the kernels of both cycles have one. If few
 * have one, the operators of the other kernels are unknown.
 */
#define OPERATORS_LEAST 0.9

/* Of an operator: which cycles have it. */
enum { IN_A = 1, IN_B = 2, IN_BOTH = IN_A | IN_B };

/* Marks which cycles have each operator, if most kernels of both have one. */
static void
mark_operators(
    const uint32_t *op, size_t na, size_t n, uint32_t none, unsigned char *in)
{
	size_t known[2] = {0, 0};

	for (size_t i = 0; i < n; i++)
		known[i >= na] += op[i] != none;
	if ((double)known[0] < OPERATORS_LEAST * (double)na ||
	    (double)known[1] < OPERATORS_LEAST * (double)(n - na))
		return;
	for (size_t i = 0; i < n; i++)
		if (op[i] != none)
			in[op[i]] |= i < na ? IN_A : IN_B;
}

/*
 * Makes n numbers of texts in the pool, which is freed, places in their sorted
 * order, so that they do not depend on which cycle comes first.
 */
static void
sort_numbers(struct pool *pool, uint32_t *id, size_t n)
{
	uint32_t *place;
	struct span *text = pool_sorted(pool, &place);

	for (size_t i = 0; i < n; i++)
		id[i] = place[id[i]];
	free(text);
	free(place);
	pool_free(pool);
}

bool
operator_evidence_find(
    const struct row *const *row, size_t na, size_t n, uint32_t *op)
{
	struct pool *operators = pool_new();
	uint32_t none = pool_add(operators, span_of(""));
	bool common = false, lacking = false;
	unsigned char *in;

	for (size_t i = 0; i < n; i++)
		op[i] = pool_add(operators, row[i]->cpu_op);
	in = xcalloc(pool_count(operators), 1);
	mark_operators(op, na, n, none, in);
	for (size_t i = 0; i < n; i++) {
		unsigned char where = in[op[i]];

		common |= where == IN_BOTH;
		lacking |= where == IN_A || where == IN_B;
		op[i] = where == IN_BOTH ? op[i] : none;
	}
	free(in);
	sort_numbers(operators, op, n);
	return common && lacking;
}

void
operator_evidence_divide(uint32_t *id, const uint32_t *op, size_t n)
{
	struct pool *keys = pool_new();

	for (size_t i = 0; i < n; i++) {
		uint32_t key[2] = {id[i], op[i]};

		id[i] = pool_add(
		    keys, (struct span){(const char *)key, sizeof key});
	}
	sort_numbers(keys, id, n);
}
