#include "tests/unit/phase_cycles.h"
#include "tests/unit/test.h"
#include "tools/trace-phase/cycle.h"
#include "tools/trace-phase/phase_decision.h"

static void
test_lone_prefill(void)
{
	struct judged_cycle c[4];

	for (int64_t n = 2; n <= 64; n++) {
		make_serving(c, n, 70);
		best(c, 4);
		CHECK_INT(c[0].phase, PHASE_PREFILL);
		CHECK_INT(c[1].phase, PHASE_PREFILL);
		CHECK_INT(c[2].phase, PHASE_DECODE);
		CHECK_INT(c[3].phase, PHASE_DECODE);
		CHECK(reason_is(&c[1], "inside a prefill cycle"));
		CHECK(reason_is(&c[0],
		    n < 4 ? "time: a step takes 7.0 times as long as one of "
			    "cycle 3, which follows"
			  : "time: a step takes 7.0 times as long as one of "
			    "cycle 3, which comes in rows"));
		/* The order alone does not tell. */
		make_serving(c, n, 10);
		best(c, 4);
		CHECK_INT(c[0].phase, PHASE_UNKNOWN);
		CHECK_INT(c[2].phase, PHASE_UNKNOWN);
	}
	CHECK(reason_is(&c[0], "no evidence: no step is clearly longer"));
}

/* One step each: two rows of layers, and the earlier is prefill. */
static void
test_one_step_each(void)
{
	struct judged_cycle c[2] = {
	    cycle(1, 80, 15, 70000), cycle(1, 79, 16, 30000)};

	c[0].runs = c[1].runs = 1;
	c[0].start = 7;
	c[1].start = 9;
	best(c, 2);
	CHECK_INT(c[0].steps, 1);
	CHECK_INT(c[0].phase, PHASE_PREFILL);
	CHECK_INT(c[1].phase, PHASE_DECODE);
	/* The later takes longer: the order is not that of an engine. */
	c[0].phase = c[1].phase = PHASE_EMPTY;
	c[0].coverage = 10000;
	best(c, 2);
	CHECK_INT(c[0].phase, PHASE_UNKNOWN);
	CHECK_INT(c[1].phase, PHASE_UNKNOWN);
	CHECK(reason_is(&c[0], "no evidence: long and short steps alternate"));
}

/* A prefill in the middle of decode, or of a few short steps. */
static void
test_middle(void)
{
	struct judged_cycle c[4];

	make_serving(c, 20, 70);
	c[0].start = 50;
	best(c, 4);
	CHECK_INT(c[0].phase, PHASE_PREFILL);
	CHECK_INT(c[2].phase, PHASE_DECODE);
	make_serving(c, 3, 70);
	c[0].start = 50;
	best(c, 4);
	CHECK_INT(c[0].phase, PHASE_UNKNOWN);
	CHECK_INT(c[2].phase, PHASE_UNKNOWN);
}

/* Two batch sizes of decode and a prefill: no decode becomes a prefill. */
static void
test_batch_sizes(void)
{
	struct judged_cycle c[4] = {cycle(1, 40, 400, 36000),
	    cycle(1, 60, 410, 54000), cycle(1, 1, 420, 10000),
	    inside(0, 960, 16, 35000)};

	c[0].runs = 31;
	c[1].runs = 29;
	c[2].runs = 1;
	best(c, 4);
	CHECK_INT(c[0].phase, PHASE_DECODE);
	CHECK_INT(c[1].phase, PHASE_DECODE);
	CHECK_INT(c[2].phase, PHASE_PREFILL);
	/* Without the prefill there is nothing to tell them by. */
	c[0].phase = c[1].phase = c[3].phase = PHASE_EMPTY;
	c[2] = c[3];
	best(c, 3);
	CHECK_INT(c[0].phase, PHASE_UNKNOWN);
	CHECK_INT(c[1].phase, PHASE_UNKNOWN);
}

