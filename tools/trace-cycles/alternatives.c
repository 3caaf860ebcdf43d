#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-cycles/alternatives.h"

static struct outline
outline_of(uint32_t track, const struct cycle *c, int64_t sum)
{
	return (struct outline){track, c->level, c->length, c->repeats, sum};
}

struct alternative
alternative_of(const struct track_sequences *l, const struct chosen *chosen)
{
	struct alternative s = {
	    .cycle = xmalloc((l->n + chosen->n + 1) * sizeof *s.cycle)};

	for (size_t i = 0; i < l->n; i++) {
		const struct track_sequence *own = &l->sequence[i];

		s.cycle[s.n++] =
		    outline_of(own->track, own->cycles.cycle, own->sum);
	}
	for (size_t i = 0; i < chosen->n; i++) {
		const struct found *f = &chosen->found[i];

		s.cycle[s.n++] =
		    outline_of(f->sequence->track, f->cycle, f->sum);
	}
	return s;
}

struct alternative
alternative_find(
    const struct events *e, const struct sequence_options *how, bool weak)
{
	struct alternative s = {0};
	struct chosen chosen = {0};
	struct track_sequences sequences;

	if (track_sequences_find(&sequences, e, how) == 0) {
		choose_cycles(&sequences, e, weak, &chosen);
		s = alternative_of(&sequences, &chosen);
	}
	free(chosen.found);
	track_sequences_free(&sequences);
	return s;
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
