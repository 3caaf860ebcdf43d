#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/bytes/pool.h"
#include "common/meaning/kernel_name.h"
#include "common/meaning/phase_evidence.h"
#include "tools/trace-cycles/track_sequences.h"

/*
 * Lists the kernels of one sequence after another; those of sequence i begin at
 * place[i]. If all events are of one sequence, the list is their order.
 */
static void
list_kernels(struct track_sequences *l, const struct events *e,
    const uint32_t *sequence, size_t *place)
{
	l->kernel = e->order;
	if (l->n == 1 && l->kernels == e->n)
		return;
	l->divided = xcalloc(l->kernels + 1, sizeof *l->divided);
	l->kernel = l->divided;
	for (size_t i = 0; i < e->n; i++) {
		const struct event *v = &e->event[e->order[i]];

		if (v->kernel)
			l->divided[place[sequence[v->track]]++] = e->order[i];
	}
}

/* Tells which sequences there are, and their kernels. */
static void
divide(struct track_sequences *l, const struct events *e, bool merged)
{
	size_t *place = xcalloc(e->tracks + 1u, sizeof *place);
	uint32_t *sequence = event_first_tracks(e);

	l->sequence = xcalloc(e->tracks + 1u, sizeof *l->sequence);
	for (uint32_t t = 0; t < e->tracks && !merged; t++)
		sequence[t] = t;
	for (size_t i = 0; i < e->n; i++)
		place[sequence[e->event[i].track]] += e->event[i].kernel;
	for (uint32_t t = 0; t < e->tracks; t++) {
		size_t n = place[t];

		place[t] = l->kernels;
		if (n)
			l->sequence[l->n++] = (struct track_sequence){
			    .events = e, .track = t, .merged = merged, .n = n};
		l->kernels += n;
	}
	list_kernels(l, e, sequence, place);
	free(place);
	free(sequence);
}

/*
 * The symbol of each kernel becomes its name, or the number of that normalised.
 */
static void
number_names(struct track_sequences *l, const struct events *e, bool normalised)
{
	uint32_t texts = normalised ? event_texts(e) : 0;
	uint32_t *number = xnones(texts);
	struct pool *names = pool_new();
	struct buf scratch = {0};

	for (size_t i = 0; i < l->kernels; i++) {
		uint32_t name = e->event[l->kernel[i]].name;

		if (normalised && number[name] == POOL_NONE) {
			scratch.n = 0;
			kernel_name_normalise(event_text(e, name), &scratch);
			number[name] = pool_add(names, buf_span(&scratch));
		}
		l->symbol[i] = normalised ? number[name] : name;
	}
	free(number);
	pool_free(names);
	buf_free(&scratch);
}

ORDER_POINTERS_BY(compare_ids, uint64_t, (*x > *y) - (*x < *y))

/*
 * Numbers symbols, with their phases if these are known, in the order of the
 * symbols, so that phases that tell nothing change nothing.
 */
static void
add_phases(struct track_sequences *l, const struct events *e)
{
	struct idpool pairs = {0};
	uint64_t **sorted;
	uint32_t *rank;

	for (size_t i = 0; i < l->kernels; i++)
		l->symbol[i] = idpool_add(&pairs,
		    (uint64_t)l->symbol[i] << 32 |
			event_phase(e, l->kernel[i]));
	sorted = xmalloc((pairs.n + 1) * sizeof *sorted);
	rank = xmalloc((pairs.n + 1) * sizeof *rank);
	for (size_t i = 0; i < pairs.n; i++)
		sorted[i] = &pairs.id[i];
	qsort(sorted, pairs.n, sizeof *sorted, compare_ids);
	for (size_t i = 0; i < pairs.n; i++)
		rank[sorted[i] - pairs.id] = (uint32_t)i;
	for (size_t i = 0; i < l->kernels; i++)
		l->symbol[i] = rank[l->symbol[i]];
	free(sorted);
	free(rank);
	idpool_free(&pairs);
}

static int
add_durations(struct track_sequence *l, const struct events *e)
{
	for (size_t i = 0; i < l->n; i++)
		if (fixed_add(&l->sum, e->event[l->kernel[i]].dur))
			return -1;
	return 0;
}