/* A step between a short and a long kind: nearer to one, or unknown. */
static void
test_between(void)
{
	struct judged_cycle c[4] = {cycle(1, 100, 400, 10000),
	    cycle(1, 1, 400, 1000), cycle(1, 10, 400, 20000),
	    inside(0, 2400, 16, 9000)};

	best(c, 4);
	CHECK_INT(c[0].phase, PHASE_DECODE);
	CHECK_INT(c[1].phase, PHASE_PREFILL);
	CHECK_INT(c[2].phase, PHASE_PREFILL);
	c[0].phase = c[1].phase = c[2].phase = PHASE_EMPTY;
	c[2].coverage = 2500;
	best(c, 4);
	CHECK_INT(c[2].phase, PHASE_UNKNOWN);
}

/* One short step among many long ones may be one of a short prompt. */
static void
test_short(void)
{
	struct judged_cycle c[3] = {cycle(1, 1, 400, 1000),
	    cycle(1, 64, 400, 90000), inside(1, 64 * 24, 16, 80000)};

	c[1].sum = 90000 * 64;
	c[0].sum = 9000;
	best(c, 3);
	CHECK_INT(c[0].phase, PHASE_UNKNOWN);
	CHECK_INT(c[1].phase, PHASE_UNKNOWN);
	CHECK(reason_is(&c[1], "no evidence: long and short steps alternate"));
}

/* Nothing to compare with, or too little, or of another depth: no guess. */
static void
test_no_evidence(void)
{
	struct judged_cycle one[] = {cycle(1, 3, 90, 90000)};
	struct judged_cycle shallow[] = {
	    cycle(1, 24, 41, 30000), cycle(1, 18, 39, 60000)};
	struct judged_cycle deep[] = {cycle(1, 1, 984, 20000),
	    inside(0, 24, 41, 20000), cycle(1, 4, 1573, 80000),
	    inside(2, 220, 28, 80000)};

	best(one, 1);
	CHECK_INT(one[0].phase, PHASE_UNKNOWN);
	CHECK(reason_is(&one[0], "no evidence: no other step to compare"));
	best(shallow, 2);
	CHECK_INT(shallow[0].phase, PHASE_UNKNOWN);
	CHECK(reason_is(&shallow[1], "no evidence: no layers"));
	best(deep, 4);
	CHECK_INT(deep[0].phase, PHASE_UNKNOWN);
	CHECK_INT(deep[2].phase, PHASE_UNKNOWN);
	best(one, 0);
}

/* Requests: a step with the layers of the encoder, then decode steps. */
static void
test_requests(void)
{
	struct judged_cycle c[5] = {cycle(1, 3, 20682, 100000),
	    inside(0, 3, 250, 12000), inside(1, 72, 10, 11000),
	    inside(0, 169, 365, 88000), inside(3, 169 * 24, 15, 87000)};

	c[0].runs = 1;
	c[1].runs = c[3].runs = 3;
	c[1].start = 1;
	c[3].start = 2;
	c[2].level = c[4].level = 3;
	best(c, 5);
	CHECK_INT(c[0].phase, PHASE_MIXED);
	CHECK_INT(c[1].phase, PHASE_PREFILL);
	CHECK_INT(c[2].phase, PHASE_PREFILL);
	CHECK_INT(c[3].phase, PHASE_DECODE);
	CHECK_INT(c[4].phase, PHASE_DECODE);
}

/* A prefill step comes once in each request, as a row of layers. */
static void
test_row_in_request(void)
{
	struct judged_cycle c[4] = {cycle(1, 3, 2684, 100000),
	    inside(0, 72, 10, 50000), inside(0, 30, 244, 50000),
	    inside(2, 720, 10, 49000)};

	c[0].runs = 1;
	c[1].runs = c[2].runs = 3;
	c[3].level = 3;
	best(c, 4);
	CHECK_INT(c[0].phase, PHASE_MIXED);
	CHECK_INT(c[1].steps, 3);
	CHECK_INT(c[1].phase, PHASE_PREFILL);
	CHECK_INT(c[2].phase, PHASE_DECODE);
	CHECK(!c[2].row);
}

