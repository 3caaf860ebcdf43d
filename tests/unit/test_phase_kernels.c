#include "tests/unit/phase_cycles.h"
#include "tests/unit/test.h"
#include "tools/trace-phase/kernel_evidence.h"
#include "tools/trace-phase/phase_decision.h"
#include "tools/trace-phase/training.h"

static void
give(struct judged_cycle *c, enum evidence kind, int64_t kernels)
{
	c->kernels[kind] = kernels;
	c->why[kind] = span_of("a reason");
}

static void
test_kernels(void)
{
	struct judged_cycle c[1];

	c[0] = cycle(1, 12, 35, 90000);
	give(c, EVIDENCE_DECODE, 12);
	best(c, 1);
	CHECK_INT(c[0].phase, PHASE_DECODE);
	CHECK(reason_is(c, "kernels: a reason"));
	c[0].phase = PHASE_EMPTY;
	give(c, EVIDENCE_PREFILL, 12);
	best(c, 1);
	CHECK_INT(c[0].phase, PHASE_MIXED);
	c[0].phase = PHASE_EMPTY;
	c[0].kernels[EVIDENCE_DECODE] = 0;
	give(c, EVIDENCE_FEW, 48);
	best(c, 1);
	CHECK_INT(c[0].phase, PHASE_UNKNOWN);
	CHECK(reason_is(c, "contradiction: kernels for many tokens and"));
	c[0] = cycle(1, 12, 35, 90000);
	give(c, EVIDENCE_TOKEN, 24);
	best(c, 1);
	CHECK_INT(c[0].phase, PHASE_DECODE);
	c[0].phase = PHASE_EMPTY;
	give(c, EVIDENCE_ATTENTION, 12);
	best(c, 1);
	CHECK_INT(c[0].phase, PHASE_UNKNOWN);
}

/* Both phases in a layer are one step; in several layers they are several. */
static void
test_layers(void)
{
	struct judged_cycle c[3] = {cycle(1, 4, 300, 90000),
	    inside(0, 40, 14, 40000), inside(0, 40, 12, 40000)};

	give(&c[0], EVIDENCE_PREFILL, 80);
	give(&c[0], EVIDENCE_DECODE, 80);
	give(&c[1], EVIDENCE_PREFILL, 40);
	give(&c[1], EVIDENCE_DECODE, 40);
	give(&c[2], EVIDENCE_PREFILL, 40);
	give(&c[2], EVIDENCE_DECODE, 40);
	best(c, 3);
	CHECK_INT(c[0].phase, PHASE_MIXED);
	c[0].phase = c[1].phase = c[2].phase = PHASE_EMPTY;
	c[1].kernels[EVIDENCE_DECODE] = c[2].kernels[EVIDENCE_PREFILL] = 0;
	best(c, 3);
	CHECK_INT(c[0].phase, PHASE_MIXED);
	CHECK_INT(c[1].phase, PHASE_PREFILL);
	CHECK_INT(c[2].phase, PHASE_DECODE);
	CHECK(reason_is(c, "holds steps of prefill and decode"));
	/* Half the layers have attention that any step may have. */
	c[0].phase = c[1].phase = c[2].phase = PHASE_EMPTY;
	c[0].kernels[EVIDENCE_PREFILL] = c[1].kernels[EVIDENCE_PREFILL] = 0;
	give(&c[1], EVIDENCE_EITHER, 40);
	best(c, 3);
	CHECK_INT(c[0].phase, PHASE_UNKNOWN);
	CHECK_INT(c[2].phase, PHASE_DECODE);
	CHECK(reason_is(c, "holds steps of unknown phase"));
}

/* A lone step of a prompt and one of a token, each a row of layers in the same
 * cycle. */
static void
test_lone_rows(void)
{
	struct judged_cycle c[3] = {cycle(1, 1, 572, 90000),
	    inside(0, 28, 10, 45000), inside(0, 28, 10, 44000)};

	give(&c[0], EVIDENCE_PROMPTS, 28);
	give(&c[0], EVIDENCE_SPLIT, 28);
	give(&c[0], EVIDENCE_BATCHING, 56);
	give(&c[1], EVIDENCE_PROMPTS, 28);
	give(&c[1], EVIDENCE_BATCHING, 28);
	give(&c[2], EVIDENCE_SPLIT, 28);
	give(&c[2], EVIDENCE_BATCHING, 28);
	best(c, 3);
	CHECK_INT(c[0].phase, PHASE_MIXED);
	CHECK_INT(c[1].phase, PHASE_PREFILL);
	CHECK_INT(c[2].phase, PHASE_DECODE);
}

