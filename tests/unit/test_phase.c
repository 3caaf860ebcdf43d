#include <string.h>

#include "tests/unit/test.h"
#include "tools/trace-phase/repetition.h"

/* A cycle of the first GPU without a label. */
static struct cycle
cycle(int64_t level, int64_t reps, int64_t coverage)
{
	return (struct cycle){.level = level,
	    .reps = reps,
	    .length = 10,
	    .coverage = coverage,
	    .parent = REPETITION_NONE};
}

static void
test_rule(void)
{
	struct cycle c[] = {cycle(1, 9, 30000), cycle(1, 40, 20000),
	    cycle(1, 12, 40000), cycle(2, 320, 25000), cycle(1, 500, 999),
	    cycle(1, 1, 50000)};

	CHECK_INT(repetition_label(c, 6, 1, 1), 0);
	CHECK_INT(c[0].phase, PHASE_PREFILL);
	CHECK(strcmp(c[0].reason, "fewest repetitions") == 0);
	CHECK_INT(c[1].phase, PHASE_DECODE);
	CHECK(strcmp(c[1].reason, "most repetitions") == 0);
	CHECK_INT(c[2].phase, PHASE_UNKNOWN);
	CHECK_INT(c[3].phase, PHASE_UNKNOWN);
	CHECK(strcmp(c[3].reason, "not of the outermost level") == 0);
	CHECK(strcmp(c[4].reason, "under 1 % of kernel time") == 0);
	CHECK(strcmp(c[5].reason, "does not repeat") == 0);
}

/* The outermost level is the one where something that matters repeats. */
static void
test_level(void)
{
	struct cycle c[] = {cycle(1, 1, 100000), cycle(2, 3, 60000),
	    cycle(2, 5, 30000), cycle(3, 50, 30000)};

	CHECK_INT(repetition_label(c, 4, 1, 1), 0);
	CHECK_INT(c[0].phase, PHASE_UNKNOWN);
	CHECK_INT(c[1].phase, PHASE_PREFILL);
	CHECK_INT(c[2].phase, PHASE_DECODE);
	CHECK_INT(c[3].phase, PHASE_UNKNOWN);
}

static void
test_only(void)
{
	struct cycle c[] = {cycle(1, 3, 1000)};

	CHECK_INT(repetition_label(c, 1, 1, 1), 0);
	CHECK_INT(c[0].phase, PHASE_DECODE);
	CHECK(strcmp(c[0].reason, "only cycle") == 0);
	CHECK_INT(repetition_label(c, 0, 0, 0), 0);
}

static void
test_ties(void)
{
	struct cycle c[] = {
	    cycle(1, 7, 20000), cycle(1, 7, 30000), cycle(1, 7, 20000)};

	CHECK_INT(repetition_label(c, 3, 1, 1), 0);
	CHECK_INT(c[1].phase, PHASE_PREFILL); /* covers more */
	CHECK_INT(c[0].phase, PHASE_UNKNOWN);
	CHECK_INT(c[2].phase, PHASE_DECODE); /* the last of equals */
}

static void
test_standing(void)
{
	struct cycle c[] = {
	    cycle(1, 9, 30000), cycle(1, 40, 20000), cycle(1, 12, 10000)};

	c[2].phase = PHASE_DECODE;
	CHECK_INT(repetition_label(c, 3, 1, 1), 0);
	CHECK_INT(c[0].phase, PHASE_PREFILL);
	CHECK_INT(c[1].phase, PHASE_UNKNOWN);
	CHECK(strcmp(c[1].reason, "another cycle is decode") == 0);
	CHECK_INT(c[2].phase, PHASE_DECODE);
	CHECK(c[2].reason == NULL);
}

/* Every GPU has its own prefill and decode. */
static void
test_gpus(void)
{
	struct cycle c[] = {cycle(1, 9, 30000), cycle(1, 40, 20000),
	    cycle(1, 3, 30000), cycle(1, 4, 20000)};
	bool keep[4];

	c[2].gpu = c[3].gpu = 1;
	c[2].stream = c[3].stream = 1;
	CHECK_INT(repetition_label(c, 4, 2, 2), 0);
	CHECK_INT(c[0].phase, PHASE_PREFILL);
	CHECK_INT(c[1].phase, PHASE_DECODE);
	CHECK_INT(c[2].phase, PHASE_PREFILL);
	CHECK_INT(c[3].phase, PHASE_DECODE);
	CHECK_INT(repetition_select(c, 4, 2, 2, PHASE_DECODE, true, keep), 2);
	CHECK(!keep[0] && keep[1] && !keep[2] && keep[3]);
}

