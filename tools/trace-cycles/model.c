#include <stdlib.h>
#include <string.h>

#include "common/bytes/buf.h"
#include "tools/trace-cycles/hash.h"
#include "tools/trace-cycles/model.h"
#include "tools/trace-cycles/model_vote.h"
#include "tools/trace-cycles/numbers.h"
#include "tools/trace-cycles/prices.h"

static bool
is_equal(
    const struct modelling *m, const struct model *model, const struct item *v)
{
	return length_of(v) == model->n &&
	    memcmp(m->kernel + v->start, model->symbol,
		model->n * sizeof *model->symbol) == 0;
}

/* Whether as much as an inner repeat is missing or too many in one place. */
static bool
differs_by_child(
    const struct modelling *m, const struct model *model, uint32_t n)
{
	uint32_t most = model->shortest / 2, at = 0, missing = 0;

	most = most < TOLERATED ? TOLERATED : most;
	for (size_t i = 0; i <= model->n; i++) {
		uint32_t to = i == model->n ? n : m->place[i];

		missing = to == ALIGN_NONE ? missing + 1 : 0;
		if (missing > most || (to != ALIGN_NONE && to - at > most))
			return true;
		at = to == ALIGN_NONE ? at : to + 1;
	}
	return false;
}

/* Where a repeat has an inner one; false if most of that is missing. */
static bool
place_child(const struct modelling *m, const struct child *c,
    const struct item *v, struct item *out)
{
	uint32_t first = ALIGN_NONE, last = 0, same = 0;

	for (uint32_t i = c->start; i < c->end; i++) {
		if (m->place[i] == ALIGN_NONE)
			continue;
		first = first == ALIGN_NONE ? m->place[i] : first;
		last = m->place[i];
		same++;
	}
	if (2 * same <= c->end - c->start)
		return false;
	*out = (struct item){.start = v->start + first,
	    .end = v->start + last + 1,
	    .faults = c->end - c->start - same,
	    .loop = c->loop,
	    .part = c->part};
	return true;
}

/* Replaces what is in a repeat by what the model has. */
static int
replace(struct modelling *m, const struct model *model, size_t item)
{
	struct hierarchy *h = m->h;
	struct item v = h->item[item], inner;

	for (size_t i = item + 1;
	     i < h->items_before && h->item[i].end <= v.end; i++)
		h->item[i].loop = ITEM_DROPPED;
	h->item[item].faults = model_differences(m, model, length_of(&v));
	for (size_t i = 0; i < model->children; i++)
		if (place_child(m, &model->child[i], &v, &inner) &&
		    ARRAY_PUSH(h->item, h->n, &h->cap, inner))
			return -1;
	return 0;
}

static bool
are_equal(const struct modelling *m)
{
	const struct item *first = &m->h->item[m->member[0]];

	for (size_t i = 1; i < m->members; i++) {
		const struct item *v = &m->h->item[m->member[i]];

		if (length_of(v) != length_of(first) ||
		    memcmp(m->kernel + v->start, m->kernel + first->start,
			length_of(v) * sizeof *m->kernel) != 0)
			return false;
	}
	return true;
}

/*
 * How many repeats are equal to another one, or -1: no memory. Faults come at
 * random; what comes again is a variant.
 */
static int64_t
count_twins(const struct modelling *m)
{
	uint64_t *hash = malloc((m->members + 1) * sizeof *hash);
	int64_t twins = 0;

	if (!hash)
		return -1;
	for (size_t i = 0; i < m->members; i++) {
		const struct item *v = &m->h->item[m->member[i]];

		hash[i] = hash_symbols(
		    HASH_START, m->kernel + v->start, length_of(v));
	}
	qsort(hash, m->members, sizeof *hash, numbers_compare_64);
	for (size_t i = 0; i < m->members; i++)
		twins += (i && hash[i - 1] == hash[i]) ||
		    (i + 1 < m->members && hash[i + 1] == hash[i]);
	free(hash);
	return twins;
}

/*
 * If fewer than half have a twin, the length is that of the model, not the
 * median one, which would be that of a variant.
 */
static int
note_length(struct modelling *m, const struct model *model, uint32_t loop)
{
	struct loop_length *length = &m->h->length[loop];
	int64_t twins = count_twins(m), members = (int64_t)m->members;

	if (twins < 0)
		return -1;
	if (2 * twins < members)
		length->exact = (uint32_t)model->n;
	length->is_noisy = TOLERATED * twins < members;
	/* several steps that are alike are lone no more */
	length->is_lone = false;
	return 0;
}