/* Attention over several tokens of a sequence, and these are drafted. */
static void
test_drafts(void)
{
	struct judged_cycle c[3] = {cycle(1, 9, 400, 90000),
	    inside(0, 216, 12, 80000), inside(0, 27, 12, 9000)};

	give(&c[0], EVIDENCE_PREFILL, 216);
	give(&c[1], EVIDENCE_PREFILL, 216);
	give(&c[0], EVIDENCE_VERIFY, 9);
	best(c, 2);
	CHECK_INT(c[0].phase, PHASE_DECODE);
	c[0].phase = c[1].phase = PHASE_EMPTY;
	c[0].kernels[EVIDENCE_VERIFY] = 3;
	best(c, 2);
	CHECK_INT(c[0].phase, PHASE_PREFILL);
	/* Layers that write drafts, before those that check them. */
	c[0].phase = c[1].phase = PHASE_EMPTY;
	c[0].kernels[EVIDENCE_VERIFY] = 9;
	give(&c[0], EVIDENCE_DECODE, 54);
	give(&c[2], EVIDENCE_DECODE, 54);
	best(c, 3);
	CHECK_INT(c[0].phase, PHASE_DECODE);
	CHECK_INT(c[1].phase, PHASE_DECODE);
	/* Steps inside that check them are those of a request. */
	c[0].phase = c[1].phase = c[2].phase = PHASE_EMPTY;
	give(&c[2], EVIDENCE_VERIFY, 27);
	best(c, 3);
	CHECK_INT(c[0].phase, PHASE_MIXED);
}

/* A few passes that write drafts, behind the layers of a step, say nothing of
 * it; other attention among its layers does. */
static void
test_passes_beside(void)
{
	struct judged_cycle c[5];

	for (int like = 0; like < 2; like++) {
		make_serving(c, 20, 70);
		c[4] = inside(0, 4, 15, c[0].coverage / 10);
		c[1].runs = like ? 16 : 2;
		give(&c[0], EVIDENCE_ATTENTION, 79);
		give(&c[1], EVIDENCE_ATTENTION, 79);
		give(&c[0], EVIDENCE_SPLIT, 12);
		give(&c[4], EVIDENCE_SPLIT, 12);
		give(&c[2], EVIDENCE_ENGINE, 20);
		best(c, 5);
		CHECK_INT(c[0].phase, like ? PHASE_UNKNOWN : PHASE_PREFILL);
		CHECK(reason_is(c, like ? "contradiction" : "time"));
	}
	/* Nor do they make a request of it. */
	make_serving(c, 20, 70);
	c[4] = inside(0, 4, 15, c[0].coverage / 10);
	c[1].runs = 1;
	give(&c[0], EVIDENCE_PREFILL, 79);
	give(&c[1], EVIDENCE_PREFILL, 79);
	give(&c[0], EVIDENCE_DECODE, 4);
	give(&c[4], EVIDENCE_DECODE, 4);
	best(c, 5);
	CHECK_INT(c[0].phase, PHASE_PREFILL);
	CHECK(reason_is(c, "kernels: a reason"));
}

/* One kernel for the attention of prompts and of generated tokens. */
static void
test_may_mix(void)
{
	struct judged_cycle c[4];

	for (int later = 0; later < 2; later++) {
		make_serving(c, 20, 70);
		c[0].start = later ? 50 : 0;
		give(&c[0], EVIDENCE_ATTENTION, 80);
		give(&c[2], EVIDENCE_ATTENTION, 1600);
		give(&c[2], EVIDENCE_BATCHING, 1600);
		best(c, 4);
		CHECK_INT(c[0].phase, later ? PHASE_UNKNOWN : PHASE_PREFILL);
		CHECK_INT(c[2].phase, PHASE_DECODE);
	}
	CHECK(reason_is(c, "prompts are read, but perhaps together with"));
	/* Of two steps in a row, the second computes the first one's tokens. */
	make_serving(c, 20, 70);
	c[0].steps = c[0].reps = 2;
	give(&c[0], EVIDENCE_ATTENTION, 160);
	give(&c[2], EVIDENCE_ATTENTION, 1600);
	give(&c[2], EVIDENCE_BATCHING, 1600);
	c[1].reps = 158;
	best(c, 4);
	CHECK_INT(c[0].phase, PHASE_UNKNOWN);
	make_serving(c, 20, 70);
	give(&c[0], EVIDENCE_ATTENTION, 80);
	c[0].start = 50;
	give(&c[2], EVIDENCE_BATCHING, 1600);
	/* Decode has a kernel of its own, so without it there is no decode. */
	c[0].phase = c[1].phase = c[2].phase = c[3].phase = PHASE_EMPTY;
	give(&c[2], EVIDENCE_DECODE, 1600);
	c[2].kernels[EVIDENCE_ATTENTION] = 0;
	best(c, 4);
	CHECK_INT(c[0].phase, PHASE_PREFILL);
	/* And with it, beside the other, there is. */
	c[0].phase = c[1].phase = c[2].phase = c[3].phase = PHASE_EMPTY;
	give(&c[0], EVIDENCE_DECODE, 80);
	best(c, 4);
	CHECK_INT(c[0].phase, PHASE_UNKNOWN);
	CHECK(reason_is(c, "contradiction: attention of one phase beside"));
}

