#include <stdlib.h>

#include "tools/trace-cycles/alternatives.h"

enum { WORTH = 100 /* one part in so many of the kernel time */ };

void
alternative_free(struct alternative *s)
{
	free(s->cycle);
	free(s->sequence);
	*s = (struct alternative){0};
}

static struct outline
outline_of(const struct track_sequences *l, const struct found *f)
{
	const struct track_sequence *sequence = &l->sequence[f->sequence];
	const struct cycle *c = &sequence->cycles.cycle[f->cycle];

	return (struct outline){
	    sequence->track, c->level, c->length, c->repeats, f->sum};
}

int
alternative_of(struct alternative *s, const struct track_sequences *l,
    const struct chosen *chosen)
{
	*s = (struct alternative){
	    .cycle = malloc((chosen->n + 1) * sizeof *s->cycle),
	    .sequence = malloc((l->n + 1) * sizeof *s->sequence)};
	if (!s->cycle || !s->sequence)
		return -1;
	for (; s->n < chosen->n; s->n++)
		s->cycle[s->n] = outline_of(l, &chosen->found[s->n]);
	for (; s->sequences < l->n; s->sequences++)
		s->sequence[s->sequences] = (struct alternative_sequence){
		    l->sequence[s->sequences].track,
		    l->sequence[s->sequences].sum};
	return 0;
}

int
alternative_find(struct alternative *s, const struct events *e,
    const struct sequence_options *how, struct choice choice)
{
	struct chosen chosen = {0};
	struct track_sequences sequences;
	int rc = track_sequences_find(&sequences, e, how);

	*s = (struct alternative){0};
	if (rc == 0)
		rc = choose_cycles(&sequences, e, choice, &chosen) ||
			alternative_of(s, &sequences, &chosen)
		    ? -1
		    : 0;
	free(chosen.found);
	track_sequences_free(&sequences);
	return rc == -1 ? -1 : 0;
}

static bool
is_same(const struct outline *a, const struct outline *b)
{
	return a->track == b->track && a->level == b->level &&
	    a->length == b->length && a->reps == b->reps;
}

static bool
has(const struct alternative *s, const struct outline *wanted)
{
	for (size_t i = 0; i < s->n; i++)
		if (is_same(&s->cycle[i], wanted))
			return true;
	return false;
}

/* The cycle with most time among those of a sequence that the other side lacks.
 */
static struct outline
missing_there(const struct alternative *here, const struct alternative *there,
    uint32_t track)
{
	struct outline best = {0};

	for (size_t i = 0; i < here->n; i++) {
		const struct outline *o = &here->cycle[i];

		if (o->track == track && (!best.reps || o->sum > best.sum) &&
		    !has(there, o))
			best = *o;
	}
	return best;
}

/* Notes a place; that with most kernel time stays. */
static void
note(struct difference *d, uint32_t track, int64_t total, struct outline here,
    struct outline there)
{
	d->places++;
	if (d->places > 1 && total <= d->total)
		return;
	d->track = track;
	d->total = total;
	d->here = here;
	d->there = there;
}

struct difference
alternative_compare(
    const struct alternative *here, const struct alternative *there)
{
	struct difference d = {0};

	for (size_t i = 0; i < there->sequences; i++) {
		const struct alternative_sequence *l = &there->sequence[i];
		struct outline a = missing_there(here, there, l->track);
		struct outline b = missing_there(there, here, l->track);

		if (a.reps || b.reps)
			note(&d, l->track, l->sum, a, b);
	}
	return d;
}

static bool
same_gpu(const struct events *e, uint32_t a, uint32_t b)
{
	return e->track[a].rank == e->track[b].rank &&
	    e->track[a].device == e->track[b].device;
}

/* The outermost cycle of a GPU with most kernels. */
static struct outline
best_of_gpu(const struct events *e, const struct alternative *s, uint32_t track)
{
	struct outline best = {0};

	for (size_t i = 0; i < s->n; i++) {
		const struct outline *o = &s->cycle[i];

		if (o->level == 1 && same_gpu(e, o->track, track) &&
		    o->reps * o->length > best.reps * best.length)
			best = *o;
	}
	return best;
}

/* How many sequences a GPU has. */
static size_t
count_sequences(
    const struct events *e, const struct alternative *s, uint32_t track)
{
	size_t n = 0;

	for (size_t i = 0; i < s->sequences; i++)
		n += same_gpu(e, s->sequence[i].track, track);
	return n;
}

struct difference
alternative_compare_gpus(const struct events *e, const struct alternative *here,
    const struct alternative *there, bool merged_there)
{
	const struct alternative *merged = merged_there ? there : here;
	const struct alternative *single = merged_there ? here : there;
	struct difference d = {0};

	for (size_t i = 0; i < merged->sequences; i++) {
		const struct alternative_sequence *l = &merged->sequence[i];
		struct outline a = best_of_gpu(e, here, l->track);
		struct outline b = best_of_gpu(e, there, l->track);
		bool other = a.reps != b.reps || a.length != b.length;

		if (count_sequences(e, single, l->track) > 1 && other &&
		    (!merged_there || b.sum - a.sum >= l->sum / WORTH))
			note(&d, l->track, l->sum, a, b);
	}
	return d;
}

bool
alternative_has_streams(const struct events *e, const struct alternative *s)
{
	for (size_t i = 0; i < s->sequences; i++)
		if (count_sequences(e, s, s->sequence[i].track) > 1)
			return true;
	return false;
}
