#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/trace/main_stream.h"
#include "common/trace/step_claim.h"
#include "tools/trace-cycles/step_choice.h"

/* A cycle that may be a step. */
struct candidate {
	struct step_claim claim;
	struct found *found;
};

/* The kernels of each sequence in outermost cycles, to be freed. */
static struct stream_kernels *
count_kernels(const struct track_sequences *l, const struct events *e,
    const struct chosen *c)
{
	struct stream_kernels *s = xcalloc(l->n + 1, sizeof *s);
	uint32_t *gpu = event_first_tracks(e);

	for (size_t i = 0; i < l->n; i++)
		s[i].gpu = gpu[l->sequence[i].track];
	for (size_t i = 0; i < c->n; i++) {
		const struct track_sequence *own = c->found[i].sequence;
		const struct cycle *k = c->found[i].cycle;
		uint32_t first = own->kernel[k->repeat->start];

		if (k->level == 1)
			main_stream_add(&s[own - l->sequence], k->agreed,
			    (int64_t)k->repeats, e->event[first].ts);
	}
	free(gpu);
	return s;
}

ORDER_BY(compare, struct candidate, step_claim_compare(x->claim, y->claim),
    UP(found))

/* The outermost cycles of main streams, the step first; returns how many. */
static size_t
list_steps(const struct track_sequences *l, const struct stream_kernels *s,
    const bool *is_main, const struct chosen *c, struct candidate *step)
{
	size_t n = 0;

	for (size_t i = 0; i < c->n; i++) {
		struct found *f = &c->found[i];
		ptrdiff_t at = f->sequence - l->sequence;
		bool several = f->cycle->agreed > 1;

		if (f->cycle->level == 1 && is_main[at] &&
		    several == s[at].several)
			step[n++] = (struct candidate){
			    {true, several, (double)f->sum}, f};
	}
	qsort(step, n, sizeof *step, compare);
	return n;
}

void
step_choice_find(
    const struct track_sequences *l, const struct events *e, struct chosen *c)
{
	size_t n;
	struct stream_kernels *s = count_kernels(l, e, c);
	bool *is_main = xcalloc(l->n + 1, sizeof *is_main);
	struct candidate *step = xcalloc(c->n + 1, sizeof *step);

	main_stream_find(s, l->n, e->tracks, is_main);
	n = list_steps(l, s, is_main, c, step);
	for (size_t i = 0; i < n; i++)
		step[i].found->step_kind = (uint32_t)i + 1;
	for (size_t i = 0; i < c->n; i++) { /* parents come first */
		struct found *f = &c->found[i];

		if (f->parent)
			f->step_kind = f->parent->step_kind;
	}
	free(step);
	free(is_main);
	free(s);
}