/* Attention of prompts, and other attention that may be decode's. */
static void
test_prefill_beside(void)
{
	struct judged_cycle c[1];

	for (int batching = 0; batching < 2; batching++) {
		c[0] = cycle(1, 12, 35, 90000);
		give(c, EVIDENCE_PREFILL, 12);
		give(c, EVIDENCE_ATTENTION, 12);
		c[0].kernels[EVIDENCE_BATCHING] = batching * 12;
		best(c, 1);
		CHECK_INT(c[0].phase, batching ? PHASE_UNKNOWN : PHASE_PREFILL);
	}
}

/* The attention of long sequences does not make a decode step a prefill. */
static void
test_work(void)
{
	struct judged_cycle c[4];

	make_serving(c, 20, 7);
	c[0].sum = 7000000;
	c[2].sum = 20 * 30000000;
	c[0].work = 6000000;
	c[2].work = 20 * 2000000;
	best(c, 4);
	CHECK_INT(c[0].phase, PHASE_PREFILL);
	CHECK(reason_is(c, "time: a step takes 3.0 times as long"));
}

/* A matrix times a vector in the last layer only says nothing. */
static void
test_last_layer(void)
{
	struct judged_cycle c[2] = {
	    cycle(1, 4, 1000, 90000), inside(0, 320, 12, 80000)};

	give(c, EVIDENCE_FEW, 4);
	best(c, 2);
	CHECK_INT(c[0].phase, PHASE_UNKNOWN);
	c[0].phase = c[1].phase = PHASE_EMPTY;
	give(c, EVIDENCE_FEW, 320);
	best(c, 2);
	CHECK_INT(c[0].phase, PHASE_DECODE);
}

/* Sure evidence of kernels stands against counting, which is said. */
static void
test_sure(void)
{
	struct judged_cycle c[3] = {cycle(1, 64, 400, 60000),
	    cycle(1, 3, 400, 1200), inside(1, 72, 16, 1100)};

	give(&c[0], EVIDENCE_PREFILL, 64);
	best(c, 3);
	CHECK_INT(c[0].phase, PHASE_PREFILL);
	CHECK_INT(c[1].phase, PHASE_UNKNOWN); /* perhaps of a short prompt */
	CHECK(reason_is(&c[1], "no evidence: long and short steps alternate"));
	/* Likelier kernels do not. */
	c[0] = cycle(1, 64, 400, 30000);
	c[1] = cycle(1, 1, 400, 4000);
	c[2] = inside(1, 24, 16, 3900);
	give(&c[1], EVIDENCE_FEW, 24);
	c[1].runs = 1;
	best(c, 3);
	CHECK_INT(c[1].phase, PHASE_UNKNOWN);
	CHECK(reason_is(&c[1],
	    "contradiction: kernels say decode (a reason), "
	    "time prefill"));
}

/* What one layer has of many is not the attention of a step: drafts have one.
 */
static void
test_one_layer(void)
{
	struct judged_cycle c[2];

	for (int64_t each = 1; each <= 40; each += 39) {
		c[0] = cycle(1, 10, 640, 90000);
		c[1] = inside(0, 400, 16, 80000);
		give(&c[0], EVIDENCE_DECODE, 400);
		give(&c[0], EVIDENCE_PREFILL, 10 * each);
		give(&c[1], EVIDENCE_DECODE, 400);
		give(&c[1], EVIDENCE_PREFILL, each > 1 ? 400 : 0);
		best(c, 2);
		CHECK_INT(c[0].phase, each > 1 ? PHASE_MIXED : PHASE_DECODE);
		CHECK(reason_is(c,
		    each > 1 ? "kernels: kernels of prefill and of decode"
			     : "kernels: a reason"));
	}
}

