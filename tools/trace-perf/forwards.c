#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/bytes/pool.h"
#include "tools/trace-perf/forwards.h"

static const char forward_model[] = "convolution_bias";
static const char backward_model[] = "convolution_bias_backward";

struct forwards {
	struct pool *sequences;
	struct pool *texts;             /* keeps what the arguments point to */
	struct argument_texts *forward; /* by the sequence's number */
	size_t n, cap;
};

struct forwards *
forwards_new(void)
{
	struct forwards *p = xcalloc(1, sizeof *p);

	p->sequences = pool_new();
	p->texts = pool_new();
	return p;
}

void
forwards_free(struct forwards *p)
{
	if (!p)
		return;
	pool_free(p->sequences);
	pool_free(p->texts);
	free(p->forward);
	free(p);
}

void
forwards_note(struct forwards *p, struct span model, struct span sequence,
    const struct argument_texts *given)
{
	struct argument_texts kept = *given;
	uint32_t row;

	if (sequence.n == 0 || !span_is(model, forward_model))
		return;
	row = pool_add(p->sequences, sequence);
	pool_keep(p->texts, &kept.dims);
	pool_keep(p->texts, &kept.types);
	pool_keep(p->texts, &kept.values);
	pool_keep(p->texts, &kept.strides);
	if (row == p->n) {
		ARRAY_PUSH(p->forward, p->n, &p->cap, kept);
		return;
	}
	p->forward[row] = kept;
}

void
forwards_replace(const struct forwards *p, struct span model,
    struct span sequence, struct argument_texts *a)
{
	uint32_t row;

	if (!span_is(model, backward_model))
		return;
	row = sequence.n ? pool_find(p->sequences, sequence) : POOL_NONE;
	if (row < p->n)
		*a = p->forward[row];
	else
		a->dims = a->types = a->values = a->strides = span_of("");
}
