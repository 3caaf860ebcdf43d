#include <stdlib.h>
#include <string.h>

#include "tests/unit/test.h"
#include "tools/trace-treediff/align_names.h"
#include "tools/trace-treediff/compared_name.h"
#include "tools/trace-treediff/op_names.h"

/* The length of the longest common subsequence, by the whole table. */
static size_t
longest(const uint32_t *a, size_t n, const uint32_t *b, size_t m)
{
	size_t *row = calloc(m + 1, sizeof *row), result;

	for (size_t i = 0; row && i < n; i++)
		for (size_t j = 0, diagonal = 0; j < m; j++) {
			size_t above = row[j + 1];

			if (a[i] == b[j])
				row[j + 1] = diagonal + 1;
			else if (row[j] > above)
				row[j + 1] = row[j];
			diagonal = above;
		}
	result = row ? row[m] : 0;
	free(row);
	return result;
}

/* Matches in order, of equal names; returns how many, or -1. */
static long
matches(const uint32_t *a, size_t n, const uint32_t *b, const uint32_t *to)
{
	long count = 0;
	uint32_t next = 0;

	for (size_t i = 0; i < n; i++) {
		if (to[i] == ALIGN_NONE)
			continue;
		if (to[i] < next || a[i] != b[to[i]])
			return -1;
		next = to[i] + 1;
		count++;
	}
	return count;
}

/* As many matches as there can be, for many small sequences. */
static void
test_most(void)
{
	uint32_t a[40], b[40], to[40], state = 7;
	int wrong = 0;

	for (int round = 0; round < 3000; round++) {
		size_t n = (size_t)round % 38, m = (size_t)round / 38 % 40;

		for (int i = 0; i < 40; i++) {
			state = state * 1103515245 + 12345;
			a[i] = state >> 16 & (round % 2 ? 3 : 15);
			state = state * 1103515245 + 12345;
			b[i] = state >> 16 & 3;
		}
		if (align_names(a, n, b, m, to) ||
		    matches(a, n, b, to) != (long)longest(a, n, b, m))
			wrong++;
		if (align_names_reference(a, n, b, m, to) ||
		    matches(a, n, b, to) < 0)
			wrong++;
	}
	CHECK_INT(wrong, 0);
}

/* More differences than are searched for: in order, and not few. */
static void
test_effort(void)
{
	enum { LONG = 20000 };
	uint32_t *a = calloc(3 * LONG, sizeof *a), *b = a + LONG;

	for (uint32_t i = 0; i < LONG; i++) {
		a[i] = i % 3 ? i : 7;
		b[i] = i % 5 ? i : 8;
	}
	CHECK_INT(align_names(a, LONG, b, LONG, b + LONG), 0);
	CHECK(matches(a, LONG, b, b + LONG) > LONG / 2);
	free(a);
}

/* Of two that differ the first is deleted before the second is inserted. */
static void
test_reference(void)
{
	uint32_t a[] = {1, 2, 3, 1}, b[] = {2, 1}, to[4];

	CHECK_INT(align_names_reference(a, 4, b, 2, to), 0);
	CHECK_INT(to[3], 1);
	CHECK_INT(to[1], 0);
	CHECK_INT(to[0], ALIGN_NONE);
}

static void
check_name(
    const char *name, bool call, enum compared_form form, const char *result)
{
	struct buf b = {0};

	CHECK_INT(compared_name(&b, span_of(name), call, form), 0);
	CHECK(span_is(buf_span(&b), result));
	buf_free(&b);
}

static void
test_names(void)
{
	check_name(
	    "f at 0x7f0e01de4d20>", false, COMPARED_EXACT, "f at 0xXXXX>");
	check_name("a/b/c.py(12): run", false, COMPARED_EXACT, "a/b/c.py: run");
	check_name("a/b/c.py(12): run", false, COMPARED_LOOSE, "c.py");
	check_name(
	    "hipExtModuleLaunchKernel", true, COMPARED_EXACT, "LaunchKernel");
	check_name(
	    "hipLaunchKernel", true, COMPARED_REFERENCE, "hipLaunchKernel");
	check_name("cuLaunchKernel", true, COMPARED_REFERENCE,
	    "hipModuleLaunchKernel");
	check_name("cudaMemcpyAsync", true, COMPARED_EXACT, "Memcpy");
	check_name(
	    "hipDeviceSynchronize", true, COMPARED_EXACT, "DeviceSynchronize");
	check_name(
	    "cudaLaunchKernel", false, COMPARED_EXACT, "cudaLaunchKernel");
}

static void
check_common(const char *a, const char *b, const char *result)
{
	struct buf room = {0};

	CHECK_INT(
	    op_names_common(&room, span_of(a), span_of(b)), result != NULL);
	if (result)
		CHECK(span_is(buf_span(&room), result));
	buf_free(&room);
}

static void
test_common(void)
{
	check_common("aten::mm", "vllm::mm", "mm");
	check_common("aten::conv", "aten::conv_bias", "aten::conv");
	check_common("aten::scaled_dot_product_a", "aten::scaled_dot_product_b",
	    "aten::scaled_dot_product_a/aten::scaled_dot_product_b");
	check_common("aten::mm", "aten::add", NULL);
}

int
main(void)
{
	test_most();
	test_effort();
	test_reference();
	test_names();
	test_common();
	return test_done();
}