/* A GPU, or a sequence of its kernels, while they go by. */
struct passed {
	int64_t end;  /* of the kernels so far */
	int64_t idle; /* how long the GPU ran none of them */
	size_t place; /* of the next kernel of a sequence */
	bool any;
};

/* How long the GPU was idle since the kernel before it in its sequence. */
static int64_t
pass_kernel(struct passed *gpu, struct passed *own, const struct event *k)
{
	int64_t end = k->ts + k->dur, idle;

	if (gpu->any && k->ts > gpu->end)
		gpu->idle += k->ts - gpu->end;
	if (!gpu->any || end > gpu->end)
		gpu->end = end;
	idle = own->any ? gpu->idle - own->idle : 0;
	own->idle = gpu->idle;
	gpu->any = own->any = true;
	return idle;
}

/*
 * How long the GPU was idle before each kernel: a stream that waits for another
 * one, as for a collective, is not where a step begins.
 */
static void
find_idle(struct track_sequences *l, const struct events *e, bool merged)
{
	struct passed *gpu = xcalloc(e->tracks + 1u, sizeof *gpu);
	struct passed *sequence = xcalloc(e->tracks + 1u, sizeof *sequence);
	uint32_t *first = event_first_tracks(e);
	size_t at = 0;

	l->idle = xmalloc((l->kernels + 1) * sizeof *l->idle);
	for (size_t i = 0; i < l->n; at += l->sequence[i++].n)
		sequence[l->sequence[i].track].place = at;
	for (size_t i = 0; i < e->n; i++) {
		const struct event *k = &e->event[e->order[i]];
		uint32_t gpu_of = first[k->track];
		struct passed *own = &sequence[merged ? gpu_of : k->track];

		if (k->kernel)
			l->idle[own->place++] =
			    pass_kernel(&gpu[gpu_of], own, k);
	}
	free(gpu);
	free(sequence);
	free(first);
}

/* Whether no sequence of its GPU has more kernels, nor as many before it. */
static bool
is_longest(const struct track_sequences *l, const struct events *e, size_t at)
{
	const struct track_sequence *own = &l->sequence[at];

	for (size_t i = 0; i < l->n; i++) {
		const struct track_sequence *other = &l->sequence[i];

		if (event_same_gpu(e, own->track, other->track) &&
		    (other->n > own->n || (other->n == own->n && i < at)))
			return false;
	}
	return true;
}

/*
 * Whether each kernel's name is that of an optimizer; NULL if none is, or none
 * that of a backward pass: a name alone errs, as in inference with h_adam_ard.
 */
static bool *
find_optimizers(const struct track_sequences *l, const struct events *e)
{
	uint32_t texts = event_texts(e);
	bool *asked = xcalloc(texts + 1u, sizeof *asked);
	bool *is = xcalloc(texts + 1u, sizeof *is);
	bool has[EVIDENCE_KINDS] = {0};
	struct rules *rules = evidence_rules();
	struct span why;

	for (size_t i = 0; i < l->kernels; i++) {
		uint32_t name = e->event[l->kernel[i]].name;
		enum evidence kind;

		if (asked[name])
			continue;
		asked[name] = true;
		kind = evidence_of(rules, event_text(e, name), &why);
		is[name] = kind == EVIDENCE_OPTIMIZER;
		has[kind] = true;
	}
	rules_free(rules);
	free(asked);
	if (has[EVIDENCE_OPTIMIZER] &&
	    (has[EVIDENCE_BACKWARD_ATTENTION] ||
		has[EVIDENCE_BACKWARD_WEIGHTS] || has[EVIDENCE_BACKWARD_NORM]))
		return is;
	free(is);
	return NULL;
}

/* Which kernels of a sequence are an optimizer's. */
static bool *
find_updates(const struct track_sequence *l, const struct events *e,
    const bool *optimizer)
{
	bool *update = xmalloc((l->n + 1) * sizeof *update);

	for (size_t i = 0; i < l->n; i++)
		update[i] = optimizer[e->event[l->kernel[i]].name];
	return update;
}

