#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-cycles/alternatives.h"
#include "tools/trace-cycles/step_kinds.h"

enum { WORTH = 100 /* one part in so many of the kernel time */ };

static struct outline
outline_of(const struct track_sequence *l, uint32_t cycle, int64_t sum,
    uint32_t step_kind)
{
	const struct cycle *c = &l->cycles.cycle[cycle];

	return (struct outline){
	    l->track, c->level, c->length, c->repeats, sum, step_kind};
}

void
alternative_of(struct alternative *s, const struct track_sequences *l,
    const struct chosen *chosen)
{
	*s = (struct alternative){
	    .cycle = xmalloc((l->n + chosen->n + 1) * sizeof *s->cycle)};
	for (size_t i = 0; i < l->n; i++)
		s->cycle[s->n++] =
		    outline_of(&l->sequence[i], 0, l->sequence[i].sum, 0);
	for (size_t i = 0; i < chosen->n; i++) {
		const struct found *f = &chosen->found[i];

		s->cycle[s->n++] = outline_of(
		    &l->sequence[f->sequence], f->cycle, f->sum, f->step_kind);
	}
}

void
alternative_find(struct alternative *s, const struct events *e,
    const struct sequence_options *how, struct choice choice)
{
	struct chosen chosen = {0};
	struct track_sequences sequences;

	*s = (struct alternative){0};
	if (track_sequences_find(&sequences, e, how) == 0) {
		choose_cycles(&sequences, e, choice, &chosen);
		step_kinds_find(&sequences, e, &chosen);
		alternative_of(s, &sequences, &chosen);
	}
	free(chosen.found);
	track_sequences_free(&sequences);
}

static bool
has(const struct alternative *s, const struct outline *wanted)
{
	for (size_t i = 0; i < s->n; i++) {
		const struct outline *o = &s->cycle[i];

		if (o->track == wanted->track && o->level == wanted->level &&
		    o->length == wanted->length && o->reps == wanted->reps)
			return true;
	}
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

		if (o->level > 0 && o->track == track &&
		    (!best.reps || o->sum > best.sum) && !has(there, o))
			best = *o;
	}
	return best;
}

/* Notes a place; that with most kernel time stays. */
static void
note(struct difference *d, const struct outline *place, struct outline here,
    struct outline there)
{
	if (d->places == 0 || place->sum > d->total)
		*d = (struct difference){
		    d->places, place->track, place->sum, here, there};
	d->places++;
}

struct difference
alternative_compare(
    const struct alternative *here, const struct alternative *there)
{
	struct difference d = {0};

	for (size_t i = 0; i < there->n && there->cycle[i].level == 0; i++) {
		const struct outline *l = &there->cycle[i];
		struct outline a = missing_there(here, there, l->track);
		struct outline b = missing_there(there, here, l->track);

		if (a.reps || b.reps)
			note(&d, l, a, b);
	}
	return d;
}

/* The step of a GPU. */
static struct outline
step_of_gpu(const struct events *e, const struct alternative *s, uint32_t track)
{
	struct outline best = {0};

	for (size_t i = 0; i < s->n; i++) {
		const struct outline *o = &s->cycle[i];

		if (o->level == 1 && event_same_gpu(e, o->track, track) &&
		    o->step_kind &&
		    (!best.reps || o->step_kind < best.step_kind))
			best = *o;
	}
	return best;
}

/* Whether a GPU has several sequences. */
static bool
is_divided(const struct events *e, const struct alternative *s, uint32_t track)
{
	size_t n = 0;

	for (size_t i = 0; i < s->n && s->cycle[i].level == 0; i++)
		n += event_same_gpu(e, s->cycle[i].track, track);
	return n > 1;
}

struct difference
alternative_compare_gpus(const struct events *e, const struct alternative *here,
    const struct alternative *there, bool merged_there)
{
	const struct alternative *merged = merged_there ? there : here;
	const struct alternative *single = merged_there ? here : there;
	struct difference d = {0};

	for (size_t i = 0; i < merged->n && merged->cycle[i].level == 0; i++) {
		const struct outline *l = &merged->cycle[i];
		struct outline a = step_of_gpu(e, here, l->track);
		struct outline b = step_of_gpu(e, there, l->track);
		bool other = a.reps != b.reps || a.length != b.length;

		if (other && is_divided(e, single, l->track) &&
		    (!merged_there || b.sum - a.sum >= l->sum / WORTH))
			note(&d, l, a, b);
	}
	return d;
}

bool
alternative_has_streams(const struct events *e, const struct alternative *s)
{
	for (size_t i = 0; i < s->n && s->cycle[i].level == 0; i++)
		if (is_divided(e, s, s->cycle[i].track))
			return true;
	return false;
}
