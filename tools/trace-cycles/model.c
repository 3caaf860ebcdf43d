#include <stdlib.h>
#include <string.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
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
	if (rc > 0) {
		struct loop_length *l = &h->length[h->kind[kind].loop];

		if (l->model == 0)
			l->model = (uint32_t)model.n;
		l->is_lone = false; /* several steps that are alike */
	}
	free(model.symbol);
	return rc < 0 ? -1 : 0;
}

int
models_find(struct hierarchy *h, bool only_lone, const uint32_t *kernel)
{
	struct modelling m = {.h = h, .kernel = kernel};
	int rc = 0;

	for (uint32_t k = 0; !only_lone && k < h->loops; k++)
		h->length[k].model = 0;
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

/* Of repeats of loops with models, by loop. */
static void
compare_all(struct hierarchy *h, const struct twin *all, size_t n)
{
	for (size_t i = 0, end; i < n; i = end) {
		uint32_t loop = all[i].loop;

		for (end = i; end < n && all[end].loop == loop;)
			end++;
		if (2 * count_twins(all + i, end - i) < end - i)
			h->length[loop].exact = h->length[loop].model;
	}
}

int
models_compare(struct hierarchy *h, const uint32_t *kernel)
{
	struct twin *all = xmalloc((h->n + 1) * sizeof *all);
	size_t n = 0;

	if (!all)
		return -1;
	for (size_t i = 0; i < h->n; i++) {
		const struct item *v = &h->item[i];

		if (v->partial || h->length[v->loop].model == 0)
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
