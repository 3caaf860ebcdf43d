#include <stdlib.h>
#include <string.h>

#include "tests/unit/test.h"
#include "tools/trace-phase/label.h"
#include "tools/trace-phase/phase.h"
#include "tools/trace-phase/rows.h"

static void
test_annotations(void)
{
	static const struct {
		const char *name;
		enum phase phase;
	} known[] = {
	    {"execute_32_context_0(sq0sk0sqsq0sqsk0)_generation_32(sq32sk55)",
		PHASE_DECODE},
	    {"execute_8192_context_9(sq8155)_generation_37(sq37)", PHASE_MIXED},
	    {"execute_context_1(888_788544)_generation_0(0)", PHASE_PREFILL},
	    {"execute_context_0(0)_generation_8(8)", PHASE_DECODE},
	    {"execute_context_00(0)_generation_10(8)", PHASE_DECODE},
	    {"execute_context_2_generation_1", PHASE_MIXED},
	    {"execute_context_0(0)_generation_0(0)", PHASE_EMPTY},
	    {"execute_new_2_cached_0", PHASE_PREFILL},
	    {"execute_new_0_cached_5", PHASE_DECODE},
	    {"execute_new_1_cached_5", PHASE_MIXED},
	    {"execute_diffusion_1_256x256", PHASE_EMPTY},
	    {"execute_context_(1)_generation_0(0)", PHASE_EMPTY},
	    {"execute_context_1(888", PHASE_EMPTY},
	    {"my_execute_context_1(8)_generation_0(0)", PHASE_EMPTY},
	    {"step[EXTEND bs=2 toks=12]", PHASE_PREFILL},
	    {"step[DECODE bs=64]", PHASE_DECODE},
	    {"step[MIXED bs=2 c=1 g=1]", PHASE_MIXED},
	    {"step[TARGET_VERIFY bs=4]", PHASE_DECODE},
	    {"step[DRAFT_EXTEND_V2 bs=4]", PHASE_DECODE},
	    {"step[VERIFY bs=4]", PHASE_DECODE},
	    {"step[DRAFT_LOOP raw_bs=3 bs=4 topk=1]", PHASE_DECODE},
	    {"step[prefill bs=2 toks=12]", PHASE_PREFILL},
	    {"step[decode bs=64]", PHASE_DECODE},
	    {"step[mixed bs=2 ext=9 dec=1]", PHASE_MIXED},
	    {"step[idle]", PHASE_EMPTY},
	    {"step[EXTEND bs=2 toks=12 c_sqsq=80 c_sqsk=120 c_sk=20]",
		PHASE_PREFILL},
	    {"step[IDLE bs=0]", PHASE_EMPTY},
	    {"step[DECODER bs=1]", PHASE_EMPTY},
	    {"step[DECODE", PHASE_EMPTY},
	    {"prefill[bs=2 tok=16384]", PHASE_PREFILL},
	    {"decode[bs=2]", PHASE_DECODE},
	    {"ProfilerStep#6", PHASE_EMPTY},
	    {"", PHASE_EMPTY},
	};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		test_int(phase_of_annotation(span_of(known[i].name)),
		    known[i].phase, known[i].name, __FILE__, __LINE__);
}

static void
test_paths(void)
{
	CHECK_INT(
	    phase_of_annotations(span_of(
		"ProfilerStep#1;step[DECODE bs=1];## Call CompiledFxGraph "
		"f ##")),
	    PHASE_DECODE);
	CHECK_INT(phase_of_annotations(
		      span_of("step[DECODE bs=1];step[EXTEND bs=1 toks=4]")),
	    PHASE_PREFILL);
	CHECK_INT(phase_of_annotations(span_of(";;")), PHASE_EMPTY);
	CHECK_INT(phase_of_annotations(span_of("")), PHASE_EMPTY);
}

static int64_t
gemm(const char *op, const char *dims)
{
	return tokens_of_gemm(span_of(op), span_of(dims));
}

static void
test_gemm(void)
{
	CHECK_INT(gemm("aten::mm", "[[10,64],[64,9]]"), 10);
	CHECK_INT(gemm("aten::addmm", "[[999],[4,64],[64,999]]"), 4);
	CHECK_INT(gemm("aten::bmm", "[[32,1,64],[32,64,9]]"), 1);
	CHECK_INT(gemm("aten::linear", "[[2,512,64],[9,64]]"), 1024);
	CHECK_INT(gemm("aten::add", "[[512,64],[512,64]]"), 0);
	CHECK_INT(gemm("aten::mm", ""), 0);
	CHECK_INT(gemm("aten::mm", "[[512,64"), 0);
}

static void
test_shapes(void)
{
	int64_t dim[2];

	CHECK_INT(tokens_shape(span_of("[[],[3,4,5],7]"), 0, dim, 2), 0);
	CHECK_INT(tokens_shape(span_of("[[],[3,4,5],7]"), 1, dim, 2), 3);
	CHECK_INT(dim[1], 4);
	CHECK_INT(tokens_shape(span_of("[[],[3,4,5],7]"), 2, dim, 2), -1);
	CHECK_INT(tokens_shape(span_of("[[[1],[2]],[3]]"), 1, dim, 2), 1);
	CHECK_INT(dim[0], 3);
	CHECK_INT(tokens_shape(span_of("[[1]]"), 1, dim, 2), -1);
	CHECK_INT(tokens_shape(span_of("["), 0, dim, 2), -1);
	CHECK_INT(tokens_shape(span_of(""), 0, dim, 2), -1);
}

