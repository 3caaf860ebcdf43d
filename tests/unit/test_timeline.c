/*
 * Timelines against counting small cells of time one by one.
 */
#include <stdbool.h>
#include <stdlib.h>

#include "tests/unit/test.h"
#include "tools/trace-busy/timeline.h"

enum { CELLS = 30, CASES = 5000, LIMIT = 3 };

static uint64_t
next_random(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return *state >> 33;
}

/* Some events, none empty, and which cells each kind of work covers. */
static void
make_events(uint64_t *state, struct intervals *work, bool (*cell)[CELLS])
{
	size_t n = 1 + next_random(state) % 8;

	for (int w = 0; w < WORKS; w++)
		for (int t = 0; t < CELLS; t++)
			cell[w][t] = false;
	for (size_t i = 0; i < n; i++) {
		int w = (int)(next_random(state) % WORKS);
		int64_t start = (int64_t)(next_random(state) % CELLS);
		int64_t end = start + 1 + (int64_t)(next_random(state) % 6);

		end = end < CELLS ? end : CELLS;
		intervals_add(&work[w], (struct interval){start, end});
		for (int64_t t = start; t < end; t++)
			cell[w][t] = true;
	}
}

static bool
is_busy(bool (*cell)[CELLS], int64_t t)
{
	return cell[0][t] || cell[1][t] || cell[2][t];
}

/* How long the gap around an idle cell is. */
static int64_t
gap_around(bool (*cell)[CELLS], int64_t t)
{
	int64_t from = t, to = t;

	while (!is_busy(cell, from - 1))
		from--;
	while (!is_busy(cell, to + 1))
		to++;
	return to - from + 1;
}

static bool
cell_is(bool (*cell)[CELLS], int64_t t, enum kind kind, struct interval span)
{
	bool comp = cell[WORK_COMPUTATION][t], copy = cell[WORK_COPY][t];
	bool comm = cell[WORK_COMMUNICATION][t];
	bool total = t >= span.start && t < span.end;
	bool idle = total && !comp && !comm && !copy;

	switch (kind) {
	case KIND_COMPUTATION:
		return comp;
	case KIND_EXPOSED_COMM:
		return comm && !comp;
	case KIND_EXPOSED_COPY:
		return copy && !comp && !comm;
	case KIND_BUSY:
		return comp || comm || copy;
	case KIND_IDLE:
		return idle;
	case KIND_MICRO_IDLE:
		return idle && gap_around(cell, t) < LIMIT;
	case KIND_MACRO_IDLE:
		return idle && gap_around(cell, t) >= LIMIT;
	case KIND_TOTAL_COMM:
		return comm;
	case KIND_TOTAL_COPY:
		return copy;
	default:
		return total;
	}
}

static struct interval
span_of_cells(bool (*cell)[CELLS])
{
	struct interval span = {0, CELLS};

	while (!is_busy(cell, span.start))
		span.start++;
	while (!is_busy(cell, span.end - 1))
		span.end--;
	return span;
}

/* Every window of every kind, and that the parts add up in each. */
static bool
windows_fit(const struct timeline *t, bool (*cell)[CELLS], int64_t width)
{
	struct interval span = span_of_cells(cell);
	size_t at[KINDS] = {0};

	for (int64_t start = 0; start < CELLS; start += width) {
		struct interval window = {start, start + width};
		int64_t got[KINDS];

		for (int kind = 0; kind < KINDS; kind++) {
			int64_t want = 0;

			for (int64_t i = start; i < start + width && i < CELLS;
			     i++)
				want += cell_is(cell, i, (enum kind)kind, span);
			got[kind] =
			    intervals_within(&t->of[kind], &at[kind], window);
			if (got[kind] != want)
				return false;
		}
		if (got[KIND_COMPUTATION] + got[KIND_EXPOSED_COMM] +
			got[KIND_EXPOSED_COPY] + got[KIND_IDLE] !=
		    got[KIND_TOTAL])
			return false;
	}
	return true;
}

static bool
random_case(uint64_t *state)
{
	struct intervals work[WORKS] = {{0}};
	struct timeline t;
	bool cell[WORKS][CELLS], ok = true;

	make_events(state, work, cell);
	timeline_make(&t, work, LIMIT);
	for (int64_t width = 1; ok && width <= CELLS; width += 1 + width / 2)
		ok = windows_fit(&t, cell, width);
	timeline_free(&t);
	return ok;
}

static void
test_random(void)
{
	uint64_t state = 1;
	int wrong = 0;

	for (int i = 0; i < CASES; i++)
		wrong += !random_case(&state);
	CHECK_INT(wrong, 0);
}

static void
test_nothing(void)
{
	struct intervals work[WORKS] = {{0}};
	struct timeline t;

	timeline_make(&t, work, 0);
	CHECK_INT(timeline_span(&t).end, 0);
	CHECK_INT(intervals_length(&t.of[KIND_TOTAL]), 0);
	timeline_free(&t);
}

int
main(void)
{
	test_random();
	test_nothing();
	return test_done();
}
