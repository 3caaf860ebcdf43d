#include <stdbool.h>

#include "common/bytes/fixed.h"
#include "common/meaning/bracket_list.h"
#include "tools/trace-phase/rows.h"

enum { MOST_DIMS = 8 };

int
tokens_shape(struct span dims, int i, int64_t *dim, int most)
{
	struct span shape, item;
	int64_t size;
	int n = 0;

	if (!bracket_list_open(&dims))
		return -1;
	do {
		if (!bracket_list_next(&dims, &shape))
			return -1;
	} while (i-- > 0);
	if (!bracket_list_open(&shape))
		return -1;
	for (; bracket_list_next(&shape, &item); n++) {
		if (fixed_parse_int(item, &size) || size < 0)
			return -1;
		if (n < most)
			dim[n] = size < INT32_MAX ? size : INT32_MAX;
	}
	return n;
}

/*
 * Rows of the left matrix: the last dimension but one where a batch of matrices
 * is multiplied, else all dimensions but the last. -1: not known.
 */
static int64_t
rows_of_gemm(struct span op, struct span dims)
{
	bool bias = span_has(op, "addmm") || span_has(op, "baddbmm");
	int64_t dim[MOST_DIMS], rows = 1;
	int n = tokens_shape(dims, bias, dim, MOST_DIMS);

	if (n < 2 || n > MOST_DIMS)
		return -1;
	if (span_has(op, "bmm"))
		return dim[n - 2];
	for (int i = 0; i < n - 1 && rows < INT32_MAX; i++)
		rows *= dim[i];
	return rows;
}

static bool
is_gemm(struct span op)
{
	return span_has(op, "gemm") || span_has(op, "scaled_mm") ||
	    span_is_among(op,
		"aten::mm aten::addmm aten::bmm aten::baddbmm aten::linear "
		"aten::matmul");
}

int64_t
tokens_of_gemm(struct span op, struct span dims)
{
	int64_t rows = is_gemm(op) ? rows_of_gemm(op, dims) : 0;

	return rows > 0 ? rows : 0;
}
