#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-cycles/exact_repetitions.h"
#include "tools/trace-cycles/rotation.h"

struct choice {
	struct cutting how;
	const struct tandem_arrays *arrays;
	bool *tried; /* of each symbol of the body */
	struct rotation {
		uint32_t at;
		struct weight weight;
	} * best; /* those still to choose from, in the order of trying */
	size_t n;
	bool is_step;  /* the body is mostly a row of layers */
	int64_t whole; /* kernels in whole repeats, of the best rotation */
	int64_t most;  /* kernels in arrays, and how far they vary by chance */
};

/* Faults come at random: how far their number is from its mean (Poisson). */
static int64_t
deviation(uint64_t faults)
{
	int64_t root = 0;

	while ((uint64_t)((root + 1) * (root + 1)) <= faults)
		root++;
	return root;
}

static void
try_rotation(struct choice *c, uint32_t rotation)
{
	struct weight w;

	rotation %= (uint32_t)c->how.body->n;
	if (c->tried[rotation] || c->n == ROTATIONS_MOST)
		return;
	c->tried[rotation] = true;
	c->how.rotation = rotation;
	w = occurrences_weigh(
	    &c->how, c->arrays, c->n ? c->most - c->whole : INT64_MAX);
	if (c->n == 0)
		c->most = w.all + deviation((uint64_t)w.all);
	if (c->n == 0 || w.whole > c->whole)
		c->whole = w.whole;
	c->best[c->n++] = (struct rotation){rotation, w};
}

/* Those from `from` to `to`, both included. */
static void
try_range(struct choice *c, uint32_t from, uint32_t to)
{
	for (; from <= to; from++)
		try_rotation(c, from);
}

/*
 * One rotation can be better than that before it only where an array begins or
 * ends, or goes on after a fault.
 */
static void
try_ends(struct choice *c)
{
	for (size_t k = 0; k < c->arrays->blocks; k++) {
		const struct block *s = &c->arrays->block[k];
		uint32_t end = s->place + s->n;

		try_rotation(c, s->place);
		if (tandem_arrays_go_on(c->arrays, k))
			try_range(c, end + 1,
			    end + block_left_out(s, s + 1, c->how.body->n));
		else
			try_rotation(c, end);
	}
}

/* All with which as many repeats of an array are whole: idle time decides. */
static void
try_slack(struct choice *c)
{
	uint32_t p = (uint32_t)c->how.body->n, first = 0;

	for (size_t k = 0; k < c->arrays->blocks; k++) {
		const struct block *s = &c->arrays->block[k];

		if (s->begins)
			first = s->place;
		if (!tandem_arrays_go_on(c->arrays, k))
			try_range(c, first,
			    first + (s->place + s->n + p - first) % p);
	}
}

/*
 * The inner row of the body: the repetition that covers most of two copies of
 * it. What is in the second one is in the first one, too, so it begins there.
 */
static struct repetition
find_inner_row(const struct sequence *body)
{
	struct sequence twice;
	struct repetition row;

	sequence_unroll(&twice, body, 0, 2);
	row = repetitions_find_best(twice.symbol, twice.n, body->n / 2);
	sequence_free(&twice);
	return row;
}

/* How much of a row a rotation cuts off. */
static uint32_t
cut_off(const struct repetition *row, uint32_t rotation, uint32_t p)
{
	uint32_t at = rotation < row->start ? rotation + p : rotation;

	if (at <= row->start || at >= row->end)
		return 0;
	return at - row->start < row->end - at ? at - row->start
					       : row->end - at;
}

/* Keeps those that cut off least of what repeats inside. */
static void
keep_uncut(struct choice *c)
{
	uint32_t p = (uint32_t)c->how.body->n, least = UINT32_MAX;
	struct repetition row = find_inner_row(c->how.body);
	size_t kept = 0;

	c->is_step = row.end - row.start > p - p / 4 &&
	    row.end - row.start >= TOLERATED_FROM * row.period;
	for (size_t i = 0; i < c->n; i++) {
		uint32_t cut = cut_off(&row, c->best[i].at, p);

		if (cut < least) {
			least = cut;
			kept = 0;
		}
		if (cut == least)
			c->best[kept++] = c->best[i];
	}
	c->n = kept;
}

/* Keeps those with most kernels in whole repeats, or fewer by chance. */
static void
keep_most(struct choice *c)
{
	struct weight best = {.whole = INT64_MIN};
	int64_t most;
	size_t kept = 0;

	for (size_t i = 0; i < c->n; i++)
		if (c->best[i].weight.whole > best.whole)
			best = c->best[i].weight;
	most = best.whole - deviation(best.faults);
	for (size_t i = 0; i < c->n; i++)
		if (c->best[i].weight.whole >= most)
			c->best[kept++] = c->best[i];
	c->n = kept;
}

/* Signs that decide between rotations with as many whole repeats. */
struct signs {
	int64_t idle; /* how long the GPU was before repeats that count */
	int ends;     /* of the trace that have the same kernel as a repeat */
	int apart;    /* of these, that are outside all arrays: where an array
			 begins, some rotation always does, too */
};

static void
find_signs(const struct choice *c, uint32_t rotation, const int64_t *idle,
    struct signs *w)
{
	struct cutting how = c->how;
	const struct block *first = c->arrays->block;
	const struct block *last = first + c->arrays->blocks - 1;
	struct occurrences all;
	size_t p = how.body->n;
	bool begins = how.body->symbol[rotation] == how.first;
	bool ends = how.body->symbol[(rotation + p - 1) % p] == how.last;