/*
 * Products of many tokens, where one kernel may attend to both: with generated
 * tokens or without. The first that takes long reads prompts alone.
 */
static void
test_many_tokens(void)
{
	struct judged_cycle c[4];

	make_serving(c, 20, 70);
	give(&c[0], EVIDENCE_MANY, 160);
	give(&c[0], EVIDENCE_EITHER, 80);
	give(&c[2], EVIDENCE_EITHER, 20 * 80);
	best(c, 4);
	CHECK_INT(c[0].phase, PHASE_PREFILL);
	CHECK_INT(c[2].phase, PHASE_DECODE);
}

/* Beside an engine another program's steps say nothing, and have no phase. */
static void
test_other_program(void)
{
	struct judged_cycle c[4];

	make_serving(c, 20, 70);
	give(&c[2], EVIDENCE_ENGINE, 20);
	best(c, 4);
	CHECK_INT(c[0].phase, PHASE_PREFILL);
	make_serving(c, 20, 70);
	give(&c[2], EVIDENCE_ENGINE, 20);
	c[0].common = 1000;
	best(c, 4);
	CHECK_INT(c[0].phase, PHASE_UNKNOWN);
	CHECK_INT(c[2].phase, PHASE_UNKNOWN);
	CHECK(reason_is(&c[0], "no evidence: no other step"));
}

/* Training, images, and programs whose kernels are all known. */
static void
test_no_engine(void)
{
	struct judged_cycle c[4];

	make_serving(c, 20, 70);
	give(&c[0], EVIDENCE_OPTIMIZER, 1);
	give(&c[0], EVIDENCE_BACKWARD_NORM, 1);
	give(&c[2], EVIDENCE_OPTIMIZER, 20);
	give(&c[2], EVIDENCE_BACKWARD_NORM, 20);
	best(c, 4);
	CHECK_INT(c[0].phase, PHASE_UNKNOWN);
	CHECK(reason_is(&c[2], "training"));
	give(&c[2], EVIDENCE_ENGINE, 40);
	CHECK(!training_has_step(&c[2])); /* an engine's outvote as many */
	make_serving(c, 20, 10);
	c[0].common = 1000;
	c[2].common = 20 * 1000;
	best(c, 4);
	CHECK_INT(c[0].phase, PHASE_UNKNOWN);
	CHECK_INT(c[2].phase, PHASE_UNKNOWN);
	make_serving(c, 20, 70); /* all says prefill, then decode */
	c[0].common = 1000;
	c[2].common = 20 * 1000;
	c[1].sum = 1;
	best(c, 4);
	CHECK_INT(c[0].phase, PHASE_PREFILL);
	CHECK_INT(c[2].phase, PHASE_DECODE);
	make_serving(c, 20, 70); /* time and counting only */
	c[0].common = 1000;
	c[2].common = 20 * 1000;
	c[0].start = 50;
	best(c, 4);
	CHECK_INT(c[0].phase, PHASE_UNKNOWN);
	/* Three steps are too few for time, unless vectors are multiplied. */
	for (int vectors = 0; vectors < 2; vectors++) {
		make_serving(c, 3, 70);
		c[0].common = 1000;
		c[2].common = 3 * 1000;
		give(&c[2], EVIDENCE_SPLIT, 240);
		give(&c[2], EVIDENCE_VECTOR, vectors ? 480 : 3);
		best(c, 4);
		CHECK_INT(c[0].phase, vectors ? PHASE_PREFILL : PHASE_UNKNOWN);
		CHECK_INT(c[2].phase, vectors ? PHASE_DECODE : PHASE_UNKNOWN);
	}
	make_serving(c, 20, 70);
	c[0].start = 50;
	c[2].common = 20 * 1000;
	give(&c[2], EVIDENCE_ENGINE, 1580);
	best(c, 4);
	CHECK_INT(c[2].phase, PHASE_DECODE);
}

int
main(void)
{
	test_kernels();
	test_layers();
	test_lone_rows();
	test_drafts();
	test_passes_beside();
	test_may_mix();
	test_prefill_beside();
	test_work();
	test_last_layer();
	test_sure();
	test_one_layer();
	test_many_tokens();
	test_other_program();
	test_no_engine();
	return test_done();
}
