#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "tools/trace-cycles/alignment.h"
#include "tools/trace-cycles/description.h"
#include "tools/trace-cycles/rotation.h"
#include "tools/trace-cycles/trial.h"

void
trial_bar(struct folding *f, uint64_t key)
{
	ARRAY_PUSH(f->barred, f->bars, &f->bar_cap, key);
}

bool
trial_is_barred(const struct folding *f, uint64_t key)
{
	for (size_t i = 0; i < f->bars; i++)
		if (f->barred[i] == key)
			return true;
	return false;
}

void
trial_free(struct trial *t)
{
	sequence_free(&t->body);
	tandem_arrays_free(&t->arrays);
	tandem_arrays_free(&t->likely);
	free(t->repeats.list);
	*t = (struct trial){0};
}

void
trial_align(struct trial *t, const struct folding *f)
{
	const struct sequence *body = &t->body;

	tandem_arrays_free(&t->arrays);
	alignment_find(&t->arrays, f->text, &body, 1, f->occurrence);
}

/* Cuts what is likely, from where `evidence` says that a repeat begins. */
static void
cut(struct trial *t, const struct folding *f,
    const struct tandem_arrays *evidence, const int64_t *idle)
{
	struct cutting how = {
	    f->text, &t->body, 0, f->is_trace, f->first, f->last};

	free(t->repeats.list);
	t->repeats = (struct occurrences){0};
	rotation_choose(&how.rotation, &how, evidence, idle);
	t->rotation = how.rotation;
	occurrences_find(&t->repeats, &how, &t->likely);
}

void
trial_find_repeats(
    struct trial *t, const struct folding *f, const int64_t *idle)
{
	tandem_arrays_free(&t->likely);
	tandem_arrays_likely(&t->likely, &t->arrays, f->text, &t->body);
	cut(t, f, &t->likely, idle);
}

/* Marks the blocks that are in repeats which do not count, and in no other. */
static void
mark_parted(bool *out, const struct trial *t)
{
	const struct occurrences *o = &t->repeats;

	for (size_t k = 0, i = 0; k < t->likely.blocks; k++) {
		const struct block *b = &t->likely.block[k];
		size_t counted = 0, seen = 0;

		while (i < o->n && o->list[i].end <= b->start)
			i++;
		for (; i + seen < o->n &&
		     o->list[i + seen].start < b->start + b->n;
		     seen++)
			counted += o->list[i + seen].counts;
		out[k] = seen > 0 && counted == 0;
	}
}

void
trial_part_kinds(struct trial *t, const struct folding *f, const int64_t *idle)
{
	struct tandem_arrays rest;
	bool *out;

	if (!occurrences_part_kinds(&t->repeats, f->text))
		return;
	out = xcalloc(t->likely.blocks + 1, sizeof *out);
	mark_parted(out, t);
	tandem_arrays_without(&rest, &t->likely, out);
	cut(t, f, &rest, idle);
	occurrences_part_kinds(&t->repeats, f->text);
	tandem_arrays_free(&rest);
	free(out);
}

bool
trial_has_steps(const struct trial *t, const struct folding *f)
{
	for (size_t i = 0; f->loops && i < t->body.n; i++)
		if (loops_find_step(f->loops, t->body.symbol[i]))
			return true;
	return false;
}

void
trial_run(struct trial *t, const struct folding *f)
{
	t->saved = 0;
	trial_align(t, f);
	trial_find_repeats(t, f, NULL);
	t->holds = occurrences_agree(&t->repeats, f->text, f->is_trace,
	    trial_has_steps(t, f), &t->median);
	if (t->holds)
		t->saved =
		    occurrences_saved(&t->repeats,
			t->body.n > 1 ? f->occurrence : PRICE_OCCURRENCE) -
		    description_price(t->body.symbol, t->body.n);
}

int64_t
trial_kernels_in_repeats(
    const struct sequence *text, const struct sequence *body)
{
	struct cutting how = {.text = text, .body = body};
	struct tandem_arrays arrays;
	int64_t sum = 0;

	alignment_find(&arrays, text, &body, 1, PRICE_OCCURRENCE);
	for (size_t a = 0; a < arrays.n; a++) {
		struct occurrences all;

		how.rotation = arrays.block[arrays.array[a].first].place;
		occurrences_find(&all, &how, &arrays);
		for (size_t i = 0; i < all.n; i++)
			if (all.list[i].counts && all.list[i].array == a)
				sum += sequence_kernels(
				    text, all.list[i].start, all.list[i].end);
		free(all.list);
	}
	tandem_arrays_free(&arrays);
	return sum;
}