/* Requests that repeat as a row are no steps, either. */
static void
test_rows_of_requests(void)
{
	struct judged_cycle c[6] = {cycle(1, 2, 8200, 100000),
	    inside(0, 6, 2684, 95000), inside(1, 6, 244, 50000),
	    inside(2, 144, 10, 49000), inside(1, 60, 244, 45000),
	    inside(4, 1440, 10, 44000)};

	c[2].level = c[4].level = 3;
	c[3].level = c[5].level = 4;
	c[2].runs = c[4].runs = 6;
	best(c, 6);
	CHECK_INT(c[0].phase, PHASE_MIXED);
	CHECK_INT(c[1].phase, PHASE_MIXED);
	CHECK_INT(c[2].phase, PHASE_PREFILL);
	CHECK_INT(c[4].phase, PHASE_DECODE);
}

/*
 * A step may hold rows of layers of another model: drafts beside decode, a
 * model of images before a prompt.
 */
static void
test_other_models(void)
{
	struct judged_cycle c[5];

	make_serving(c, 50, 100);
	c[4] = inside(2, 50 * 20, 12, c[2].coverage / 10);
	best(c, 5);
	CHECK_INT(c[0].phase, PHASE_PREFILL);
	CHECK_INT(c[2].phase, PHASE_DECODE);
	make_serving(c, 50, 100);
	c[4] = inside(0, 27, 8, c[0].coverage / 2);
	best(c, 5);
	CHECK_INT(c[0].phase, PHASE_PREFILL);
	CHECK_INT(c[2].phase, PHASE_DECODE);
}

/* A model of images, as deep, before the prefill step. */
static void
test_images(void)
{
	struct judged_cycle c[6];

	for (int64_t kernels = 16; kernels <= 18; kernels += 2) {
		make_serving(c, 50, 100);
		c[0].start = 3;
		c[1].length = 16;
		c[4] = c[0];
		c[4].start = 0;
		c[5] = c[1];
		c[5].parent = 4;
		c[5].length = kernels;
		best(c, 6);
		CHECK_INT(c[0].phase, PHASE_PREFILL);
		CHECK_INT(c[2].phase, PHASE_DECODE);
		CHECK_INT(
		    c[4].phase, kernels == 16 ? PHASE_PREFILL : PHASE_UNKNOWN);
	}
}

/* Prompts of two lengths in turn are not prefill and decode. */
static void
test_in_turns(void)
{
	struct judged_cycle c[4];

	for (int64_t runs = 9; runs >= 2; runs -= 7) {
		c[0] = cycle(1, 10, 400, 12000);
		c[1] = cycle(1, 8, 400, 80000);
		c[2] = inside(1, 192, 16, 70000);
		c[0].runs = runs;
		c[1].runs = 7;
		best(c, 3);
		CHECK_INT(c[1].phase, runs > 2 ? PHASE_UNKNOWN : PHASE_PREFILL);
		CHECK_INT(c[0].phase, runs > 2 ? PHASE_UNKNOWN : PHASE_DECODE);
		CHECK(runs == 2 ||
		    reason_is(c, "no evidence: long and short steps"));
	}
	/* A rare short step may be a short prompt. */
	c[0].phase = c[1].phase = c[2].phase = PHASE_EMPTY;
	c[0] = cycle(1, 40, 400, 48000);
	c[0].runs = 2;
	c[3] = cycle(1, 2, 400, 3400);
	c[3].runs = 2;
	best(c, 4);
	CHECK_INT(c[0].phase, PHASE_DECODE);
	CHECK_INT(c[3].phase, PHASE_UNKNOWN);
	/* Also where the longest comes first. */
	c[0] = cycle(1, 4, 400, 4000);
	c[1] = cycle(1, 4, 400, 40000);
	c[2] = inside(0, 96, 16, 3000);
	c[0].start = 1;
	c[1].start = 0;
	c[0].runs = c[1].runs = 4;
	best(c, 3);
	CHECK_INT(c[0].phase, PHASE_UNKNOWN);
	CHECK_INT(c[1].phase, PHASE_UNKNOWN);
	/* But not where kernels say that the short ones are decode. */
	c[0].phase = c[1].phase = c[2].phase = PHASE_EMPTY;
	c[0].kernels[EVIDENCE_DECODE] = 4 * 24;
	best(c, 3);
	CHECK_INT(c[0].phase, PHASE_DECODE);
	CHECK_INT(c[1].phase, PHASE_PREFILL);
}

