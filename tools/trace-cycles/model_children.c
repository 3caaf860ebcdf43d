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

/* How many of n kernels are among those of a repeat. */
static uint32_t
count_common(const struct modelling *m, const struct item *v,
    const uint32_t *symbol, uint32_t n)
{
	uint32_t common = 0;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t k = v->start;

		while (k < v->end && m->kernel[k] != symbol[i])
			k++;
		common += k < v->end;
	}
	return common;
}

/* Whether most kernels of an inner loop are in the first repeat of a kind. */
static bool
is_of_kind(const struct modelling *m, const struct model *model,
    const struct loop *l, size_t kind)
{
	const struct place *p = l->place;
	uint32_t n = l->places ? p->end - p->start : 0;

	for (size_t i = 0; i < m->h->items_before && n; i++) {
		const struct item *v = &m->h->item[i];

		if (v->kind == kind && !v->partial)
			return 2 *
			    count_common(m, v, model->symbol + p->start, n) >
			    n;
	}
	return false;
}

/*
 * The number of an inner loop: that of the one known in the parent that is as
 * long and has most of its kernels, or a new one.
 */
static uint32_t
number_loop(const struct modelling *m, const struct model *model,
    const struct loop *l, uint32_t parent)
{
	struct hierarchy *h = m->h;

	for (size_t k = 0; k < h->kinds; k++)
		if (h->kind[k].parent == parent &&
		    h->length[h->kind[k].loop].median == l->median &&
		    is_of_kind(m, model, l, k))
			return h->kind[k].loop;
	return hierarchy_new_loop(h, l->median, false);
}

/* The repeats of inner loops, and of those inside these. */
static int
list_children(struct modelling *m, struct model *model,
    const struct loops *inner, uint32_t parent)
{
	for (size_t i = 0; i < inner->n; i++) {
		const struct loop *l = &inner->loop[i];
		uint32_t number = number_loop(m, model, l, parent);
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

/* Kernels [start, end) of a model that are a faulty repeat of a loop. */
struct faulty {
	uint32_t start, end;
	const struct loop *loop;
};

struct faulty_list {
	struct faulty *list;
	size_t n, cap;
};

static bool
has_kernels_only(const struct loop *l, uint32_t symbol)
{
	for (size_t i = 0; i < l->body.n; i++)
		if (l->body.symbol[i] >= symbol)
			return false;
	return true;
}

/* The repeats that have faults. */
static int
list_faulty_of(struct faulty_list *out, const struct loop *l)
{
	for (size_t k = 0; k < l->places; k++) {
		const struct place *p = &l->place[k];
		struct faulty f = {p->start, p->end, l};

		if (p->faults && p->part == PLACE_WHOLE &&
		    ARRAY_PUSH(out->list, out->n, &out->cap, f))
			return -1;
	}
	return 0;
}

/* Lists those of the innermost loops; `symbol` is the first of no kernel. */
static int
list_faulty(struct faulty_list *out, const struct loops *inner, uint32_t symbol)
{
	for (size_t i = 0; i < inner->n; i++) {
		const struct loop *l = &inner->loop[i];

		if ((has_kernels_only(l, symbol) && list_faulty_of(out, l)) ||
		    list_faulty(out, &l->inner, symbol))
			return -1;
	}
	return 0;
}

static int
compare_faulty(const void *a, const void *b)
{
	const struct faulty *x = a, *y = b;

	return (x->start > y->start) - (x->start < y->start);
}

static int
add_position(struct modelling *m, struct model *to, uint32_t symbol, bool known)
{
	if (ARRAY_PUSH(m->by_inner, m->by_inner_n, &m->by_inner_cap, known))
		return -1;
	return ARRAY_PUSH(to->symbol, to->n, &to->cap, symbol);
}

/* The model with the kernels that loops have in the place of faulty repeats. */
static int
write_corrected(struct modelling *m, const struct model *model,
    const struct faulty_list *faulty, struct model *out)
{
	uint32_t at = 0;

	m->by_inner_n = 0;
	for (size_t i = 0; i <= faulty->n; i++) {
		bool last = i == faulty->n;
		const struct faulty *f = last ? NULL : &faulty->list[i];
		uint32_t to = last ? (uint32_t)model->n : f->start;

		for (; at < to; at++)
			if (add_position(m, out, model->symbol[at], false))
				return -1;
		if (last || f->start < at)
			continue;
		for (size_t k = 0; k < f->loop->body.n; k++)
			if (add_position(m, out,
				f->loop->body.symbol[(f->loop->rotation + k) %
				    f->loop->body.n],
				true))
				return -1;
		at = f->end;
	}
	return 0;
}

/*
 * Few repeats vote on a kernel of a step, but many on one of its layers. So the
 * model becomes what the inner loops say, and is voted on again. Returns 1 if
 * it has changed, 0, or -1: no memory.
 */
static int
correct_inner(
    struct modelling *m, struct model *model, const struct loops *inner)
{
	struct faulty_list faulty = {0};
	struct model out = {0};
	int rc = list_faulty(&faulty, inner, m->symbol);

	if (rc == 0 && faulty.n) {
		qsort(
		    faulty.list, faulty.n, sizeof *faulty.list, compare_faulty);
		rc = write_corrected(m, model, &faulty, &out);
		if (rc == 0)
			rc = model_vote(m, &out);
	}
	free(faulty.list);
	m->by_inner_n = 0;
	if (rc > 0) {
		free(model->symbol);
		model->symbol = out.symbol;
		model->n = out.n;
		model->cap = out.cap;
	} else {
		free(out.symbol);
	}
	return rc;
}

/* Folds the model. Returns 0, or -1: no memory; loops_free frees either way. */
static int
fold_model(
    const struct modelling *m, const struct model *model, struct loops *out)
{
	struct occurrence whole = {.end = (uint32_t)model->n};
	struct sequence text;
	struct loop *loop;
	int rc = sequence_of(&text, model->symbol, model->n);

	*out = (struct loops){0};
	loop = rc ? NULL : loops_add(out, (struct loop){0});
	if (!loop || body_of(&loop->body, &text, 0, (uint32_t)model->n))
		rc = -1;
	if (rc == 0)
		rc = loops_fold_body(loop, m->limits, m->symbol);
	if (rc == 0)
		rc = children_find(loop, &text, &whole);
	sequence_free(&text);
	return rc;
}

int
model_find_children(struct modelling *m, struct model *model, uint32_t kind)
{
	struct loops folded;
	int rc = fold_model(m, model, &folded);

	if (rc == 0)
		rc = correct_inner(m, model, &folded.loop->inner);
	if (rc > 0) {
		loops_free(&folded);
		rc = fold_model(m, model, &folded);
	}
	model->shortest = UINT32_MAX;
	if (rc == 0)
		rc = list_children(m, model, &folded.loop->inner, kind);
	loops_free(&folded);
	return rc;
}
