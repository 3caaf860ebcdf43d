/* Where repeats are moved to begin earlier, and where not. */
#include <stdlib.h>

#include "tests/unit/test.h"
#include "tests/unit/text_buffer.h"
#include "tools/trace-cycles/shift.h"

enum { LENGTH = 40, HALF = 20 };

/* Kernels [from, to) of the root. */
static void
add_root(struct text_buffer *t, uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to; i++)
		t->s[t->n++] = i;
}

/* Three repeats that were found in a row. */
static void
add_row(struct text_buffer *t, struct instances *all)
{
	uint32_t stretch = all->stretches++;

	for (int i = 0; i < 3; i++) {
		uint32_t start = (uint32_t)t->n;

		add_root(t, 0, LENGTH);
		CHECK(instances_add(all,
			  (struct instance){.start = start,
			      .end = start + LENGTH,
			      .stretch = stretch,
			      .in_row = 3}) == 0);
	}
}

/*
 * Half a root, two rows with some other kernels between, and half a root. What
 * shift_repeats returns, and where the first repeat begins then.
 */
static int
shift(uint32_t between, uint32_t *first)
{
	struct text_buffer t = {.n = 0};
	struct instances all = {.cycles = 1};
	struct repeat root = {HALF, HALF + LENGTH};
	struct text text;
	int moved = -1;

	add_root(&t, HALF, LENGTH);
	add_row(&t, &all);
	for (uint32_t i = 0; i < between; i++)
		t.s[t.n++] = 1000 + i;
	add_row(&t, &all);
	add_root(&t, 0, HALF);
	if (text_init(&text, t.s, t.n) == 0)
		moved = shift_repeats(&text, &all, 0, &root);
	*first = all.list[0].start;
	text_free(&text);
	free(all.list);
	return moved;
}

int
main(void)
{
	uint32_t first;

	/* one row: both halves are a repeat more */
	CHECK_INT(shift(0, &first), 1);
	CHECK_INT(first, 0);
	/* a stray or two part no row */
	CHECK_INT(shift(2, &first), 1);
	/* two rows, each with half a repeat: the head of a step is between */
	CHECK_INT(shift(3, &first), 0);
	CHECK_INT(first, HALF);
	CHECK_INT(shift(5, &first), 0);
	return test_done();
}