static void
test_select(void)
{
	struct cycle c[] = {
	    cycle(1, 9, 30000), cycle(1, 40, 20000), cycle(1, 12, 40000)};
	bool keep[3];

	CHECK_INT(repetition_select(c, 3, 1, 1, PHASE_DECODE, true, keep), 0);
	CHECK(!keep[0] && !keep[1] && !keep[2]);
	CHECK_INT(repetition_select(c, 3, 1, 1, PHASE_EMPTY, true, keep), 1);
	CHECK(keep[2]); /* no decode: the one that covers most */
	c[0].phase = c[1].phase = PHASE_DECODE;
	CHECK_INT(repetition_select(c, 3, 1, 1, PHASE_EMPTY, true, keep), 1);
	CHECK(keep[0]); /* two decodes: of these the one that covers most */
	CHECK_INT(repetition_select(c, 3, 1, 1, PHASE_DECODE, true, keep), 1);
	CHECK(keep[0]);
	CHECK_INT(repetition_select(c, 0, 0, 0, PHASE_DECODE, true, keep), 0);
}

/* A step with a layer and a block inside, and another stream's collectives. */
static void
make_steps(struct cycle c[5])
{
	c[0] = cycle(1, 40, 60000);
	c[1] = cycle(2, 960, 50000);
	c[1].parent = 0;
	c[2] = cycle(3, 1920, 20000);
	c[2].parent = 1;
	c[3] = cycle(1, 4, 10000);
	c[4] = cycle(1, 400, 70000);
	c[4].length = 1;
	c[4].stream = 1;
}

static void
test_main_stream(void)
{
	struct cycle c[5];
	bool keep[5];

	make_steps(c);
	CHECK_INT(repetition_label(c, 5, 1, 2), 0);
	CHECK_INT(c[0].phase, PHASE_DECODE);
	CHECK_INT(c[3].phase, PHASE_PREFILL);
	CHECK_INT(c[4].phase, PHASE_UNKNOWN);
	CHECK(strcmp(c[4].reason, "not on the GPU's main stream") == 0);
	/*
	 * Labelled decode from elsewhere, it still is not what is looked for.
	 */
	c[4].phase = PHASE_DECODE;
	CHECK_INT(repetition_select(c, 5, 1, 2, PHASE_DECODE, true, keep), 1);
	CHECK(keep[0]);
}

static void
test_inside(void)
{
	struct cycle c[5];
	bool keep[5];

	make_steps(c);
	CHECK_INT(repetition_label(c, 5, 1, 2), 0);
	CHECK_INT(c[1].phase, PHASE_DECODE);
	CHECK(strcmp(c[1].reason, "inside a decode cycle") == 0);
	CHECK_INT(c[2].phase, PHASE_DECODE);
	CHECK_INT(repetition_select(c, 5, 1, 2, PHASE_DECODE, true, keep), 1);
	CHECK(keep[0]);
	CHECK_INT(repetition_select(c, 5, 1, 2, PHASE_DECODE, false, keep), 1);
	CHECK(keep[1]); /* the block covers less than half of the step */
	c[2].coverage = 30000;
	CHECK_INT(repetition_select(c, 5, 1, 2, PHASE_DECODE, false, keep), 1);
	CHECK(keep[2]);
	CHECK_INT(repetition_select(c, 5, 1, 2, PHASE_PREFILL, false, keep), 1);
	CHECK(keep[3]);
}

/* Kernels' labels of which none says anything leave it to repetition. */
static void
test_unknown(void)
{
	struct cycle c[2] = {cycle(1, 9, 30000), cycle(1, 40, 20000)};

	c[0].phase = c[1].phase = PHASE_UNKNOWN;
	CHECK_INT(repetition_label(c, 2, 1, 1), 0);
	CHECK_INT(c[0].phase, PHASE_PREFILL);
	CHECK_INT(c[1].phase, PHASE_DECODE);
	c[0].phase = PHASE_MIXED;
	c[1].phase = PHASE_UNKNOWN;
	c[1].reason = NULL;
	CHECK_INT(repetition_label(c, 2, 1, 1), 0);
	CHECK_INT(c[1].phase, PHASE_UNKNOWN);
	CHECK(c[1].reason == NULL);
}

/* A table that says a cycle is inside itself, or two inside each other. */
static void
test_loops(void)
{
	struct cycle c[3] = {
	    cycle(2, 9, 30000), cycle(2, 40, 20000), cycle(1, 4, 20000)};
	bool keep[3];

	c[0].parent = 1;
	c[1].parent = 0;
	c[2].parent = 2;
	CHECK_INT(repetition_label(c, 3, 1, 1), 0);
	CHECK_INT(repetition_select(c, 3, 1, 1, PHASE_EMPTY, false, keep), 1);
}

int
main(void)
{
	test_rule();
	test_level();
	test_only();
	test_ties();
	test_standing();
	test_gpus();
	test_select();
	test_main_stream();
	test_inside();
	test_unknown();
	test_loops();
	return test_done();
}
