/*
 * Any bytes as the names of an annotation and an operator, and as shapes: its
 * three parts have NULs between. Then the same as cycles, ten bytes each: every
 * one has a phase and a reason, a label that was there stands, and what is
 * selected has the wanted phase.
 */
#include <stdint.h>
#include <stdlib.h>

#include "tools/trace-phase/cycle.h"
#include "tools/trace-phase/phase.h"
#include "tools/trace-phase/phase_decision.h"
#include "tools/trace-phase/rows.h"

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

static struct span
take_part(struct span *rest)
{
	const char *end = rest->n ? memchr(rest->p, '\0', rest->n) : NULL;
	size_t n = end ? (size_t)(end - rest->p) : rest->n;
	struct span part = {rest->p, n};

	rest->p += end ? n + 1 : n;
	rest->n -= end ? n + 1 : n;
	return part;
}

enum { CYCLES = 24, BYTES = 10, STREAMS = 3 };

static struct judged_cycle
make_cycle(const uint8_t *b, size_t n)
{
	struct judged_cycle c = {.gpu = (b[0] & 3) == 3,
	    .stream = b[0] & 3,
	    .parent = b[1] < n ? b[1] : CYCLE_NONE,
	    .level = b[2] & 7,
	    .reps = b[3],
	    .length = 1 + b[4],
	    .runs = b[5] & 15,
	    .coverage = b[6] * 400,
	    .start = b[7],
	    .sum = (int64_t)b[8] << (b[8] & 31),
	    .phase = b[9] < PHASE_OTHER ? (enum phase)b[9] : PHASE_EMPTY};

	c.kernels[b[9] % EVIDENCE_KINDS] = b[8];
	c.why[b[9] % EVIDENCE_KINDS] = span_of("why");
	return c;
}

static void
check_cycles(const uint8_t *p, size_t bytes, bool classic)
{
	struct judged_cycle c[CYCLES];
	enum phase was[CYCLES];
	bool keep[CYCLES];
	size_t n = bytes / BYTES < CYCLES ? bytes / BYTES : CYCLES;

	for (size_t i = 0; i < n; i++) {
		c[i] = make_cycle(p + i * BYTES, n);
		was[i] = c[i].phase;
	}
	judge(c, n, 2, STREAMS + 1, classic);
	for (size_t i = 0; i < n; i++)
		if (c[i].phase == PHASE_EMPTY || (c[i].ours && !*c[i].reason) ||
		    (was[i] > PHASE_UNKNOWN && c[i].phase != was[i]))
			abort();
	if (cycle_select(c, n, 2, STREAMS + 1, PHASE_PREFILL, n & 1, keep) > 2)
		abort();
	for (size_t i = 0; i < n; i++)
		if (keep[i] && c[i].phase != PHASE_PREFILL)
			abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	struct span rest = {(const char *)p, n};
	struct span first = take_part(&rest), second = take_part(&rest);
	int64_t dim[8];

	check_cycles(p, n, false);
	check_cycles(p, n, true);
	if (phase_of_annotations(first) > PHASE_MIXED)
		abort();
	if (tokens_of_gemm(second, rest) < 0)
		abort();
	for (int i = 0; i < 3; i++)
		if (tokens_shape(rest, i, dim, 8) < -1)
			abort();
	return 0;
}
