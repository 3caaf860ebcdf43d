#include <stdlib.h>

#include "common/bytes/buf.h"
#include "tools/trace-cycles/samples.h"

struct inserted {
	uint32_t position, name;
	int64_t dur;
};

/* What is being gathered from. */
struct source {
	const struct events *events;
	const struct lane *lane;
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
	free(s->inserted);
	positions_free(&s->positions);
	*s = (struct samples){0};
}

static const struct event *
kernel_at(const struct source *from, uint32_t place)
{
	return &from->events->event[from->lane->kernel[place]];
}

static int
add_inserted(struct samples *s, uint32_t position, const struct event *v)
{
	struct inserted *grown = array_grow(
	    s->inserted, &s->inserted_cap, s->inserteds + 1, sizeof *grown);

	if (!grown)
		return -1;
	s->inserted = grown;
	s->inserted[s->inserteds++] =
	    (struct inserted){position, v->name, v->dur};
	return 0;
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
		&s->positions, &from->lane->cycles, from->number, *v))
		return -1;
	for (uint32_t i = 0; i < s->positions.n; i++) {
		const struct event *k = kernel_at(from, v->at.start + i);
		uint32_t position = s->positions.of[i];

		if (is_fitting(from, position, k))
			s->count[position]++;
		else if (add_inserted(s, position & ~POSITION_INSERTED, k))
			return -1;
	}
	return 0;
}

/* s->next[position] is where in `fitting` the next duration goes. */
static int
fill_repeat(struct samples *s, const struct source *from, const struct visit *v)
{
	if (positions_find(
		&s->positions, &from->lane->cycles, from->number, *v))
		return -1;
	for (uint32_t i = 0; i < s->positions.n; i++) {
		const struct event *k = kernel_at(from, v->at.start + i);
		uint32_t position = s->positions.of[i];

		if (is_fitting(from, position, k))
			s->fitting[s->next[position]++] = k->dur;
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
add_inserted_sample(struct samples *s, size_t first)
{
	const struct inserted *x = &s->inserted[first];
	size_t n = 0;

	for (; first + n < s->inserteds; n++) {
		if (compare_inserted(x, &s->inserted[first + n]))
			break;
		s->inserted_dur[first + n] = s->inserted[first + n].dur;
	}
	s->sample[s->n++] =
	    (struct sample){x->position, x->name, s->inserted_dur + first, n};
	return first + n;
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
			s->sample[s->n++] = (struct sample){k,
			    kernel_at(from, c->root + k)->name,
			    s->fitting + s->next[k] - s->count[k], s->count[k]};
		while (next < s->inserteds && s->inserted[next].position == k)
			next = add_inserted_sample(s, next);
	}
	return 0;
}

int
samples_gather(struct samples *s, const struct events *e,
    const struct lane *lane, uint32_t cycle, bool with_partials)
{
	struct walk w = walk_begin(&lane->cycles, cycle, with_partials);
	struct source from = {e, lane, cycle, w.cycle};
	struct visit v;

	*s = (struct samples){.next = calloc(w.cycle->length, sizeof *s->next),
	    .count = calloc(w.cycle->length, sizeof *s->count)};
	if (!s->next || !s->count)
		return -1;
	while (walk_next(&w, &v))
		if (count_repeat(s, &from, &v))
			return -1;
	if (reserve(s, w.cycle->length))
		return -1;
	w = walk_begin(&lane->cycles, cycle, with_partials);
	while (walk_next(&w, &v))
		if (fill_repeat(s, &from, &v))
			return -1;
	return list_samples(s, &from);
}
