#include <ctype.h>
#include <stdbool.h>

#include "tools/trace-phase/tokens.h"

enum { MOST_DIMS = 8 };

/* After the next '[' or ',' at this depth of brackets. */
static const char *
skip_shape(const char *p, const char *end)
{
	int depth = 0;

	for (; p < end; p++) {
		if (*p == '[')
			depth++;
		else if (*p == ']' && --depth < 0)
			return end;
		else if (*p == ',' && depth == 0)
			return p + 1;
	}
	return end;
}

int
tokens_shape(struct span dims, int i, int64_t *dim, int most)
{
	const char *p = dims.p, *end = dims.p + dims.n;
	int n = 0;

	if (dims.n < 2 || *p++ != '[')
		return -1;
	while (i-- > 0 && p < end)
		p = skip_shape(p, end);
	if (p >= end || *p++ != '[')
		return -1;
	while (p < end && isdigit((unsigned char)*p)) {
		int64_t value = 0;

		for (; p < end && isdigit((unsigned char)*p); p++)
			if (value < INT32_MAX)
				value = 10 * value + (*p - '0');
		if (n < most)
			dim[n] = value;
		n++;
		if (p < end && *p == ',')
			p++;
	}
	return p < end && *p == ']' ? n : -1;
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