	how.rotation = rotation;
	occurrences_find(&all, &how, c->arrays);
	*w = (struct signs){.ends = begins + ends};
	w->apart += begins && first->start > 0;
	w->apart += ends && last->start + last->n < how.text->n;
	for (size_t i = 0; i < all.n; i++) {
		const struct occurrence *o = &all.list[i];

		if (idle && o->counts)
			w->idle += idle[how.text->at[o->start]];
	}
	free(all.list);
}

/* A rotation, and what speaks for it. */
struct ranked {
	uint32_t at;
	struct signs w;
};

/* Keeps the most idle ones in order; `rank` has room for three. */
static void
rank_idle(struct ranked *rank, struct ranked next)
{
	for (int i = 0; i < 3; i++) {
		struct ranked old = rank[i];

		if (next.w.idle <= old.w.idle)
			continue;
		rank[i] = next;
		next = old;
	}
}

/*
 * Whether the ends speak for the second: the GPU is idle before and after the
 * kernels that prepare a step, such as copies of its inputs.
 */
static bool
is_prepared(const struct ranked *rank)
{
	return rank[2].w.idle > 0 && rank[1].w.idle / 2 >= rank[2].w.idle &&
	    rank[1].w.apart > rank[0].w.apart;
}

/*
 * Of those that are as good as the first: twice as idle, or else at more ends.
 */
static void
choose_by_signs(const struct choice *c, const int64_t *idle, uint32_t *out)
{
	struct ranked rank[3] = {0};
	int ends = -1;

	for (size_t i = 0; i < c->n; i++) {
		struct ranked h = {.at = c->best[i].at};

		find_signs(c, h.at, idle, &h.w);
		if (h.w.ends > ends) {
			ends = h.w.ends;
			*out = h.at;
		}
		rank_idle(rank, h);
	}
	if (rank[0].w.idle == 0 || rank[0].w.idle / 2 < rank[1].w.idle)
		return;
	*out = rank[is_prepared(rank) ? 1 : 0].at;
}

/* Before which symbol the GPU was idle longest, in the mean. */
struct pause {
	uint32_t at;
	int64_t mean, second; /* the mean before the next one */
};

static struct pause
find_pause(const struct choice *c, const int64_t *idle)
{
	size_t p = c->how.body->n;
	int64_t *sum = xcalloc(p, sizeof *sum), *n = xcalloc(p, sizeof *n);
	struct pause longest = {0};

	for (size_t k = 0; k < c->arrays->blocks; k++) {
		const struct block *b = &c->arrays->block[k];

		for (uint32_t i = 0; i < b->n; i++) {
			size_t at = (b->place + i) % p;

			sum[at] += idle[c->how.text->at[b->start + i]];
			n[at]++;
		}
	}
	for (uint32_t i = 0; i < p; i++) {
		int64_t mean = n[i] ? sum[i] / n[i] : 0;

		if (mean > longest.mean)
			longest = (struct pause){i, mean, longest.mean};
		else if (mean > longest.second)
			longest.second = mean;
	}
	free(sum);
	free(n);
	return longest;
}

/* Whether it is many times longer in nearly all repeats, not every second. */
static bool
is_regular(const struct choice *c, const int64_t *idle, const struct pause *a)
{
	size_t p = c->how.body->n, n = 0, paused = 0;

	for (size_t k = 0; k < c->arrays->blocks; k++) {
		const struct block *b = &c->arrays->block[k];

		for (size_t i = (a->at + p - b->place) % p; i < b->n; i += p) {
			n++;
			paused +=
			    idle[c->how.text->at[b->start + i]] / PAUSE_FACTOR >
			    a->second;
		}
	}
	return is_nearly_all(paused, n);
}

/*
 * Where the trace is cut off within a step, most repeats are whole if they
 * begin there, too. A step begins where the GPU was idle much longer than
 * anywhere else; but kernels that prepare it may come before that.
 */
static void
begin_after_pause(const struct choice *c, const int64_t *idle,
    const struct pause *a, uint32_t *rotation)
{
	uint32_t p = (uint32_t)c->how.body->n;
	uint32_t off = (a->at + p - *rotation) % p;

	if (off > TOLERATED && p - off > TOLERATED && is_regular(c, idle, a))
		*rotation = a->at;
}

void
rotation_choose(uint32_t *rotation, const struct cutting *how,
    const struct tandem_arrays *arrays, const int64_t *idle)
{
	struct choice c = {.how = *how,
	    .arrays = arrays,
	    .tried = xcalloc(how->body->n, sizeof *c.tried),
	    .best = xmalloc(how->body->n * sizeof *c.best)};
	struct pause pause = {0};

	*rotation = 0;
	try_ends(&c);
	try_slack(&c);
	if (idle && how->is_trace) {
		pause = find_pause(&c, idle);
		try_rotation(&c, pause.at);
	}
	keep_most(&c);
	if (c.n > 1)
		keep_uncut(&c);
	if (c.n)
		*rotation = c.best[0].at;
	if (c.n > 1)
		choose_by_signs(
		    &c, how->is_trace || c.is_step ? idle : NULL, rotation);
	if (idle && how->is_trace)
		begin_after_pause(&c, idle, &pause, rotation);
	free(c.tried);
	free(c.best);
}