static void
find_cycles(struct track_sequences *l, const struct events *e, size_t at,
    const struct sequence_options *how, const bool *optimizer)
{
	struct track_sequence *own = &l->sequence[at];
	struct cycle_limits limits = how->limits;
	const int64_t *idle = l->idle + (own->kernel - l->kernel);
	bool *update = optimizer ? find_updates(own, e, optimizer) : NULL;
	struct known known = {idle, update};

	limits.one_step = limits.one_step && is_longest(l, e, at);
	cycles_find(own->symbol, own->n, &known, &limits, &own->cycles);
	free(update);
}

int
track_sequences_find(struct track_sequences *l, const struct events *e,
    const struct sequence_options *how)
{
	bool *optimizer;
	size_t at = 0;
	int status = 0;

	*l = (struct track_sequences){0};
	divide(l, e, how->merged);
	l->symbol = xcalloc(l->kernels + 1, sizeof *l->symbol);
	number_names(l, e, how->normalised);
	if (e->column.phase != TSV_MISSING)
		add_phases(l, e);
	find_idle(l, e, how->merged);
	optimizer = find_optimizers(l, e);
	for (size_t i = 0; i < l->n && status == 0; i++) {
		struct track_sequence *sequence = &l->sequence[i];

		sequence->kernel = l->kernel + at;
		sequence->symbol = l->symbol + at;
		at += sequence->n;
		status = add_durations(sequence, e);
		if (status == 0)
			find_cycles(l, e, i, how, optimizer);
	}
	free(optimizer);
	return status;
}

void
track_sequences_free(struct track_sequences *l)
{
	for (size_t i = 0; i < l->n; i++)
		cycles_free(&l->sequence[i].cycles);
	free(l->sequence);
	free(l->divided);
	free(l->idle);
	free(l->symbol);
	*l = (struct track_sequences){0};
}

enum {
	FIRST_LOOK = 10000, /* kernels: two steps of 80 layers of 60 */
	NEARLY = 9          /* of ten kernels */
};

static bool
is_nearly(size_t part, size_t whole)
{
	return part * 10 >= whole * NEARLY;
}

/* The longest row of repeats of a cycle that follow at once. */
static size_t
longest_row(const struct cycle *c, uint32_t *kernels)
{
	const struct repeat *r = c->repeat;
	size_t longest = 0;

	*kernels = 0;
	for (size_t i = 0, last; i < c->repeats; i = last + 1) {
		for (last = i;
		     last + 1 < c->repeats && r[last + 1].start == r[last].end;)
			last++;
		if (last - i < longest)
			continue;
		longest = last - i + 1;
		*kernels = r[last].end - r[i].start;
	}
	return longest;
}

/* The kernels of the row of repeats that is nearly all of a sequence; or 0. */
static uint32_t
kernels_in_row(struct early *e, const struct track_sequence *l)
{
	for (size_t k = 1; k < l->cycles.n; k++) {
		const struct cycle *c = &l->cycles.cycle[k];
		uint32_t kernels;
		size_t reps = longest_row(c, &kernels);

		if (c->level > 1 || reps < e->reps || !is_nearly(kernels, l->n))
			continue;
		if (kernels > e->found_reps * e->found_length) {
			e->found_reps = reps;
			e->found_length = c->length;
		}
		return kernels;
	}
	return 0;
}

static bool
is_enough(struct early *e, const struct track_sequences *l)
{
	size_t explained = 0;

	e->found_reps = e->found_length = 0;
	for (size_t i = 0; i < l->n; i++)
		explained += kernels_in_row(e, &l->sequence[i]);
	return is_nearly(explained, e->kernels);
}

bool
track_sequences_suffice(struct early *early, const struct events *e,
    const struct sequence_options *how)
{
	struct events now;
	struct track_sequences sequences = {0};
	bool enough;

	if (++early->kernels < FIRST_LOOK || early->kernels < 2 * early->looked)
		return false;
	early->looked = early->kernels;
	event_snapshot(e, &now);
	enough = track_sequences_find(&sequences, &now, how) == 0 &&
	    is_enough(early, &sequences);
	track_sequences_free(&sequences);
	event_snapshot_free(&now);
	return enough;
}
