#include <stdlib.h>
#include <string.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/sequence/numbers.h"
#include "tools/trace-cycles/model_vote.h"
#include "tools/trace-cycles/prices.h"

void
modelling_free(struct modelling *m)
{
	edits_free(&m->edits);
	free(m->both);
	free(m->place);
	free(m->vote);
	free(m->matched);
	free(m->member);
}

static uint32_t
differences(const struct modelling *m, const struct model *model, uint32_t n)
{
	uint32_t same = 0, most = n > model->n ? n : (uint32_t)model->n;

	for (size_t i = 0; i < model->n; i++)
		same += m->place[i] != EDITS_NONE;
	return most - same;
}

/*
 * Aligns a repeat with the model: 1, with m->place; 0 if it has more
 * differences than repeats may have; or -1: no memory.
 */
static int
align_repeat(
    struct modelling *m, const struct model *model, const struct item *v)
{
	uint32_t n = length_of(v), most = tolerated_faults((uint32_t)model->n);
	struct text text;
	int rc = -1;

	if (n > model->n + most || model->n > n + most)
		return 0;
	if (ARRAY_RESERVE(m->both, &m->both_cap, model->n + n) ||
	    ARRAY_RESERVE(m->place, &m->place_cap, model->n + 1))
		return -1;
	memcpy(m->both, model->symbol, model->n * sizeof *m->both);
	memcpy(m->both + model->n, m->kernel + v->start, n * sizeof *m->both);
	if (text_init(&text, m->both, model->n + n) == 0)
		rc = edits_find(&m->edits, &text, 0, model->n, model->n, n,
		    2 * most, m->place);
	text_free(&text);
	return rc > 0 ? differences(m, model, n) <= most : rc;
}

static int
take_votes(struct modelling *m, const struct model *model, const struct item *v)
{
	uint32_t at = 0, n = length_of(v);

	for (uint32_t i = 0; i <= model->n; i++) {
		uint32_t to = i == model->n ? n : m->place[i], first = at;

		if (to == EDITS_NONE)
			continue;
		for (; at < to; at++)
			if (ARRAY_PUSH(m->vote, m->votes, &m->vote_cap,
				(struct vote){
				    i, at - first, m->kernel[v->start + at]}))
				return -1;
		at = to + 1;
		if (i < model->n)
			m->matched[i]++;
	}
	return 0;
}

static int
compare_votes(const void *a, const void *b)
{
	const struct vote *x = a, *y = b;

	if (x->position != y->position)
		return x->position < y->position ? -1 : 1;
	if (x->offset != y->offset)
		return x->offset < y->offset ? -1 : 1;
	return (x->symbol > y->symbol) - (x->symbol < y->symbol);
}

/*
 * The model with what at least half of the voters have: two of four lose the
 * same kernel by chance more often than two have the same stray one. Where one
 * half has another kernel than the other half, the model keeps its own.
 */
static int
count_votes(struct modelling *m, struct model *model, size_t voters)
{
	struct model next = {0};
	size_t k = 0, end;
	uint32_t tied = 0; /* positions before that half of the voters lack */

	if (m->votes)
		qsort(m->vote, m->votes, sizeof *m->vote, compare_votes);
	for (uint32_t i = 0; i <= model->n; i++) {
		for (; k < m->votes && m->vote[k].position == i; k = end) {
			for (end = k; end < m->votes &&
			     compare_votes(&m->vote[k], &m->vote[end]) == 0;)
				end++;
			if (2 * (end - k) >=
				voters + (m->vote[k].offset < tied) &&
			    ARRAY_PUSH(next.symbol, next.n, &next.cap,
				m->vote[k].symbol))
				goto failed;
		}
		if (i < model->n && 2 * m->matched[i] >= voters &&
		    ARRAY_PUSH(
			next.symbol, next.n, &next.cap, model->symbol[i]))
			goto failed;
		tied = 2 * m->matched[i] == voters ? tied + 1 : 0;
	}
	free(model->symbol);
	*model = next;
	return 0;
failed:
	free(next.symbol);
	return -1;
}

int
model_vote(struct modelling *m, struct model *model)
{
	size_t step = m->members / MODEL_VOTERS + 1, voters = 0, asked = 0;

	if (ARRAY_RESERVE(m->matched, &m->matched_cap, model->n + 1))
		return -1;
	memset(m->matched, 0, (model->n + 1) * sizeof *m->matched);
	m->votes = 0;
	for (size_t i = 0; i < m->members; i += step, asked++) {
		const struct item *v = &m->h->item[m->member[i]];
		int rc = align_repeat(m, model, v);

		if (rc > 0 && take_votes(m, model, v))
			rc = -1;
		if (rc < 0)
			return -1;
		voters += (size_t)rc;
	}
	if (4 * voters < 3 * asked || voters < 3)
		return 0;
	return count_votes(m, model, voters) ? -1 : 1;
}

int
model_begin(struct modelling *m, struct model *model)
{
	uint64_t *key = xmalloc((m->members + 1) * sizeof *key);
	const struct item *v;

	if (!key)
		return -1;
	for (size_t i = 0; i < m->members; i++)
		key[i] =
		    (uint64_t)length_of(&m->h->item[m->member[i]]) << 32 | i;
	qsort(key, m->members, sizeof *key, numbers_compare_64);
	v = &m->h->item[m->member[key[m->members / 2] & UINT32_MAX]];
	free(key);
	if (ARRAY_RESERVE(model->symbol, &model->cap, length_of(v)))
		return -1;
	model->n = length_of(v);
	memcpy(model->symbol, m->kernel + v->start,
	    model->n * sizeof *model->symbol);
	return 0;
}
