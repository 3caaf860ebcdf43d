#include <stdlib.h>

#include "tools/trace-cycles/align.h"
#include "tools/trace-cycles/chains.h"
#include "tools/trace-cycles/shift.h"

enum {
	MOST = 4,  /* differences in a part of a repeat */
	STRAYS = 3 /* symbols: fewer may stand between stretches by chance */
};

struct shifter {
	const struct text *text;
	struct instances *all;
	uint32_t cycle;
	struct repeat root;
	struct aligner aligner;
};

/* The room before the instance at i, and behind it; at most `most`. */
static uint32_t
room_before(const struct instances *all, size_t i, uint32_t most)
{
	const struct instance *o = &all->list[i];
	uint32_t room = o->start - (i ? o[-1].end : 0);

	return room < most ? room : most;
}

static uint32_t
room_behind(
    const struct text *t, const struct instances *all, size_t i, uint32_t most)
{
	const struct instance *o = &all->list[i];
	uint32_t end = i + 1 < all->n ? o[1].start : (uint32_t)t->n;

	return end - o->end < most ? end - o->end : most;
}

/*
 * Whether the instance at i begins a row. Some strays may be before it, but not
 * between two stretches: that may be the head of a step.
 */
static bool
begins_row(const struct instances *all, size_t i, uint32_t length)
{
	const struct instance *o = &all->list[i];
	uint32_t gap = room_before(all, i, length);

	return i == 0 || o[-1].cycle != o->cycle ||
	    gap > chains_tolerated(length) ||
	    (gap >= STRAYS && o[-1].stretch != o->stretch);
}

/* How much of a repeat there is before or behind the instance at i. */
static int64_t
part_beside(struct shifter *s, size_t i, bool back)
{
	const struct instance *o = &s->all->list[i];
	uint32_t most = s->root.end - s->root.start - 1;
	uint32_t before = room_before(s->all, i, most);
	uint32_t behind = room_behind(s->text, s->all, i, most);
	struct align_task task = {s->text, s->root,
	    back ? o->start - before : o->end,
	    back ? o->start : o->end + behind, back,
	    chains_tolerated(most) < MOST ? chains_tolerated(most) : MOST};
	int64_t part = align_part(&s->aligner, &task);

	return part < (int64_t)most ? part : (int64_t)most;
}

/*
 * What the rows of a cycle gain by beginning 0, 1, 2 ... kernels earlier, as
 * differences.
 */
static int
add_rows(struct shifter *s, int64_t *gain)
{
	const struct instances *all = s->all;
	uint32_t length = s->root.end - s->root.start;
	int64_t before = 0, behind;

	for (size_t i = 0; i < all->n; i++) {
		const struct instance *o = &all->list[i];

		if (o->cycle != s->cycle)
			continue;
		if (begins_row(all, i, length))
			before = part_beside(s, i, true);
		if (i + 1 < all->n && o[1].cycle == s->cycle &&
		    !begins_row(all, i + 1, length))
			continue;
		behind = part_beside(s, i, false);
		if (before < 0 || behind < 0)
			return -1;
		gain[length - behind]++;
		gain[before + 1]--;
	}
	return 0;
}

/* The least shift that gains most. */
static uint32_t
best_shift(int64_t *gain, uint32_t length)
{
	uint32_t best = 0;

	for (uint32_t i = 1; i < length; i++) {
		gain[i] += gain[i - 1];
		if (gain[i] > gain[best])
			best = i;
	}
	return best;
}

/* Whether a repeat is like the root, and so are the kernels before both. */
static bool
can_move(const struct shifter *s, const struct instance *o, uint32_t shift)
{
	uint32_t length = s->root.end - s->root.start;

	return o->end - o->start == length && o->start >= shift &&
	    text_equal(s->text, o->start, s->root.start, length) &&
	    text_equal(s->text, o->start - shift, s->root.end - shift, shift);
}

/* Moves what can be; returns how many repeats that are, or would be. */
static size_t
move(struct shifter *s, uint32_t shift, bool really)
{
	struct instances *all = s->all;
	uint32_t firm = 0; /* where another cycle before ends */
	size_t kept = 0, moved = 0, n = all->n;

	for (size_t i = 0; i < n; i++) {
		struct instance o = all->list[i];

		if (o.cycle != s->cycle)
			firm = o.end;
		else if (!can_move(s, &o, shift) || o.start - shift < firm)
			continue;
		else {
			o.start -= shift;
			o.end -= shift;
			moved++;
		}
		if (really)
			all->list[kept++] = o;
	}
	all->n = really ? kept : n;
	return moved;
}

int
shift_repeats(const struct text *t, struct instances *all, uint32_t cycle,
    struct repeat *root)
{
	struct shifter s = {
	    .text = t, .all = all, .cycle = cycle, .root = *root};
	uint32_t length = root->end - root->start, shift = 0;
	int64_t *gain = calloc(length + 1u, sizeof *gain);
	int rc = gain ? add_rows(&s, gain) : -1;

	if (rc == 0)
		shift = best_shift(gain, length);
	if (shift > 0 && move(&s, shift, false) > 0) {
		move(&s, shift, true);
		rc = 1;
	}
	for (size_t i = all->n; i-- > 0 && rc > 0;)
		if (all->list[i].cycle == cycle)
			*root = (struct repeat){
			    all->list[i].start, all->list[i].end};
	align_free(&s.aligner);
	free(gain);
	return rc;
}
