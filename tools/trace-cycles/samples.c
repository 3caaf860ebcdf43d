#include <stdlib.h>

#include "common/bytes/buf.h"
#include "tools/trace-cycles/samples.h"

struct stray {
	uint32_t position, name;
	int64_t dur;
};

/* What is being gathered from. */
struct source {
	const struct events *events;
	const struct lane *lane;
	const struct cycle *cycle;
	size_t most; /* repeats */
};

void
samples_free(struct samples *s)
{
	free(s->sample);
	free(s->fitting);
	free(s->straying);
	free(s->count);
	free(s->stray);
	free(s->position);
	carry_free(&s->carrier);
	*s = (struct samples){0};
}

static const struct event *
kernel_at(const struct source *from, uint32_t place)
{
	return &from->events->event[from->lane->kernel[place]];
}

static void
add_fitting(struct samples *s, const struct source *from, uint32_t position,
    const struct event *v)
{
	size_t base = position * from->most;

	s->fitting[base + s->count[position]++] = v->dur;
}

static int
add_stray(struct samples *s, uint32_t position, const struct event *v)
{
	struct stray *grown =
	    array_grow(s->stray, &s->stray_cap, s->strays + 1, sizeof *grown);

	if (!grown)
		return -1;
	s->stray = grown;
	s->stray[s->strays++] = (struct stray){position, v->name, v->dur};
	return 0;
}

static int
gather_repeat(
    struct samples *s, const struct source *from, const struct occurrence *o)
{
	uint32_t root = from->cycle->root, n = o->at.end - o->at.start, *grown;
	struct repeat part = {root + o->from, root + o->to};

	if (carry_begin(&s->carrier, &from->lane->cycles.text, part, o->at))
		return -1;
	grown =
	    array_grow(s->position, &s->position_cap, n, sizeof *s->position);
	if (!grown)
		return -1;
	s->position = grown;
	carry_positions(&s->carrier, s->position);
	for (uint32_t i = 0; i < n; i++) {
		const struct event *v = kernel_at(from, o->at.start + i);
		uint32_t position = s->position[i] + o->from;

		if (!(position & CARRY_STRAY) &&
		    v->name == kernel_at(from, root + position)->name)
			add_fitting(s, from, position, v);
		else if (add_stray(s, position & ~CARRY_STRAY, v))
			return -1;
	}
	return 0;
}

static int
compare_strays(const void *a, const void *b)
{
	const struct stray *x = a, *y = b;

	if (x->position != y->position)
		return x->position < y->position ? -1 : 1;
	return (x->name > y->name) - (x->name < y->name);
}

/* Strays from `first` on with one position and name, as a sample. */
static size_t
add_stray_sample(struct samples *s, size_t first)
{
	const struct stray *stray = &s->stray[first];
	size_t n = 0;

	for (; first + n < s->strays; n++) {
		if (compare_strays(stray, &s->stray[first + n]))
			break;
		s->straying[first + n] = s->stray[first + n].dur;
	}
	s->sample[s->n++] = (struct sample){
	    stray->position, stray->name, s->straying + first, n};
	return first + n;
}

static int
list_samples(struct samples *s, const struct source *from)
{
	const struct cycle *c = from->cycle;
	size_t next = 0;

	if (s->strays)
		qsort(s->stray, s->strays, sizeof *s->stray, compare_strays);
	s->straying = malloc((s->strays + 1) * sizeof *s->straying);
	s->sample = malloc((c->length + s->strays) * sizeof *s->sample);
	if (!s->straying || !s->sample)
		return -1;
	for (uint32_t k = 0; k < c->length; k++) {
		if (s->count[k])
			s->sample[s->n++] = (struct sample){k,
			    kernel_at(from, c->root + k)->name,
			    s->fitting + k * from->most, s->count[k]};
		while (next < s->strays && s->stray[next].position == k)
			next = add_stray_sample(s, next);
	}
	return 0;
}

int
samples_gather(struct samples *s, const struct events *e,
    const struct lane *lane, struct walk w)
{
	struct source from = {e, lane, w.cycle, walk_length(&w)};
	struct occurrence o;

	*s = (struct samples){0};
	s->fitting = malloc(w.cycle->length * from.most * sizeof *s->fitting);
	s->count = calloc(w.cycle->length, sizeof *s->count);
	if (!s->fitting || !s->count)
		return -1;
	while (walk_next(&w, &o))
		if (gather_repeat(s, &from, &o))
			return -1;
	return list_samples(s, &from);
}
