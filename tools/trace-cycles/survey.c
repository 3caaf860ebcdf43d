#include <stdlib.h>

#include "tools/trace-cycles/survey.h"

enum { WORTH = 100 /* one part in so many of the kernel time */ };

void
survey_free(struct survey *s)
{
	free(s->cycle);
	free(s->lane);
	*s = (struct survey){0};
}

static struct outline
outline_of(const struct lanes *l, const struct found *f)
{
	const struct lane *lane = &l->lane[f->lane];
	const struct cycle *c = &lane->cycles.cycle[f->cycle];

	return (struct outline){
	    lane->track, c->level, c->length, c->repeats, f->sum};
}

int
survey_answer(
    struct survey *s, const struct lanes *l, const struct chosen *chosen)
{
	*s =
	    (struct survey){.cycle = malloc((chosen->n + 1) * sizeof *s->cycle),
		.lane = malloc((l->n + 1) * sizeof *s->lane)};
	if (!s->cycle || !s->lane)
		return -1;
	for (; s->n < chosen->n; s->n++)
		s->cycle[s->n] = outline_of(l, &chosen->found[s->n]);
	for (; s->lanes < l->n; s->lanes++)
		s->lane[s->lanes] = (struct survey_lane){
		    l->lane[s->lanes].track, l->lane[s->lanes].sum};
	return 0;
}

int
survey_events(struct survey *s, const struct events *e,
    const struct lane_options *how, struct choice choice)
{
	struct chosen chosen = {0};
	struct lanes lanes;
	int rc = lanes_find(&lanes, e, how);

	*s = (struct survey){0};
	if (rc == 0)
		rc = choose_cycles(&lanes, e, choice, &chosen) ||
			survey_answer(s, &lanes, &chosen)
		    ? -1
		    : 0;
	free(chosen.found);
	lanes_free(&lanes);
	return rc == -1 ? -1 : 0;
}

static bool
is_same(const struct outline *a, const struct outline *b)
{
	return a->track == b->track && a->level == b->level &&
	    a->length == b->length && a->reps == b->reps;
}

static bool
has(const struct survey *s, const struct outline *wanted)
{
	for (size_t i = 0; i < s->n; i++)
		if (is_same(&s->cycle[i], wanted))
			return true;
	return false;
}

/* Of a lane's cycles that the other side does not have that with most time. */
static struct outline
missing_there(
    const struct survey *here, const struct survey *there, uint32_t track)
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
survey_compare(const struct survey *here, const struct survey *there)
{
	struct difference d = {0};

	for (size_t i = 0; i < there->lanes; i++) {
		const struct survey_lane *l = &there->lane[i];
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
best_of_gpu(const struct events *e, const struct survey *s, uint32_t track)
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

/* How many lanes a GPU has. */
static size_t
count_lanes(const struct events *e, const struct survey *s, uint32_t track)
{
	size_t n = 0;

	for (size_t i = 0; i < s->lanes; i++)
		n += same_gpu(e, s->lane[i].track, track);
	return n;
}

struct difference
survey_compare_gpus(const struct events *e, const struct survey *here,
    const struct survey *there, bool merged_there)
{
	const struct survey *merged = merged_there ? there : here;
	const struct survey *single = merged_there ? here : there;
	struct difference d = {0};

	for (size_t i = 0; i < merged->lanes; i++) {
		const struct survey_lane *l = &merged->lane[i];
		struct outline a = best_of_gpu(e, here, l->track);
		struct outline b = best_of_gpu(e, there, l->track);
		bool other = a.reps != b.reps || a.length != b.length;

		if (count_lanes(e, single, l->track) > 1 && other &&
		    (!merged_there || b.sum - a.sum >= l->sum / WORTH))
			note(&d, l->track, l->sum, a, b);
	}
	return d;
}

bool
survey_has_streams(const struct events *e, const struct survey *s)
{
	for (size_t i = 0; i < s->lanes; i++)
		if (count_lanes(e, s, s->lane[i].track) > 1)
			return true;
	return false;
}
