#include <stdlib.h>

#include "common/buf.h"
#include "common/kname.h"
#include "tools/trace-cycles/evidence.h"
#include "tools/trace-cycles/lanes.h"

/*
 * The lane of each track: its own, or, merged, that of its GPU's first track.
 */
static void
find_lanes(const struct events *e, bool merged, uint32_t *lane)
{
	const struct event_track *t = e->track;

	for (uint32_t i = 0; i < e->tracks; i++)
		lane[i] = merged && i > 0 && t[i].rank == t[i - 1].rank &&
			t[i].device == t[i - 1].device
		    ? lane[i - 1]
		    : i;
}

/* Divides the kernels; place[track] is where its lane's come, and moves on. */
static int
divide(struct lanes *l, const struct events *e, bool merged)
{
	size_t *place = calloc(e->tracks + 1u, sizeof *place), at = 0;
	uint32_t *lane = calloc(e->tracks + 1u, sizeof *lane);

	l->lane = calloc(e->tracks + 1u, sizeof *l->lane);
	if (!place || !lane || !l->lane) {
		free(place);
		free(lane);
		return -1;
	}
	find_lanes(e, merged, lane);
	for (size_t i = 0; i < e->n; i++)
		place[lane[e->event[i].track]] += e->event[i].kernel;
	for (uint32_t t = 0; t < e->tracks; t++) {
		size_t n = place[t];

		place[t] = at;
		if (n)
			l->lane[l->n++] = (struct lane){.track = t,
			    .merged = merged,
			    .kernel = l->kernel + at,
			    .symbol = l->symbol + at,
			    .n = n};
		at += n;
	}
	for (size_t i = 0; i < e->n; i++) {
		uint32_t v = e->order[i];

		if (e->event[v].kernel)
			l->kernel[place[lane[e->event[v].track]]++] = v;
	}
	free(place);
	free(lane);
	return 0;
}

/* The normalised name's number for each text; NULL when there is no memory. */
static uint32_t *
normalise_names(const struct lanes *l, const struct events *e, size_t n)
{
	uint32_t texts = event_texts(e);
	uint32_t *number = calloc(texts + 1u, sizeof *number);
	struct pool *pool = pool_new();
	struct buf buf = {0};
	bool failed = !number || !pool;

	for (size_t i = 0; i < n && !failed; i++) {
		uint32_t name = e->event[l->kernel[i]].name;

		if (number[name])
			continue;
		buf.n = 0;
		failed = kname_normalise(event_text(e, name), &buf) != 0;
		if (!failed)
			number[name] = pool_add(pool, buf_span(&buf)) + 1;
		failed = failed || number[name] == 0;
	}
	pool_free(pool);
	buf_free(&buf);
	if (failed) {
		free(number);
		number = NULL;
	}
	return number;
}

/* Numbers pairs in the order in which time brings them, not that of arrival. */
static int
pair_with_phases(struct lanes *l, const struct events *e, size_t n)
{
	struct pool *pairs = pool_new();
	int rc = pairs ? 0 : -1;

	for (size_t i = 0; i < n && rc == 0; i++) {
		uint32_t pair[] = {l->symbol[i], e->event[l->kernel[i]].phase};

		l->symbol[i] =
		    pool_add(pairs, (struct span){(char *)pair, sizeof pair});
		rc = l->symbol[i] == POOL_NONE ? -1 : 0;
	}
	pool_free(pairs);
	return rc;
}

/* A symbol for each kernel: its name, or that normalised, and its phase. */
static int
number_symbols(
    struct lanes *l, const struct events *e, size_t n, bool normalised)
{
	uint32_t *number = normalised ? normalise_names(l, e, n) : NULL;

	if (normalised && !number)
		return -1;
	for (size_t i = 0; i < n; i++) {
		uint32_t name = e->event[l->kernel[i]].name;

		l->symbol[i] = number ? number[name] : name;
	}
	free(number);
	return e->column.phase == TSV_MISSING ? 0 : pair_with_phases(l, e, n);
}

static int
add_durations(struct lane *l, const struct events *e)
{
	for (size_t i = 0; i < l->n; i++)
		if (fixed_add(&l->sum, e->event[l->kernel[i]].dur))
			return -1;
	return 0;
}

int
lanes_find(
    struct lanes *l, const struct events *e, const struct lane_options *how)
{
	size_t n = 0;

	*l = (struct lanes){0};
	for (size_t i = 0; i < e->n; i++)
		n += e->event[i].kernel;
	l->kernel = malloc((n + 1) * sizeof *l->kernel);
	l->symbol = malloc((n + 1) * sizeof *l->symbol);
	if (!l->kernel || !l->symbol || divide(l, e, how->merged) ||
	    number_symbols(l, e, n, how->normalised))
		return -1;
	for (size_t i = 0; i < l->n; i++) {
		struct lane *lane = &l->lane[i];

		if (add_durations(lane, e))
			return -2;
		if (cycles_find(
			lane->symbol, lane->n, &how->limits, &lane->cycles))
			return -1;
	}
	return 0;
}

