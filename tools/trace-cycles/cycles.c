/*
 * The outermost cycles are those that the whole sequence is made of (rounds.h);
 * the root of each is a sequence of its own, and so on. What is found in a root
 * is carried over to every repeat of it (carry.h).
 *
 * From here inwards: rounds of looking for what repeats innermost (round.h), in
 * each of which all maximal repetitions (runs.h) and what comes close to one
 * (seeds.h) are followed over faults (follow.h, grow.h, extend.h, damaged.h,
 * split.h) and compete for the shortest description (finder.h, cover.h); the
 * innermost of these (inner.h) settle on where their repeats begin (settle.h).
 * What noise has broken is mended (mend.h) before repeats become symbols
 * (collapse.h).
 */
#include <stdlib.h>
#include <string.h>

#include "common/bytes/buf.h"
#include "tools/trace-cycles/carry.h"
#include "tools/trace-cycles/cycles.h"
#include "tools/trace-cycles/ends.h"

static int
add_cycle(struct cycles *out, struct cycle c)
{
	struct cycle *grown =
	    array_grow(out->cycle, &out->cap, out->n + 1, sizeof c);

	if (!grown)
		return -1;
	out->cycle = grown;
	out->cycle[out->n++] = c;
	return 0;
}

static int
add_part(struct cycles *out, struct part p)
{
	struct part *grown =
	    array_grow(out->part, &out->part_cap, out->parts + 1, sizeof p);

	if (!grown)
		return -1;
	out->part = grown;
	out->part[out->parts++] = p;
	return 0;
}

static int
add_locals(struct cycles *out, const struct repeat *r, size_t n, uint32_t from)
{
	struct repeat *grown = array_grow(
	    out->local, &out->local_cap, out->locals + n + 1, sizeof *r);

	if (!grown)
		return -1;
	out->local = grown;
	for (size_t i = 0; i < n; i++)
		out->local[out->locals++] =
		    (struct repeat){from + r[i].start, from + r[i].end};
	return 0;
}

/* What was found in a root, and the cycles that became of it. */
struct contents {
	const struct round_limits *limits;
	struct rounds rounds;
	uint32_t from; /* where the root starts */
	uint32_t
	    *cycle; /* of each of its cycles, CYCLE_NONE before it is one */
	uint32_t *faults; /* of the root chosen for each so far */
};

/* More than any repeat has. */
#define TOO_MANY_FAULTS ((uint32_t)1 << 31)

static uint32_t
count_faults(const struct contents *in, size_t repeat)
{
	bool allowed =
	    round_limits_allow(in->limits, in->rounds.repeats.list[repeat]);

	return in->rounds.repeats.faults[repeat] +
	    (allowed ? 0 : TOO_MANY_FAULTS);
}

/*
 * The root of a cycle is its repeat with the fewest faults, the first of these,
 * among those that the limits allow.
 */
static void
choose_root(struct cycle *c, const struct contents *in, const struct row *f)
{
	uint32_t *faults = &in->faults[f->cycle];

	for (size_t r = f->first; r < f->first + f->repeats; r++)
		if (count_faults(in, r) < *faults) {
			struct repeat k = in->rounds.repeats.list[r];

			*faults = count_faults(in, r);
			c->root = in->from + k.start;
			c->length = k.end - k.start;
		}
}

/* A stretch becomes a part of the parent. */
static int
adopt_stretch(struct cycles *out, uint32_t parent, const struct contents *in,
    const struct row *f)
{
	const struct repeat *r = in->rounds.repeats.list + f->first;
	uint32_t *cycle = &in->cycle[f->cycle];
	struct part part = {in->from + r[0].start,
	    in->from + r[f->repeats - 1].end, 0, (uint32_t)f->repeats,
	    out->locals};
	struct cycle new = {
	    .parent = parent, .level = out->cycle[parent].level + 1};

	if (*cycle == CYCLE_NONE) {
		*cycle = (uint32_t)out->n;
		if (add_cycle(out, new))
			return -1;
	}
	choose_root(&out->cycle[*cycle], in, f);
	part.cycle = *cycle;
	out->cycle[parent].parts++;
	return add_locals(out, r, f->repeats, in->from) || add_part(out, part)
	    ? -1
	    : 0;
}

