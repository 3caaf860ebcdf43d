#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/meaning/kname.h"
#include "tools/trace-cycles/track_sequences.h"

/*
 * The sequence of each track: its own, or, merged, that of its GPU's first
 * track.
 */
static void
find_sequences(const struct events *e, bool merged, uint32_t *sequence)
{
	for (uint32_t i = 0; i < e->tracks; i++)
		sequence[i] = merged && i > 0 && event_same_gpu(e, i - 1, i)
		    ? sequence[i - 1]
		    : i;
}

/* Divides the kernels; place[track] is where its sequence's come, and moves on.
 */
static int
divide(struct track_sequences *l, const struct events *e, bool merged)
{
	size_t *place = calloc(e->tracks + 1u, sizeof *place), at = 0;
	uint32_t *sequence = calloc(e->tracks + 1u, sizeof *sequence);

	l->sequence = calloc(e->tracks + 1u, sizeof *l->sequence);
	if (!place || !sequence || !l->sequence) {
		free(place);
		free(sequence);
		return -1;
	}
	find_sequences(e, merged, sequence);
	for (size_t i = 0; i < e->n; i++)
		place[sequence[e->event[i].track]] += e->event[i].kernel;
	for (uint32_t t = 0; t < e->tracks; t++) {
		size_t n = place[t];

		place[t] = at;
		if (n)
			l->sequence[l->n++] =
			    (struct track_sequence){.track = t,
				.merged = merged,
				.kernel = l->kernel + at,
				.symbol = l->symbol + at,
				.n = n};
		at += n;
	}
	for (size_t i = 0; i < e->n; i++) {
		uint32_t v = e->order[i];

		if (e->event[v].kernel)
			l->kernel[place[sequence[e->event[v].track]]++] = v;
	}
	free(place);
	free(sequence);
	return 0;
}

/* The number of a text's normalised form, or POOL_NONE: no memory. */
static uint32_t
normalise(struct pool *names, struct buf *scratch, struct span name)
{
	scratch->n = 0;
	return kname_normalise(name, scratch) == 0
	    ? pool_add(names, buf_span(scratch))
	    : POOL_NONE;
}

/*
 * The symbol of each of the first n kernels becomes its name, or the number of
 * that normalised.
 */
static int
number_names(struct track_sequences *l, const struct events *e, size_t n,
    bool normalised)
{
	uint32_t texts = normalised ? event_texts(e) : 0;
	uint32_t *number = malloc((texts + 1u) * sizeof *number);
	struct pool *names = pool_new();
	struct buf scratch = {0};
	int rc = number && names ? 0 : -1;

	for (uint32_t i = 0; i < texts && number; i++)
		number[i] = POOL_NONE;
	for (size_t i = 0; i < n && rc == 0; i++) {
		uint32_t name = e->event[l->kernel[i]].name;

		if (normalised && number[name] == POOL_NONE)
			number[name] =
			    normalise(names, &scratch, event_text(e, name));
		l->symbol[i] = normalised ? number[name] : name;
		rc = l->symbol[i] == POOL_NONE ? -1 : 0;
	}
	free(number);
	pool_free(names);
	buf_free(&scratch);
	return rc;
}

/* Numbers pairs in the order in which time brings them, not that of arrival. */
static int
pair_with_phases(struct track_sequences *l, const struct events *e, size_t n)
{
	struct pool *pairs = pool_new();
	int rc = pairs ? 0 : -1;

	for (size_t i = 0; i < n && rc == 0; i++) {
		uint32_t pair[] = {l->symbol[i], event_phase(e, l->kernel[i])};

		l->symbol[i] =
		    pool_add(pairs, (struct span){(char *)pair, sizeof pair});
		rc = l->symbol[i] == POOL_NONE ? -1 : 0;
	}
	pool_free(pairs);
	return rc;
}

static int
add_durations(struct track_sequence *l, const struct events *e)
{
	for (size_t i = 0; i < l->n; i++)
		if (fixed_add(&l->sum, e->event[l->kernel[i]].dur))
			return -1;
	return 0;
}

/* How long the stream was idle before each kernel. */
static int64_t *
find_idle(const struct track_sequence *l, const struct events *e)
{
	int64_t *idle = malloc((l->n + 1) * sizeof *idle);
	int64_t end = l->n ? e->event[l->kernel[0]].ts : 0;

	for (size_t i = 0; idle && i < l->n; i++) {
		const struct event *k = &e->event[l->kernel[i]];

		idle[i] = k->ts > end ? k->ts - end : 0;
		end = k->ts + k->dur > end ? k->ts + k->dur : end;
	}
	return idle;
}

static int
find_cycles(struct track_sequence *l, const struct events *e,
    const struct cycle_limits *limits)
{
	int64_t *idle = find_idle(l, e);
	int rc = -1;

	if (idle)
		rc = cycles_find(l->symbol, l->n, idle, limits, &l->cycles);
	free(idle);
	return rc;
}

int
track_sequences_find(struct track_sequences *l, const struct events *e,
    const struct sequence_options *how)
{
	size_t n = 0;

	*l = (struct track_sequences){0};
	for (size_t i = 0; i < e->n; i++)
		n += e->event[i].kernel;
	l->kernel = calloc(n + 1, sizeof *l->kernel);
	l->symbol = calloc(n + 1, sizeof *l->symbol);
	if (!l->kernel || !l->symbol || divide(l, e, how->merged) ||
	    number_names(l, e, n, how->normalised) ||
	    (e->column.phase != TSV_MISSING && pair_with_phases(l, e, n)))
		return -1;
	for (size_t i = 0; i < l->n; i++) {
		struct track_sequence *sequence = &l->sequence[i];

		if (add_durations(sequence, e))
			return -2;
		if (find_cycles(sequence, e, &how->limits))
			return -1;
	}
	return 0;
}

void
track_sequences_free(struct track_sequences *l)
{
	for (size_t i = 0; i < l->n; i++)
		cycles_free(&l->sequence[i].cycles);
	free(l->sequence);
	free(l->kernel);
	free(l->symbol);
	*l = (struct track_sequences){0};
}