/* Each repeat that is like the model. */
static int
replace_all(struct modelling *m, const struct model *model)
{
	for (size_t i = 0; i < m->members; i++) {
		const struct item *v = &m->h->item[m->member[i]];
		uint32_t n = length_of(v);
		int rc = 1;

		if (is_equal(m, model, v))
			for (uint32_t k = 0; k < n; k++)
				m->place[k] = k;
		else
			rc = model_align(m, model, v);
		if (rc > 0 && !differs_by_child(m, model, n))
			rc = replace(m, model, m->member[i]);
		if (rc < 0)
			return -1;
	}
	return 0;
}

/* Takes the place of a model that is known and nearly the same, or is added. */
static int
know_model(struct modelling *m, struct model *model, uint32_t *kind)
{
	struct hierarchy *h = m->h;
	uint32_t parent = h->kind[*kind].parent, loop = h->kind[*kind].loop;
	uint32_t most = (uint32_t)model->n / TOLERATED_ALONE;
	struct consensus own = {NULL, model->n, loop, parent};

	for (size_t i = 0; i < h->models; i++) {
		const struct consensus *c = &h->model[i];
		int rc = 0;

		if (c->parent == parent)
			rc = model_align_symbols(
			    m, model, c->symbol, c->n, most);
		if (rc < 0)
			return -1;
		if (rc == 0)
			continue;
		for (size_t k = 0; k < h->items_before; k++)
			if (h->item[k].kind == *kind)
				h->item[k].loop = c->loop;
		for (size_t k = 0; k < h->kinds; k++)
			if (h->kind[k].loop == c->loop &&
			    h->kind[k].parent == parent)
				*kind = (uint32_t)k;
		return model_set(model, c->symbol, c->n);
	}
	own.symbol = malloc((model->n + 1) * sizeof *own.symbol);
	if (!own.symbol)
		return -1;
	memcpy(own.symbol, model->symbol, model->n * sizeof *own.symbol);
	if (ARRAY_PUSH(h->model, h->models, &h->model_cap, own)) {
		free(own.symbol);
		return -1;
	}
	return 0;
}

/*
 * Returns 1 if a kind has a model or needs none, 0 if what is inside may have
 * one, or -1: no memory.
 */
static int
apply(struct modelling *m, uint32_t kind)
{
	struct hierarchy *h = m->h;
	struct model model = {0};
	int rc;

	m->members = 0;
	for (size_t i = 0; i < h->items_before; i++)
		if (h->item[i].kind == kind && !h->item[i].partial &&
		    ARRAY_PUSH(m->member, m->members, &m->member_cap, i))
			return -1;
	if (m->members < 2 || are_equal(m))
		return 1;
	rc = model_begin(m, &model) ? -1 : 1;
	for (int i = 0; i < CONSENSUS_ROUNDS && rc > 0; i++)
		rc = model_vote(m, &model);
	if (rc > 0 && know_model(m, &model, &kind))
		rc = -1;
	if (rc > 0 && model_find_children(m, &model, kind))
		rc = -1;
	if (rc > 0 && m->use != MODEL_LENGTHS_ONLY && replace_all(m, &model))
		rc = -1;
	if (rc > 0 && note_length(m, &model, h->kind[kind].loop))
		rc = -1;
	free(model.symbol);
	free(model.child);
	return rc;
}

/* Kinds that are not in one with a model; parents come first. */
static int
apply_all(struct modelling *m)
{
	struct hierarchy *h = m->h;
	bool *done = calloc(h->kinds + 1, sizeof *done);
	int rc = done ? 0 : -1;

	for (uint32_t k = 0; rc >= 0 && k < h->kinds; k++) {
		uint32_t parent = h->kind[k].parent;

		done[k] = parent != ITEM_NONE && done[parent];
		if (done[k] ||
		    (m->use == MODEL_LONE_STEPS && !h->kind[k].is_lone))
			continue;
		rc = apply(m, k);
		done[k] = rc > 0;
	}
	free(done);
	return rc < 0 ? -1 : 0;
}

int
models_apply(struct hierarchy *h, enum model_use use, const uint32_t *kernel,
    size_t n, const struct cycle_limits *limits)
{
	struct modelling m = {
	    .h = h, .use = use, .kernel = kernel, .limits = limits};
	int rc;

	for (size_t i = 0; i < n; i++)
		m.symbol = kernel[i] >= m.symbol ? kernel[i] + 1 : m.symbol;
	if (use != MODEL_LONE_STEPS)
		hierarchy_forget_models(h);
	h->items_before = h->n;
	rc = apply_all(&m) || hierarchy_order(h) ? -1 : 0;
	modelling_free(&m);
	return rc;
}
