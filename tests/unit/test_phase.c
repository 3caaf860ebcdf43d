#include <string.h>

#include "tests/unit/test.h"
#include "tools/trace-phase/phase.h"

/* A cycle of the first GPU without a label. */
static struct phase_cycle
cycle(int64_t level, int64_t reps, int64_t coverage)
{
	return (struct phase_cycle){
	    .level = level, .reps = reps, .coverage = coverage};
}

static void
test_rule(void)
{
	struct phase_cycle c[] = {cycle(1, 9, 30000), cycle(1, 40, 20000),
	    cycle(1, 12, 40000), cycle(2, 320, 25000), cycle(1, 500, 999),
	    cycle(1, 1, 50000)};

	CHECK_INT(phase_label(c, 6, 1), 0);
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
	struct phase_cycle c[] = {cycle(1, 1, 100000), cycle(2, 3, 60000),
	    cycle(2, 5, 30000), cycle(3, 50, 30000)};

	CHECK_INT(phase_label(c, 4, 1), 0);
	CHECK_INT(c[0].phase, PHASE_UNKNOWN);
	CHECK_INT(c[1].phase, PHASE_PREFILL);
	CHECK_INT(c[2].phase, PHASE_DECODE);
	CHECK_INT(c[3].phase, PHASE_UNKNOWN);
}

static void
test_only(void)
{
	struct phase_cycle c[] = {cycle(1, 3, 1000)};

	CHECK_INT(phase_label(c, 1, 1), 0);
	CHECK_INT(c[0].phase, PHASE_DECODE);
	CHECK(strcmp(c[0].reason, "only cycle") == 0);
	CHECK_INT(phase_label(c, 0, 0), 0);
}

static void
test_ties(void)
{
	struct phase_cycle c[] = {
	    cycle(1, 7, 20000), cycle(1, 7, 30000), cycle(1, 7, 20000)};

	CHECK_INT(phase_label(c, 3, 1), 0);
	CHECK_INT(c[1].phase, PHASE_PREFILL); /* covers more */
	CHECK_INT(c[0].phase, PHASE_UNKNOWN);
	CHECK_INT(c[2].phase, PHASE_DECODE); /* the last of equals */
}

static void
test_standing(void)
{
	struct phase_cycle c[] = {
	    cycle(1, 9, 30000), cycle(1, 40, 20000), cycle(1, 12, 10000)};

	c[2].phase = PHASE_DECODE;
	CHECK_INT(phase_label(c, 3, 1), 0);
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
	struct phase_cycle c[] = {cycle(1, 9, 30000), cycle(1, 40, 20000),
	    cycle(1, 3, 30000), cycle(1, 4, 20000)};
	bool keep[4];

	c[2].gpu = c[3].gpu = 1;
	CHECK_INT(phase_label(c, 4, 2), 0);
	CHECK_INT(c[0].phase, PHASE_PREFILL);
	CHECK_INT(c[1].phase, PHASE_DECODE);
	CHECK_INT(c[2].phase, PHASE_PREFILL);
	CHECK_INT(c[3].phase, PHASE_DECODE);
	CHECK_INT(phase_select(c, 4, 2, PHASE_DECODE, keep), 2);
	CHECK(!keep[0] && keep[1] && !keep[2] && keep[3]);
}

static void
test_select(void)
{
	struct phase_cycle c[] = {
	    cycle(1, 9, 30000), cycle(1, 40, 20000), cycle(1, 12, 40000)};
	bool keep[3];

	CHECK_INT(phase_select(c, 3, 1, PHASE_DECODE, keep), 0);
	CHECK(!keep[0] && !keep[1] && !keep[2]);
	CHECK_INT(phase_select(c, 3, 1, PHASE_EMPTY, keep), 1);
	CHECK(keep[2]); /* no decode: the one that covers most */
	c[0].phase = c[1].phase = PHASE_DECODE;
	CHECK_INT(phase_select(c, 3, 1, PHASE_EMPTY, keep), 1);
	CHECK(keep[0]); /* two decodes: of these the one that covers most */
	CHECK_INT(phase_select(c, 3, 1, PHASE_DECODE, keep), 1);
	CHECK(keep[0]);
	CHECK_INT(phase_select(c, 0, 0, PHASE_DECODE, keep), 0);
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
	return test_done();
}