/* Batches in rows, long ones and short ones: prefill is rare. */
static void
test_batches(void)
{
	struct judged_cycle c[3];

	for (int64_t reps = 10; reps <= 30; reps += 20) {
		c[0] = cycle(1, reps, 400, reps * 1000);
		c[1] = cycle(1, 10, 400, 40000);
		c[2] = inside(0, 24 * reps, 16, reps * 900);
		c[0].runs = c[1].runs = 1;
		best(c, 3);
		CHECK_INT(
		    c[0].phase, reps == 10 ? PHASE_UNKNOWN : PHASE_DECODE);
		CHECK_INT(
		    c[1].phase, reps == 10 ? PHASE_UNKNOWN : PHASE_PREFILL);
	}
}

/* A step that takes longer for its kernels are more, computes as many tokens.
 */
static void
test_more_kernels(void)
{
	struct judged_cycle c[4];

	for (int64_t length = 1291; length <= 2582; length += 1291) {
		make_serving(c, 20, 35);
		c[0].length = length;
		best(c, 4);
		CHECK_INT(
		    c[0].phase, length == 1291 ? PHASE_PREFILL : PHASE_UNKNOWN);
	}
}

/* Two layers that take turns are one cycle in one of the phases. */
static void
test_layers_in_turn(void)
{
	struct judged_cycle c[4];

	make_serving(c, 20, 70);
	c[3].reps /= 2;
	c[3].length *= 2;
	best(c, 4);
	CHECK_INT(c[0].phase, PHASE_PREFILL);
	CHECK_INT(c[2].phase, PHASE_DECODE);
}

/* The classic rule: counted in steps, ties by order, one alone is decode. */
static void
test_classic(void)
{
	struct judged_cycle c[4];

	for (int64_t n = 1; n <= 64; n++) {
		make_serving(c, n, 10);
		judge(c, 4, 1, 1, true);
		CHECK_INT(c[0].phase, PHASE_PREFILL);
		CHECK_INT(c[2].phase, PHASE_DECODE);
	}
	CHECK(reason_is(&c[0], "fewest repetitions"));
	CHECK(reason_is(&c[2], "most repetitions"));
	c[0] = cycle(1, 3, 90, 90000);
	judge(c, 1, 1, 1, true);
	CHECK_INT(c[0].phase, PHASE_DECODE);
	CHECK(reason_is(&c[0], "only cycle"));
	c[0] = cycle(1, 9, 90, 30000);
	c[1] = cycle(1, 40, 90, 20000);
	c[2] = cycle(1, 12, 90, 10000);
	c[2].phase = PHASE_DECODE;
	judge(c, 3, 1, 1, true);
	CHECK_INT(c[0].phase, PHASE_PREFILL);
	CHECK_INT(c[1].phase, PHASE_UNKNOWN);
	CHECK(reason_is(&c[1], "another cycle is decode"));
	CHECK(!c[2].ours);
}

