#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-align/operators.h"

/* --- those in common --- */

static int
compare_spans(const void *pa, const void *pb)
{
	const struct span *a = pa, *b = pb;

	return span_compare(*a, *b);
}

/* The operators of the rows, sorted, each once. */
static struct span *
sort_operators(const struct row *rows, size_t n, size_t *found)
{
	struct span *names = xcalloc(n + 1, sizeof *names);
	size_t all = 0;

	*found = 0;
	for (size_t i = 0; i < n; i++)
		if (rows[i].cpu_op.n > 0)
			names[all++] = rows[i].cpu_op;
	if (all > 0)
		qsort(names, all, sizeof *names, compare_spans);
	for (size_t i = 0; i < all; i++)
		if (*found == 0 || !span_equal(names[i], names[*found - 1]))
			names[(*found)++] = names[i];
	return names;
}

/* Leaves in `a` what is in both; both are sorted. Returns how many. */
static size_t
intersect(struct span *a, size_t na, const struct span *b, size_t nb)
{
	size_t n = 0, j = 0;

	for (size_t i = 0; i < na; i++) {
		while (j < nb && span_compare(b[j], a[i]) < 0)
			j++;
		if (j < nb && span_equal(b[j], a[i]))
			a[n++] = a[i];
	}
	return n;
}

static void
number_rows(const struct row *rows, size_t n, const struct span *names,
    size_t nnames, uint32_t *numbers)
{
	for (size_t i = 0; i < n; i++) {
		const struct span *found = rows[i].cpu_op.n == 0
		    ? NULL
		    : bsearch(&rows[i].cpu_op, names, nnames, sizeof *names,
			  compare_spans);

		numbers[i] = found ? (uint32_t)(found - names) + 1 : 0;
	}
}

static bool
are_known(const struct row *rows, size_t n)
{
	size_t known = 0;

	for (size_t i = 0; i < n; i++)
		known += rows[i].cpu_op.n > 0;
	return n > 0 && (double)known >= OPERATORS_LEAST * (double)n;
}

ptrdiff_t
operators_number(const struct row *a, size_t na, uint32_t *of_a,
    const struct row *b, size_t nb, uint32_t *of_b)
{
	size_t in_a = 0, in_b = 0, n;
	struct span *names, *others;

	for (size_t i = 0; i < na; i++)
		of_a[i] = 0;
	for (size_t i = 0; i < nb; i++)
		of_b[i] = 0;
	if (!are_known(a, na) || !are_known(b, nb))
		return 0;
	names = sort_operators(a, na, &in_a);
	others = sort_operators(b, nb, &in_b);
	n = intersect(names, in_a, others, in_b);
	number_rows(a, na, names, n, of_a);
	number_rows(b, nb, names, n, of_b);
	free(names);
	free(others);
	return (ptrdiff_t)n;
}

bool
operators_lack(const struct row *rows, size_t n, const uint32_t *of)
{
	for (size_t i = 0; i < n; i++)
		if (rows[i].cpu_op.n > 0 && of[i] == 0)
			return true;
	return false;
}

size_t
operators_mark_few(const struct row *rows, size_t n, uint32_t *of)
{
	size_t few = 0;

	for (size_t i = 0; i < n; i++)
		if (rows[i].few) {
			of[i] |= OPERATORS_FEW;
			few++;
		}
	return few;
}

/* --- with the names --- */

static uint64_t
key_of(uint32_t id, uint32_t op)
{
	return (uint64_t)id << 32 | op;
}

static int
compare_keys(const void *pa, const void *pb)
{
	const uint64_t *a = pa, *b = pb;

	return (*a > *b) - (*a < *b);
}

static void
replace(uint32_t *ids, const uint32_t *operators, size_t n,
    const uint64_t *keys, size_t nkeys)
{
	for (size_t i = 0; i < n; i++) {
		uint64_t key = key_of(ids[i], operators[i]);
		const uint64_t *found =
		    bsearch(&key, keys, nkeys, sizeof *keys, compare_keys);

		ids[i] = (uint32_t)(found - keys);
	}
}

void
operators_divide(uint32_t *ids_a, const uint32_t *of_a, size_t na,
    uint32_t *ids_b, const uint32_t *of_b, size_t nb)
{
	uint64_t *keys = xcalloc(na + nb + 1, sizeof *keys);
	size_t n = 0;

	for (size_t i = 0; i < na; i++)
		keys[i] = key_of(ids_a[i], of_a[i]);
	for (size_t i = 0; i < nb; i++)
		keys[na + i] = key_of(ids_b[i], of_b[i]);
	qsort(keys, na + nb, sizeof *keys, compare_keys);
	for (size_t i = 0; i < na + nb; i++)
		if (n == 0 || keys[i] != keys[n - 1])
			keys[n++] = keys[i];
	replace(ids_a, of_a, na, keys, n);
	replace(ids_b, of_b, nb, keys, n);
	free(keys);
}
