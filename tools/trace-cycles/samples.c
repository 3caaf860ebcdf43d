#include <stdlib.h>

#include "common/bytes/buf.h"
#include "tools/trace-cycles/prices.h"
#include "tools/trace-cycles/samples.h"

/* The vote of the kernels of a sample on what one column says. */
struct tally {
	uint32_t text;
	size_t lead; /* over all others together */
	size_t cast, same;
};

struct inserted {
	uint32_t position, name;
	uint32_t event;
};

/* What is being gathered from. */
struct source {
	const struct events *events;
	const struct track_sequence *sequence;
	uint32_t number; /* of the cycle */
	const struct cycle *cycle;
};

void
samples_free(struct samples *s)
{
	free(s->sample);
	free(s->fitting);
	free(s->inserted_dur);
	free(s->count);
	free(s->next);
	free(s->tally);
	free(s->inserted);
	positions_free(&s->positions);
	*s = (struct samples){0};
}

static const struct event *
kernel_at(const struct source *from, uint32_t place)
{
	return &from->events->event[from->sequence->kernel[place]];
}

/*
 * The text that more than half of those with one have, if any has so many: each
 * of another text takes one away (Boyer and Moore, "MJRTY: a fast majority vote
 * algorithm", 1981).
 */
static void
vote(struct tally *v, const struct events *e, uint32_t event)
{
	for (int k = 0; k < e->details; k++, v++) {
		uint32_t text = event_detail(e, event, k);

		if (event_text(e, text).n == 0)
			continue;
		if (v->lead == 0)
			v->text = text;
		if (v->text == text)
			v->lead++;
		else
			v->lead--;
	}
}

/* Counts the votes, when the candidates are known. */
static void
count_votes(struct tally *v, const struct events *e, uint32_t event)
{
	for (int k = 0; k < e->details; k++, v++) {
		uint32_t text = event_detail(e, event, k);

		v->cast += event_text(e, text).n > 0;
		v->same += v->lead > 0 && text == v->text;
	}
}

/*
 * What most of n kernels say; nothing if more of those that say something
 * contradict than may be wrong with a repeat.
 */
static uint32_t
elect(const struct tally *v, size_t n)
{
	bool agreed =
	    2 * v->same > n && (v->cast - v->same) * TOLERATED <= v->cast;

	return agreed ? v->text : EVENT_NO_TEXT;
}

static int
add_inserted(struct samples *s, const struct source *from, uint32_t position,
    uint32_t place)
{
	uint32_t event = from->sequence->kernel[place];

	return ARRAY_PUSH(s->inserted, s->inserteds, &s->inserted_cap,
	    (struct inserted){
		position, from->events->event[event].name, event});
}

/* Whether a kernel of a repeat is the one that the root has there. */
static bool
is_fitting(
    const struct source *from, uint32_t position, const struct event *kernel)
{
	return !(position & POSITION_INSERTED) &&
	    kernel->name == kernel_at(from, from->cycle->root + position)->name;
}

/* Counts what fits and lists what does not. */
static int
count_repeat(
    struct samples *s, const struct source *from, const struct visit *v)
{
	if (positions_find(
		&s->positions, &from->sequence->cycles, from->number, *v))
		return -1;
	for (uint32_t i = 0; i < s->positions.n; i++) {
		uint32_t place = v->at.start + i;
		uint32_t position = s->positions.of[i];

		if (!is_fitting(from, position, kernel_at(from, place))) {
			position &= ~POSITION_INSERTED;
			if (add_inserted(s, from, position, place))
				return -1;
			continue;
		}
		vote(s->tally + position * (size_t)from->events->details,
		    from->events, from->sequence->kernel[place]);
		s->count[position]++;
	}
	return 0;
}

/* s->next[position] is where in `fitting` the next duration goes. */
static int
fill_repeat(struct samples *s, const struct source *from, const struct visit *v)
{
	if (positions_find(
		&s->positions, &from->sequence->cycles, from->number, *v))
		return -1;
	for (uint32_t i = 0; i < s->positions.n; i++) {
		const struct event *k = kernel_at(from, v->at.start + i);
		uint32_t position = s->positions.of[i];

		if (!is_fitting(from, position, k))
			continue;
		s->fitting[s->next[position]++] = k->dur;
		count_votes(s->tally + position * (size_t)from->events->details,
		    from->events, from->sequence->kernel[v->at.start + i]);
	}
	return 0;
}

