#include <stdlib.h>
#include <string.h>

#include "common/bytes/buf.h"
#include "common/sequence/hash.h"
#include "tools/trace-cycles/model.h"
#include "tools/trace-cycles/model_vote.h"
#include "tools/trace-cycles/prices.h"

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
		for (size_t k = 0; k < h->n; k++)
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

/* Finds the model of a kind, if most repeats agree. Returns 0, or -1. */
static int
find_model(struct modelling *m, uint32_t kind)
{
	struct hierarchy *h = m->h;
	struct model model = {0};
	int rc;

	m->members = 0;
	for (size_t i = 0; i < h->n; i++)
		if (h->item[i].kind == kind && !h->item[i].partial &&
		    ARRAY_PUSH(m->member, m->members, &m->member_cap, i))
			return -1;
	if (m->members < 2 || are_equal(m))
		return 0;
	rc = model_begin(m, &model) ? -1 : 1;
	for (int i = 0; i < CONSENSUS_ROUNDS && rc > 0; i++)
		rc = model_vote(m, &model);
	if (rc > 0 && know_model(m, &model, &kind))
		rc = -1;
	/* several steps that are alike are lone no more */
	if (rc > 0)
		h->length[h->kind[kind].loop].is_lone = false;
	free(model.symbol);
	return rc < 0 ? -1 : 0;
}

int
models_find(struct hierarchy *h, bool only_lone, const uint32_t *kernel)
{
	struct modelling m = {.h = h, .kernel = kernel};
	int rc = 0;

	if (!only_lone)
		hierarchy_forget_models(h);
	for (uint32_t k = 0; rc == 0 && k < h->kinds; k++)
		if (!only_lone || h->kind[k].is_lone)
			rc = find_model(&m, k);
	modelling_free(&m);
	return rc || hierarchy_order(h) ? -1 : 0;
}

/* A repeat by its loop and its kernels. */
struct twin {
	uint32_t loop;
	struct hashed item;
};

static int
compare(const void *a, const void *b)
{
	const struct twin *x = a, *y = b;

	if (x->loop != y->loop)
		return x->loop < y->loop ? -1 : 1;
	return hashed_compare(&x->item, &y->item);
}

/* How many of n repeats, all of one loop and by hash, are equal to another. */
static size_t
count_twins(const struct twin *all, size_t n)
{
	size_t twins = 0;

	for (size_t i = 0; i < n; i++)
		twins += (i && all[i - 1].item.hash == all[i].item.hash) ||
		    (i + 1 < n && all[i + 1].item.hash == all[i].item.hash);
	return twins;
}

/* The model of a loop, or NULL. */
static const struct consensus *
model_of(const struct hierarchy *h, uint32_t loop)
{
	for (size_t k = 0; k < h->models; k++)
		if (h->model[k].loop == loop)
			return &h->model[k];
	return NULL;
}

/* Of repeats of loops with models, by loop. */
static void
compare_all(struct hierarchy *h, const struct twin *all, size_t n)
{
	for (size_t i = 0, end; i < n; i = end) {
		uint32_t loop = all[i].loop;

		for (end = i; end < n && all[end].loop == loop;)
			end++;
		if (2 * count_twins(all + i, end - i) < end - i)
			h->length[loop].exact = (uint32_t)model_of(h, loop)->n;
	}
}

int
models_compare(struct hierarchy *h, const uint32_t *kernel)
{
	struct twin *all = malloc((h->n + 1) * sizeof *all);
	size_t n = 0;

	if (!all)
		return -1;
	for (size_t i = 0; i < h->n; i++) {
		const struct item *v = &h->item[i];

		if (v->partial || !model_of(h, v->loop))
			continue;
		all[n++] = (struct twin){v->loop,
		    {hash_symbols(HASH_START, kernel + v->start, length_of(v)),
			i}};
	}
	if (n)
		qsort(all, n, sizeof *all, compare);
	compare_all(h, all, n);
	free(all);
	return 0;
}