/* Every GPU has its own phases; labels stand, those all unknown do not. */
static void
test_labels(void)
{
	struct judged_cycle c[5] = {cycle(1, 3, 90, 60000),
	    cycle(1, 40, 80, 30000), cycle(1, 3, 90, 60000),
	    cycle(1, 40, 80, 30000), inside(1, 320, 9, 25000)};
	bool keep[5];

	c[2].gpu = c[3].gpu = 1;
	c[2].stream = c[3].stream = 1;
	c[0].phase = c[1].phase = PHASE_UNKNOWN;
	c[2].phase = PHASE_MIXED;
	c[3].phase = PHASE_UNKNOWN;
	judge(c, 5, 2, 2, false);
	CHECK_INT(c[0].phase, PHASE_PREFILL);
	CHECK_INT(c[1].phase, PHASE_DECODE);
	CHECK_INT(c[2].phase, PHASE_MIXED);
	CHECK_INT(c[3].phase, PHASE_UNKNOWN);
	CHECK(!c[2].ours && !c[3].ours);
	c[3].phase = PHASE_DECODE;
	CHECK_INT(cycle_select(c, 5, 2, 2, PHASE_DECODE, true, keep), 2);
	CHECK(!keep[0] && keep[1] && !keep[2] && keep[3]);
}

static void
test_select(void)
{
	struct judged_cycle c[4];
	bool keep[4];

	make_serving(c, 9, 70);
	best(c, 4);
	CHECK_INT(cycle_select(c, 4, 1, 1, PHASE_PREFILL, true, keep), 1);
	CHECK(keep[0]); /* a lone step, too */
	CHECK_INT(cycle_select(c, 4, 1, 1, PHASE_PREFILL, false, keep), 1);
	CHECK(keep[1]);
	CHECK_INT(cycle_select(c, 4, 1, 1, PHASE_EMPTY, true, keep), 1);
	CHECK(keep[2]);
	c[3].coverage = c[2].coverage / 2 - 1;
	CHECK_INT(cycle_select(c, 4, 1, 1, PHASE_DECODE, false, keep), 1);
	CHECK(keep[2]); /* what is inside covers less than half */
	CHECK_INT(cycle_select(c, 4, 1, 1, PHASE_MIXED, false, keep), 0);
	c[2].phase = c[3].phase = PHASE_UNKNOWN;
	CHECK_INT(cycle_select(c, 4, 1, 1, PHASE_EMPTY, true, keep), 1);
	CHECK(keep[2] == (c[2].coverage > c[0].coverage));
	CHECK_INT(cycle_select(c, 0, 0, 0, PHASE_DECODE, true, keep), 0);
}

static void
test_main_stream(void)
{
	struct judged_cycle c[4] = {cycle(1, 40, 400, 60000),
	    cycle(1, 4, 400, 20000), cycle(1, 400, 1, 70000),
	    inside(0, 960, 16, 50000)};

	c[2].stream = 1;
	judge(c, 4, 1, 2, false);
	CHECK_INT(c[0].phase, PHASE_DECODE);
	CHECK_INT(c[1].phase, PHASE_PREFILL);
	CHECK_INT(c[2].phase, PHASE_UNKNOWN);
	CHECK(reason_is(&c[2], "not on the GPU's main stream"));
}

/* A table that says a cycle is inside itself, or two inside each other. */
static void
test_loops(void)
{
	struct judged_cycle c[3] = {cycle(2, 9, 10, 30000),
	    cycle(2, 40, 10, 20000), cycle(1, 4, 10, 20000)};
	bool keep[3];

	c[0].parent = 1;
	c[1].parent = 0;
	c[2].parent = 2;
	best(c, 3);
	CHECK_INT(cycle_select(c, 3, 1, 1, PHASE_EMPTY, false, keep), 1);
}

int
main(void)
{
	test_lone_prefill();
	test_one_step_each();
	test_middle();
	test_batch_sizes();
	test_between();
	test_short();
	test_no_evidence();
	test_requests();
	test_row_in_request();
	test_rows_of_requests();
	test_other_models();
	test_in_turns();
	test_batches();
	test_more_kernels();
	test_layers_in_turn();
	test_images();
	test_classic();
	test_labels();
	test_select();
	test_main_stream();
	test_loops();
	return test_done();
}