static int
adopt(struct cycles *out, uint32_t parent, struct contents *in)
{
	size_t cycles = in->rounds.cycles;

	in->cycle = malloc((cycles + 1) * sizeof *in->cycle);
	in->faults = malloc((cycles + 1) * sizeof *in->faults);
	if (!in->cycle || !in->faults)
		return -1;
	memset(in->cycle, 0xff, cycles * sizeof *in->cycle);
	memset(in->faults, 0xff, cycles * sizeof *in->faults);
	out->cycle[parent].first_part = out->parts;
	for (size_t i = 0; i < in->rounds.n; i++)
		if (adopt_stretch(out, parent, in, &in->rounds.row[i]))
			return -1;
	return 0;
}

/* Finds what is in the root of a cycle. */
static int
expand(struct cycles *out, uint32_t parent, const struct round_limits *limits)
{
	const struct cycle *c = &out->cycle[parent];
	struct text root = text_part(&out->text, c->root, c->length);
	struct contents in = {.limits = limits, .from = c->root};
	int rc = -1;

	if (c->length <= COVER_PRICE + 1)
		return 0;
	if (rounds_find(&root, limits, &in.rounds) == 0)
		rc = adopt(out, parent, &in);
	rounds_free(&in.rounds);
	free(in.cycle);
	free(in.faults);
	return rc;
}

/* Counts at most how many repeats each cycle has, and finds them a place. */
static int
reserve_repeats(struct cycles *out)
{
	size_t total = 0;

	out->cycle[0].repeats = 1;
	for (size_t i = 0; i < out->n; i++) {
		struct cycle *c = &out->cycle[i];

		c->first_repeat = total;
		total += c->repeats;
		for (size_t k = 0; k < c->parts; k++) {
			const struct part *p = &out->part[c->first_part + k];

			out->cycle[p->cycle].repeats += p->reps * c->repeats;
		}
	}
	out->repeat = malloc((total + 1) * sizeof *out->repeat);
	return out->repeat ? 0 : -1;
}

/* Every repeat of a cycle holds all repeats of its parts, if it can. */
static int
fill_cycle(struct cycles *out, const struct cycle *c, struct carrier *carrier)
{
	for (size_t r = 0; r < c->repeats; r++) {
		struct repeat whole = out->repeat[c->first_repeat + r];

		if (carry_begin(carrier, &out->text,
			(struct repeat){c->root, c->root + c->length}, whole))
			return -1;
		for (size_t k = 0; k < c->parts; k++) {
			const struct part *p = &out->part[c->first_part + k];
			struct cycle *child = &out->cycle[p->cycle];
			struct repeat *to =
			    out->repeat + child->first_repeat + child->repeats;

			child->repeats += carry_over(
			    carrier, out->local + p->first, p->reps, to);
		}
	}
	return 0;
}

static int
place_repeats(struct cycles *out)
{
	struct carrier carrier = {0};
	int rc = 0;

	if (reserve_repeats(out))
		return -1;
	for (size_t i = 1; i < out->n; i++)
		out->cycle[i].repeats = 0;
	out->repeat[0] = (struct repeat){0, out->cycle[0].length};
	for (size_t i = 0; i < out->n && rc == 0; i++)
		if (out->cycle[i].parts)
			rc = fill_cycle(out, &out->cycle[i], &carrier);
	carry_free(&carrier);
	return rc;
}

int
cycles_find(const uint32_t *symbol, size_t n, const struct round_limits *limits,
    struct cycles *out)
{
	struct cycle whole = {.parent = CYCLE_NONE, .length = (uint32_t)n};
	int rc;

	*out = (struct cycles){0};
	rc = text_init(&out->text, symbol, n) || add_cycle(out, whole) ? -1 : 0;
	for (uint32_t i = 0; rc == 0 && i < out->n; i++)
		rc = expand(out, i, limits);
	if (rc == 0)
		ends_leave_out(out);
	if (rc == 0)
		rc = place_repeats(out);
	if (rc)
		cycles_free(out);
	return rc;
}

void
cycles_free(struct cycles *c)
{
	text_free(&c->text);
	free(c->cycle);
	free(c->part);
	free(c->local);
	free(c->repeat);
	*c = (struct cycles){0};
}