/* Finds each position a place; it is filled then. */
static int
reserve(struct samples *s, uint32_t length)
{
	size_t sum = 0;

	for (uint32_t i = 0; i < length; i++) {
		s->next[i] = sum;
		sum += s->count[i];
	}
	s->fitting = malloc((sum + 1) * sizeof *s->fitting);
	return s->fitting ? 0 : -1;
}

static int
compare_inserted(const void *a, const void *b)
{
	const struct inserted *x = a, *y = b;

	if (x->position != y->position)
		return x->position < y->position ? -1 : 1;
	return (x->name > y->name) - (x->name < y->name);
}

/* Those from `first` on with one position and name, as a sample. */
static size_t
add_inserted_sample(
    struct samples *s, const struct events *events, size_t first)
{
	const struct inserted *x = &s->inserted[first];
	struct sample sample = {
	    .position = x->position, .name = x->name, s->inserted_dur + first};
	struct tally votes[EVENT_DETAILS] = {{0}};

	for (; first + sample.n < s->inserteds &&
	     compare_inserted(x, &x[sample.n]) == 0;
	     sample.n++) {
		sample.dur[sample.n] = events->event[x[sample.n].event].dur;
		vote(votes, events, x[sample.n].event);
	}
	for (size_t i = 0; i < sample.n; i++)
		count_votes(votes, events, x[i].event);
	for (int k = 0; k < events->details; k++)
		sample.detail[k] = elect(&votes[k], sample.n);
	s->sample[s->n++] = sample;
	return first + sample.n;
}

/* Those of the root's kernel. */
static void
add_fitting_sample(struct samples *s, const struct source *from, uint32_t k)
{
	size_t details = (size_t)from->events->details;
	struct sample sample = {.position = k,
	    .name = kernel_at(from, from->cycle->root + k)->name,
	    .dur = s->fitting + s->next[k] - s->count[k],
	    .n = s->count[k]};

	for (size_t i = 0; i < details; i++)
		sample.detail[i] =
		    elect(&s->tally[k * details + i], s->count[k]);
	s->sample[s->n++] = sample;
}

static int
list_samples(struct samples *s, const struct source *from)
{
	const struct cycle *c = from->cycle;
	size_t next = 0;

	if (s->inserteds)
		qsort(s->inserted, s->inserteds, sizeof *s->inserted,
		    compare_inserted);
	s->inserted_dur = malloc((s->inserteds + 1) * sizeof *s->inserted_dur);
	s->sample = malloc((c->length + s->inserteds) * sizeof *s->sample);
	if (!s->inserted_dur || !s->sample)
		return -1;
	for (uint32_t k = 0; k < c->length; k++) {
		if (s->count[k])
			add_fitting_sample(s, from, k);
		while (next < s->inserteds && s->inserted[next].position == k)
			next = add_inserted_sample(s, from->events, next);
	}
	return 0;
}

int
samples_gather(struct samples *s, const struct events *e,
    const struct track_sequence *sequence, uint32_t cycle, bool with_partials)
{
	struct repeat_iterator w =
	    repeats_begin(&sequence->cycles, cycle, with_partials);
	struct source from = {e, sequence, cycle, w.cycle};
	struct visit v;

	*s = (struct samples){.next = calloc(w.cycle->length, sizeof *s->next),
	    .count = calloc(w.cycle->length, sizeof *s->count),
	    .tally = calloc(
		w.cycle->length * (size_t)e->details + 1, sizeof *s->tally)};
	if (!s->next || !s->count || !s->tally)
		return -1;
	while (repeats_next(&w, &v))
		if (count_repeat(s, &from, &v))
			return -1;
	if (reserve(s, w.cycle->length))
		return -1;
	w = repeats_begin(&sequence->cycles, cycle, with_partials);
	while (repeats_next(&w, &v))
		if (fill_repeat(s, &from, &v))
			return -1;
	return list_samples(s, &from);
}
