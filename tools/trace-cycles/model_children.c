/*
 * The model is folded like the body of a loop, and what is found becomes items
 * of the loops that are known.
 */
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "tools/trace-cycles/children.h"
#include "tools/trace-cycles/loops.h"
#include "tools/trace-cycles/model_vote.h"
#include "tools/trace-cycles/prices.h"

static bool
has_median(const struct loops *inner, uint32_t kernels)
{
	for (size_t i = 0; i < inner->n; i++)
		if (inner->loop[i].median == kernels)
			return true;
	return false;
}

/*
 * The number of one of some inner loops: that of the one known in the parent
 * that is as long, or nearly and as long as none of the others; or a new one.
 */
static uint32_t
number_loop(struct modelling *m, uint32_t parent, const struct loops *inner,
    uint32_t kernels)
{
	struct hierarchy *h = m->h;
	uint32_t near = ITEM_NONE;

	for (size_t k = 0; k < h->kinds; k++) {
		uint32_t loop = h->kind[k].loop;
		uint32_t median = h->length[loop].median;

		if (h->kind[k].parent != parent)
			continue;
		if (median == kernels)
			return loop;
		if (is_tolerated_length(kernels, median) &&
		    !has_median(inner, median))
			near = loop;
	}
	return near == ITEM_NONE ? hierarchy_new_loop(h, kernels, false) : near;
}

/* The repeats of inner loops, and of those inside these. */
static int
list_children(struct modelling *m, struct model *model,
    const struct loops *inner, uint32_t parent)
{
	for (size_t i = 0; i < inner->n; i++) {
		const struct loop *l = &inner->loop[i];
		uint32_t number = number_loop(m, parent, inner, l->median);
		uint32_t kind = ITEM_NONE;

		if (number == ITEM_NONE)
			return -1;
		m->h->length[number].exact = l->median;
		for (size_t k = 0; k < m->h->kinds; k++)
			if (m->h->kind[k].parent == parent &&
			    m->h->kind[k].loop == number)
				kind = (uint32_t)k;
		if (l->median < model->shortest)
			model->shortest = l->median;
		for (size_t k = 0; k < l->places; k++)
			if (ARRAY_PUSH(model->child, model->children,
				&model->child_cap,
				(struct child){l->place[k].start,
				    l->place[k].end, number,
				    (uint8_t)l->place[k].part}))
				return -1;
		if (list_children(m, model, &l->inner,
			kind == ITEM_NONE ? (uint32_t)m->h->kinds : kind))
			return -1;
	}
	return 0;
}

int
model_find_children(struct modelling *m, struct model *model, uint32_t kind)
{
	struct sequence text;
	struct loops all = {0};
	struct loop *loop = calloc(1, sizeof *loop);
	struct occurrence whole = {.end = (uint32_t)model->n};
	int rc = sequence_of(&text, model->symbol, model->n);

	model->shortest = UINT32_MAX;
	if (rc || !loop || body_of(&loop->body, &text, 0, (uint32_t)model->n))
		rc = -1;
	if (rc == 0)
		rc = loops_fold_body(loop, m->limits, m->symbol);
	if (rc == 0)
		rc = children_find(loop, &text, &whole);
	if (rc == 0)
		rc = list_children(m, model, &loop->inner, kind);
	if (loop) {
		all = (struct loops){.loop = loop, .n = 1};
		loops_free(&all);
	}
	sequence_free(&text);
	return rc;
}