void
lanes_free(struct lanes *l)
{
	for (size_t i = 0; i < l->n; i++)
		cycles_free(&l->lane[i].cycles);
	free(l->lane);
	free(l->kernel);
	free(l->symbol);
	*l = (struct lanes){0};
}

static int64_t
sum_cycle(const struct lane *l, const struct events *e, const struct cycle *c)
{
	int64_t sum = 0;

	for (size_t r = 0; r < c->repeats; r++) {
		struct repeat p = l->cycles.repeat[c->first_repeat + r];

		for (uint32_t i = p.start; i < p.end; i++)
			sum += e->event[l->kernel[i]].dur;
	}
	return sum;
}

/* More time first; then outer first, so that parents are before children. */
static int
compare_time(const void *a, const void *b)
{
	const struct found *x = a, *y = b;

	if (x->sum != y->sum)
		return x->sum > y->sum ? -1 : 1;
	if (x->lane != y->lane)
		return x->lane < y->lane ? -1 : 1;
	return (x->cycle > y->cycle) - (x->cycle < y->cycle);
}

struct placed {
	struct found found;
	uint32_t start, level;
};

static int
compare_place(const void *a, const void *b)
{
	const struct placed *x = a, *y = b;

	if (x->found.lane != y->found.lane)
		return x->found.lane < y->found.lane ? -1 : 1;
	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return (x->level > y->level) - (x->level < y->level);
}

/*
 * By lane, then by start, the outer before the inner; and who is whose parent.
 */
static int
place(const struct lanes *l, struct found *list, size_t n)
{
	struct placed *p = malloc((n + 1) * sizeof *p);

	if (!p)
		return -1;
	for (size_t i = 0; i < n; i++) {
		const struct cycles *c = &l->lane[list[i].lane].cycles;
		const struct cycle *cycle = &c->cycle[list[i].cycle];

		p[i] = (struct placed){list[i],
		    c->repeat[cycle->first_repeat].start, cycle->level};
	}
	qsort(p, n, sizeof *p, compare_place);
	for (size_t i = 0; i < n; i++) {
		const struct cycles *c = &l->lane[p[i].found.lane].cycles;
		size_t k = i;

		list[i] = p[i].found;
		list[i].parent = CYCLE_NONE;
		while (k-- > 0 && list[k].lane == list[i].lane)
			if (list[k].cycle == c->cycle[list[i].cycle].parent)
				list[i].parent = (uint32_t)k;
	}
	free(p);
	return 0;
}

/* Which cycles of a lane are weak; NULL when there is no memory. */
static bool *
find_weak(const struct lane *lane, const struct found *list)
{
	const struct cycles *c = &lane->cycles;
	bool *large = calloc(c->n, sizeof *large);
	bool *weak = calloc(c->n, sizeof *weak);

	for (uint32_t k = 1; large && k < c->n; k++)
		large[k] = list[k - 1].sum >= lane->sum / EVIDENCE_SHARE;
	if (!large || !weak || (c->n > 1 && evidence_judge(c, large, weak))) {
		free(weak);
		weak = NULL;
	}
	free(large);
	return weak;
}

/* Adds the cycles of one lane; returns how many were too weak, or -1. */
static int64_t
list_lane(const struct lanes *l, const struct events *e, uint32_t number,
    bool all, struct found *list, size_t *n)
{
	const struct lane *lane = &l->lane[number];
	const struct cycles *c = &lane->cycles;
	struct found *own = list + *n;
	int64_t dropped = 0;
	bool *weak;

	for (uint32_t k = 1; k < c->n; k++)
		own[k - 1] = (struct found){.lane = number,
		    .cycle = k,
		    .sum = sum_cycle(lane, e, &c->cycle[k])};
	weak = find_weak(lane, own);
	if (!weak)
		return -1;
	for (uint32_t k = 1; k < c->n; k++)
		if (weak[k] && !all)
			dropped++;
		else
			list[(*n)++] = own[k - 1];
	free(weak);
	return dropped;
}

int
lanes_choose(const struct lanes *l, const struct events *e,
    struct choice choice, struct found **list, size_t *n, size_t *dropped)
{
	size_t all = 0;

	for (size_t i = 0; i < l->n; i++)
		all += l->lane[i].cycles.n;
	*n = *dropped = 0;
	*list = malloc((all + 1) * sizeof **list);
	if (!*list)
		return -1;
	for (uint32_t i = 0; i < l->n; i++) {
		int64_t weak = list_lane(l, e, i, choice.weak, *list, n);

		if (weak < 0)
			return -1;
		*dropped += (size_t)weak;
	}
	qsort(*list, *n, sizeof **list, compare_time);
	*n = *n < choice.most ? *n : choice.most;
	return place(l, *list, *n);
}
