#include <stdlib.h>

#include "tools/trace-cycles/positions.h"
#include "tools/trace-cycles/prices.h"
#include "tools/trace-cycles/samples.h"

struct sampled {
	uint32_t position;
	uint32_t other; /* 0 for the root's kernel, else the name + 1 */
	uint32_t event;
};

/* Kernels of the root come before others at their position. */
static size_t
bucket_of(const struct sampled *k)
{
	return 2 * (size_t)k->position + (k->other > 0);
}

void
samples_free(struct samples *s)
{
	free(s->kernel);
	free(s->dur);
	*s = (struct samples){0};
}

/* Lists the kernels, and how many are before each bucket. */
static int
list_kernels(struct sampled *list, const struct view *v, size_t *start)
{
	struct repeat_iterator w = view_repeats(v);
	const struct track_sequence *l = v->sequence;
	struct positions p = {0};
	struct visit o;
	int rc = 0;

	while (rc == 0 && repeats_next(&w, &o)) {
		rc = positions_find(&p, &l->cycles, v->found->cycle, o);
		for (uint32_t i = 0; rc == 0 && i < p.n; i++, list++) {
			uint32_t position = p.of[i] & ~POSITION_INSERTED;
			uint32_t event = l->kernel[o.at.start + i];
			uint32_t root = l->kernel[v->cycle->root + position];
			uint32_t name = v->report->events->event[event].name;
			bool fits = position == p.of[i] &&
			    name == v->report->events->event[root].name;

			*list = (struct sampled){
			    position, fits ? 0 : name + 1, event};
			start[bucket_of(list) + 1]++;
		}
	}
	positions_free(&p);
	for (size_t k = 0; k < 2 * (size_t)v->cycle->length; k++)
		start[k + 1] += start[k];
	return rc;
}

static int
compare_others(const void *a, const void *b)
{
	const struct sampled *x = a, *y = b;

	return (x->other > y->other) - (x->other < y->other);
}

/* Sorts by bucket, and what the root has not by name. */
static void
sort_kernels(struct samples *s, const struct sampled *list, size_t *start,
    uint32_t length)
{
	for (size_t i = 0; i < s->n; i++)
		s->kernel[start[bucket_of(&list[i])]++] = list[i];
	for (size_t k = 0; k < length; k++) {
		size_t from = start[2 * k], n = start[2 * k + 1] - from;

		if (n)
			qsort(s->kernel + from, n, sizeof *s->kernel,
			    compare_others);
	}
}

int
samples_gather(struct samples *s, const struct view *v)
{
	struct repeat_iterator w = view_repeats(v);
	uint32_t length = v->cycle->length;
	size_t *start = calloc(2 * (size_t)length + 1, sizeof *start);
	struct sampled *list;
	struct visit o;
	int rc = -1;

	*s = (struct samples){.events = v->report->events};
	while (repeats_next(&w, &o))
		s->n += o.at.end - o.at.start;
	list = malloc(s->n * sizeof *list);
	s->kernel = malloc(s->n * sizeof *s->kernel);
	if (start && list && s->kernel)
		rc = list_kernels(list, v, start);
	if (rc == 0)
		sort_kernels(s, list, start, length);
	free(list);
	free(start);
	s->dur = malloc(s->n * sizeof *s->dur);
	return s->dur ? rc : -1;
}

/*
 * What most of n kernels say in a column; nothing if more of those that say
 * something contradict than may be wrong with a repeat. The only candidate is
 * what is left when each other text takes one away (Boyer and Moore, "MJRTY: a
 * fast majority vote algorithm", 1981).
 */
static uint32_t
elect(
    const struct events *e, const struct sampled *kernel, size_t n, int column)
{
	uint32_t candidate = EVENT_NO_TEXT;
	size_t lead = 0, cast = 0, same = 0;

	for (size_t i = 0; i < n; i++) {
		uint32_t text = event_detail(e, kernel[i].event, column);

		if (event_text(e, text).n == 0)
			continue;
		cast++;
		if (lead == 0)
			candidate = text;
		if (text == candidate)
			lead++;
		else
			lead--;
	}
	for (size_t i = 0; i < n; i++)
		same += event_detail(e, kernel[i].event, column) == candidate;
	return 2 * same > n && (cast - same) * TOLERATED <= cast
	    ? candidate
	    : EVENT_NO_TEXT;
}

bool
samples_next(struct samples *s, struct sample *out)
{
	const struct events *e = s->events;
	const struct sampled *first = &s->kernel[s->next], *k = first;
	const struct sampled *end = s->kernel + s->n;

	if (first == end)
		return false;
	*out = (struct sample){.position = first->position,
	    .name = e->event[first->event].name,
	    .dur = s->dur};
	for (; k < end && k->position == first->position &&
	     k->other == first->other;
	     k++)
		out->dur[out->n++] = e->event[k->event].dur;
	for (int c = 0; c < e->details; c++)
		out->detail[c] = elect(e, first, out->n, c);
	s->next += out->n;
	return true;
}