/* Moments of one group but for the last, a millisecond apart. */
static void
make_moments(struct moment *m, struct finding *v, const enum phase *p, size_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		v[i] = (struct finding){p[i], "", ""};
		m[i] = (struct moment){
		    .time = i, .group = i + 1 == n ? 1 : 0, .finding = &v[i]};
	}
}

static void
test_propagate_after(void)
{
	static const enum phase given[] = {
	    PHASE_EMPTY, PHASE_PREFILL, PHASE_EMPTY, PHASE_DECODE, PHASE_EMPTY};
	struct finding v[5];
	struct moment m[5];

	make_moments(m, v, given, 5);
	propagate_after(m, 5, "a ");
	CHECK_INT(v[0].phase, PHASE_EMPTY);
	CHECK_INT(v[2].phase, PHASE_PREFILL);
	CHECK(strcmp(v[2].how, "a ") == 0 && strcmp(v[2].what, "prefill") == 0);
	CHECK_INT(v[4].phase, PHASE_EMPTY); /* another group */
}

static void
test_propagate_between(void)
{
	static const enum phase given[] = {PHASE_EMPTY, PHASE_PREFILL,
	    PHASE_EMPTY, PHASE_PREFILL, PHASE_EMPTY, PHASE_DECODE, PHASE_EMPTY,
	    PHASE_UNKNOWN, PHASE_EMPTY, PHASE_EMPTY, PHASE_EMPTY};
	struct finding v[11];
	struct moment m[11];

	make_moments(m, v, given, 11);
	propagate_between(m, 11, 0, "b ");
	CHECK_INT(
	    v[0].phase, PHASE_EMPTY); /* the length of a step is not known */
	CHECK_INT(v[2].phase, PHASE_PREFILL);
	CHECK_INT(v[4].phase, PHASE_EMPTY);
	CHECK_INT(v[6].phase, PHASE_EMPTY);
	CHECK_INT(v[8].phase, PHASE_EMPTY);
	CHECK_INT(v[10].phase, PHASE_EMPTY);
	make_moments(m, v, given, 4);
	m[2].attention = true;
	propagate_between(m, 3, 0, "b ");
	CHECK_INT(v[0].phase, PHASE_EMPTY);
	CHECK_INT(v[2].phase, PHASE_EMPTY);
	make_moments(m, v, given, 11);
	v[4].phase = PHASE_PREFILL;
	v[3].phase = PHASE_EMPTY;
	m[2].attention = m[3].attention = true; /* of two steps, perhaps */
	propagate_between(m, 11, 0, "b ");
	CHECK_INT(v[2].phase, PHASE_EMPTY);
}

/* Each moment says prefill (p), decode (d, few tokens only: f), is labelled one
 * of them (P, D) or unknown (U), or is nothing; returns what they are labelled.
 */
static const char *
confirmed(const char *says)
{
	static char got[32];
	struct finding v[32];
	struct moment m[32];
	size_t n = strlen(says);

	for (uint32_t i = 0; i < n; i++) {
		v[i] = (struct finding){says[i] == 'P' ? PHASE_PREFILL
			: says[i] == 'D'               ? PHASE_DECODE
			: says[i] == 'U'               ? PHASE_UNKNOWN
						       : PHASE_EMPTY,
		    "", ""};
		m[i] = (struct moment){.time = i,
		    .finding = &v[i],
		    .sure = says[i] == 'p' || says[i] == 'd',
		    .says = says[i] == 'p'                 ? PHASE_PREFILL
			: says[i] == 'd' || says[i] == 'f' ? PHASE_DECODE
							   : PHASE_EMPTY};
	}
	propagate_confirm(m, n);
	for (size_t i = 0; i < n; i++)
		got[i] = ".UPDM"[v[i].phase];
	got[n] = '\0';
	return got;
}

static void
check_confirmed(const char *says, const char *want)
{
	test_point(
	    strcmp(confirmed(says), want) == 0, says, __FILE__, __LINE__);
}

/* A kernel that contradicts its neighbours is of another phase, or of both. */
static void
test_propagate_confirm(void)
{
	check_confirmed("p", "P");
	check_confirmed("f", ".");
	check_confirmed("f.f", "D.D");
	check_confirmed("P.f.D", "P...D");
	check_confirmed("D.f.f.D", "D.D.D.D");
	check_confirmed("U.f.D", "U...D");
	check_confirmed("p.p.d.d", ".......");
	check_confirmed("p.p.p.pd.d.d.d", "P.P.P.PD.D.D.D");
	check_confirmed("DpdpdpdD", "D......D");
	/* The last layer of prefill computes one token. */
	check_confirmed("P.f.d.d.d.d.f", "P...D.D.D.D.D");
}

int
main(void)
{
	test_annotations();
	test_paths();
	test_gemm();
	test_shapes();
	test_propagate_after();
	test_propagate_between();
	test_propagate_confirm();
	return test_done();
}
