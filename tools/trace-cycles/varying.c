#include "tools/trace-cycles/varying.h"
#include "tools/trace-cycles/prices.h"

static bool
is_whole_number_of(uint32_t kernels, uint32_t inner)
{
	return kernels >= inner && kernels % inner == 0;
}

/* The first repeat that does not start before a symbol. */
static size_t
first_from(const struct occurrences *all, uint32_t symbol)
{
	size_t low = 0, high = all->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (all->list[middle].start < symbol)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Whether the symbols [from, to) are repeats one after the other. */
static bool
is_row_of(const struct occurrences *all, uint32_t from, uint32_t to)
{
	uint32_t at = from;

	for (size_t i = first_from(all, from); i < all->n && at < to; i++) {
		if (!all->list[i].counts || all->list[i].start != at)
			return false;
		at = all->list[i].end;
	}
	return at == to && from < to;
}

static bool
has_edge_at(const struct occurrences *all, uint32_t symbol)
{
	size_t i = first_from(all, symbol);

	return (i < all->n && all->list[i].counts &&
		   all->list[i].start == symbol) ||
	    (i > 0 && all->list[i - 1].counts &&
		all->list[i - 1].end == symbol);
}

/*
 * A repeat whose only fault is the number of inner repeats; an end that it
 * lacks is missing where one of these begins or ends.
 */
static bool
differs_by(const struct occurrence *o, const struct trial *t,
    const struct trial *inner, const struct sequence *text)
{
	uint32_t kernels = body_kernels(&t->body);
	uint32_t there = sequence_kernels(text, o->start, o->end);
	uint32_t off = there > kernels ? there - kernels : kernels - there;

	if (o->faults != off || !is_whole_number_of(off, inner->median))
		return false;
	return (o->from == 0 || has_edge_at(&inner->repeats, o->start)) &&
	    (o->to == kernels || has_edge_at(&inner->repeats, o->end));
}

/* Whether the numbers of inner repeats vary: once is enough. */
static bool
numbers_vary(const struct trial *t, const struct trial *inner,
    const struct sequence *text)
{
	for (size_t i = 0; i < t->repeats.n; i++) {
		const struct occurrence *o = &t->repeats.list[i];

		if (differs_by(o, t, inner, text) ||
		    (!o->counts &&
			is_row_of(&inner->repeats, o->start, o->end)))
			return true;
	}
	return false;
}

/* Whether the loop inside is better: 1, 0, or -1: no memory. */
static int
try_inside(const struct trial *t, struct trial *inner, const struct folding *f)
{
	if (inner->body.n < 2 || trial_is_barred(f, inner->key))
		return 0;
	if (trial_run(inner, f))
		return -1;
	return inner->saved > 0 && numbers_vary(t, inner, f->text);
}

/* Returns 1 if the trial was replaced, 0, or -1: no memory. */
static int
go_inside(struct trial *t, const struct folding *f)
{
	struct sequence text;
	/* a row of two may be short; what it saves is asked of the text */
	struct folding inside = {
	    .text = &text, .limits = f->limits, .occurrence = SCORE_SYMBOL};
	struct trial inner = {0};
	int rc = sequence_of_body(&text, &t->body, t->rotation, 1);

	if (rc == 0)
		rc = trial_best(&inner, &inside);
	if (rc == 0)
		rc = try_inside(t, &inner, f);
	if (rc > 0) {
		struct trial outer = *t;

		*t = inner;
		inner = outer;
	}
	trial_free(&inner);
	sequence_free(&text);
	return rc;
}

int
varying_go_inside(struct trial *t, const struct folding *f)
{
	int rc = 1;

	while (rc > 0)
		rc = go_inside(t, f);
	return rc;
}
