#include <stdlib.h>

#include "common/bytes/buf.h"
#include "tools/trace-cycles/occurrence.h"

#define NONE UINT32_MAX

/* The state of cutting arrays into repeats. */
struct cutter {
	struct cutting how;
	size_t p; /* symbols of the body */
	uint32_t kernels, most, most_at_end;
	int64_t wrong; /* price of a wrong kernel */

	struct occurrences *out; /* NULL: they are weighed only */

	/* of the array, of repeats that count */
	uint32_t array;
	uint32_t end; /* symbols up to here are in repeats */
	size_t good;
	uint64_t faults;
	/* of all arrays before */
	struct weight weight;

	/* the repeat so far */
	struct occurrence o;
	uint32_t used; /* symbols of the body */
	uint32_t too_many, left_out;
	uint32_t before;         /* kernels of the body before it began */
	uint32_t places;         /* at which something is wrong */
	uint32_t clean, fitting; /* kernels before the first, after the last */
};

static void
next_repeat(struct cutter *k)
{
	k->o = (struct occurrence){.start = NONE, .array = k->array};
	k->used = k->too_many = k->left_out = k->before = 0;
	k->places = k->clean = k->fitting = 0;
}

static void
keep(struct cutter *k, struct occurrence o)
{
	if (o.counts) {
		k->good++;
		k->faults += o.faults;
	}
	if (k->out)
		ARRAY_PUSH(k->out->list, k->out->n, &k->out->cap, o);
}

/* The place in the body of the symbol that is i after its rotation; i <= p. */
static size_t
place_of(const struct cutter *k, size_t i)
{
	size_t place = k->how.rotation + i;

	return place < k->p ? place : place - k->p;
}

static uint32_t
symbol_at(const struct cutter *k, size_t i)
{
	return k->how.body->symbol[place_of(k, i)];
}

/* The kernels of the body before symbol i, from the rotation on; i <= p. */
static uint32_t
kernels_before(const struct cutter *k, size_t i)
{
	if (i == k->p)
		return k->kernels;
	return sequence_kernels_round(
	    k->how.body, k->how.rotation, place_of(k, i));
}

/* The kernels of n symbols from symbol i on. */
static uint32_t
kernels_from(const struct cutter *k, size_t i, size_t n)
{
	return kernels_before(k, i + n) - kernels_before(k, i);
}

/* The kernels of the body that a repeat has not come to. */
static uint32_t
behind_repeat(const struct cutter *k)
{
	return k->kernels - kernels_before(k, k->used);
}

/*
 * Whether all faults, at `places` of a repeat, are in one part of it, more
 * often than by chance: then that part is of something else, and the repeat is
 * cut through the middle of two. A part so small that all of it may be wrong
 * may be another head or tail.
 */
static bool
is_of_two(uint32_t kernels, uint32_t clean, uint32_t places)
{
	uint32_t part = kernels - clean;
	uint64_t chance = (uint64_t)1 << 32, margin = chance >> CHANCE_MARGIN;

	if (part <= tolerated_faults(kernels))
		return false;
	for (uint32_t i = 0; i < places && chance >= margin; i++)
		chance = chance * part / kernels;
	return chance < margin;
}

/*
 * The decision: is this a repeat, was it cut off, or is it nothing at all? What
 * lacks half of a body that is hardly more than rows is something else.
 */
static void
judge(const struct cutter *k, struct occurrence *o)
{
	uint32_t missing = k->before + behind_repeat(k);
	uint32_t left_out = k->left_out + missing, there = o->to - o->from;
	uint32_t most_wrong = tolerated_faults(there), inside;
	bool at_end =
	    k->how.is_trace && (o->start == 0 || o->end == k->how.text->n);

	inside = k->too_many > k->left_out ? k->too_many : k->left_out;
	o->faults = k->too_many > left_out ? k->too_many : left_out;
	o->counts = o->faults <= k->most && missing <= k->most_at_end &&
	    2 * (size_t)o->none < k->p && !(missing && at_end) &&
	    !is_of_two(k->kernels, k->clean, k->places) &&
	    !is_of_two(k->kernels, k->fitting, k->places);
	o->partial = !o->counts && missing && inside <= most_wrong;
	o->cut = o->partial && at_end;
}

static void
end_repeat(struct cutter *k)
{
	struct occurrence o = k->o;

	if (o.start != NONE) {
		o.from = k->before;
		o.to = kernels_before(k, k->used);
		judge(k, &o);
		keep(k, o);
	}
	next_repeat(k);
}

/* Takes symbols of the text, for n of the body. */
static void
take(struct cutter *k, uint32_t start, uint32_t there, uint32_t n)
{
	if (there && k->o.start == NONE)
		k->o.start = start;
	if (there)
		k->o.end = k->end = start + there;
	k->used += n;
	if (k->used == k->p)
		end_repeat(k);
}

/* Whole repeats without a fault; returns how many symbols they are. */
static uint32_t
cut_whole(struct cutter *k, uint32_t start, uint32_t n)
{
	uint32_t p = (uint32_t)k->p, times = n / p;

	if (!k->out) {
		k->good += times;
		return times * p;
	}
	for (uint32_t i = 0; i < times; i++)
		keep(k,
		    (struct occurrence){.start = start + i * p,
			.end = start + (i + 1) * p,
			.to = k->kernels,
			.saved = p * SCORE_SYMBOL,
			.array = k->array,
			.counts = true});
	return times * p;
}

static void
cut_block(struct cutter *k, const struct block *s)
{
	uint32_t start = s->start, left = s->n;

	k->weight.all += sequence_kernels(k->how.text, start, start + left);
	while (left) {
		uint32_t n = (uint32_t)k->p - k->used;

		if (k->used == 0 && left >= k->p) {
			n = cut_whole(k, start, left);
		} else {
			n = n < left ? n : left;
			k->o.saved += n * SCORE_SYMBOL;
			take(k, start, n, n);
		}
		start += n;
		left -= n;
	}
}

/* Notes `many` kernels too many, and `left_out` of the body in their place. */
static void
note_wrong(struct cutter *k, uint32_t many, uint32_t left_out)
{
	if (k->places++ == 0)
		k->clean = kernels_before(k, k->used);
	k->fitting = behind_repeat(k) - left_out;
	k->too_many += many;
	k->left_out += left_out;
}

/* Two symbols of a repeat changed places. */
static void
cut_swap(struct cutter *k, uint32_t start)
{
	uint32_t moved = kernels_from(k, k->used, 1);

	note_wrong(k, moved, moved);
	k->o.saved += 2 * SCORE_SYMBOL - PRICE_FAULT - k->wrong * moved;
	take(k, start, 2, 2);
}

/*
 * Symbols too many, and symbols of the body left out: in pairs as long as there
 * are both. What is too many between two repeats belongs to neither.
 */
static void
cut_fault(struct cutter *k, const struct block *s)
{
	uint32_t start = s->start + s->n, many = block_too_many(s, s + 1);
	uint32_t left_out = block_left_out(s, s + 1, k->p);

	if (left_out == 0 && k->used == 0)
		return;
	if (k->used + 2 <= k->p &&
	    block_is_swap(s, s + 1, k->how.text, k->how.body)) {
		cut_swap(k, start);
		return;
	}
	do {
		uint32_t n = (uint32_t)k->p - k->used, extra = many, w, d;

		if (left_out < n)
			n = left_out;
		else if (extra > n)
			extra = n;
		w = sequence_kernels(k->how.text, start, start + extra);
		d = w ? kernels_from(k, k->used, n)
		      : sequence_missing_round(
			    k->how.body, place_of(k, k->used), n);
		k->o.none += d == 0 ? n : 0;
		note_wrong(k, w, d);
		k->o.saved -= PRICE_FAULT + k->wrong * (w + d);
		take(k, start, extra, n);
		start += extra;
		many -= extra;
		left_out -= n;
	} while (left_out);
}

/* One that stands alone must be beyond doubt. */
static void
judge_array(struct cutter *k, size_t first)
{
	bool doubtful =
	    k->good == 1 && k->faults > k->kernels / TOLERATED_ALONE;

	if (!doubtful) {
		k->weight.whole += (int64_t)k->good * k->kernels;
		k->weight.whole -= (int64_t)k->faults;
		k->weight.faults += k->faults;
	}
	for (size_t i = first; doubtful && k->out && i < k->out->n; i++)
		k->out->list[i].counts = false;
	k->good = 0;
	k->faults = 0;
}

/*
 * Takes n symbols of the text in the place of those of the body from symbol i
 * on, unless too many are wrong.
 */
static bool
take_in_place(struct cutter *k, uint32_t start, uint32_t i, uint32_t n)
{
	const uint32_t *there = k->how.text->symbol + start;
	uint32_t wrong = 0;

	for (uint32_t at = 0; at < n && wrong <= k->most; at++)
		if (there[at] != symbol_at(k, i + at))
			wrong += kernels_from(k, i + at, 1);
	if (wrong > k->most)
		return false;
	k->used = i;
	for (uint32_t at = start; at < start + n; at++) {
		if (k->how.text->symbol[at] != symbol_at(k, k->used))
			note_wrong(k, sequence_kernels(k->how.text, at, at + 1),
			    kernels_from(k, k->used, 1));
		take(k, at, 1, 1);
	}
	return true;
}

/*
 * Where other kernels stand just behind the first ones of a repeat, or just
 * before the last ones, the alignment leaves these out, because they do not
 * outweigh the others; and what two loops have in common where one follows the
 * other, be it a whole repeat, it gives to either. If they are in their place,
 * the repeat is whole.
 */
static void
complete_start(struct cutter *k, uint32_t start, uint32_t previous)
{
	uint32_t n = k->used ? k->used : (uint32_t)k->p;

	if (start >= previous + n &&
	    k->how.text->symbol[start - n] == symbol_at(k, 0) &&
	    take_in_place(k, start - n, 0, n))
		k->before = 0;
}

static void
complete_end(struct cutter *k, size_t next)
{
	uint32_t n = (uint32_t)k->p - k->used;

	if (k->o.start != NONE && k->o.end + n <= next &&
	    k->how.text->symbol[k->o.end + n - 1] == symbol_at(k, k->p - 1))
		take_in_place(k, k->o.end, k->used, n);
}

/* Returns the number of the next one. */
static size_t
cut_array(struct cutter *k, const struct tandem_arrays *t, size_t array)
{
	const struct block *s = &t->block[array];
	size_t known = k->out ? k->out->n : 0, end = array;
	size_t p = k->p, n = k->how.text->n;

	k->array = (uint32_t)array;
	next_repeat(k);
	k->used = (s->place + p - k->how.rotation) % p;
	k->before = kernels_before(k, k->used);
	complete_start(k, s->start, k->end);
	cut_block(k, s);
	for (; tandem_arrays_go_on(t, end); end++, s++) {
		cut_fault(k, s);
		cut_block(k, s + 1);
	}
	end++;
	k->end = s->start + s->n;
	if (k->used) {
		complete_end(k, end < t->blocks ? s[1].start : n);
		end_repeat(k);
	}
	judge_array(k, known);
	return end;
}

static void
cut(struct cutter *k, const struct cutting *how, const struct tandem_arrays *t,
    int64_t most)
{
	const struct weight *w = &k->weight;

	k->how = *how;
	k->p = how->body->n;
	k->kernels = sequence_all_kernels(how->body);
	k->wrong = price_of_wrong_kernel(k->kernels);
	k->most = tolerated_faults(k->kernels);
	k->most_at_end = tolerated_at_end(k->kernels);
	for (size_t a = 0; a < t->blocks && w->all - w->whole <= most;)
		a = cut_array(k, t, a);
}

void
occurrences_find(struct occurrences *out, const struct cutting *how,
    const struct tandem_arrays *t)
{
	struct cutter k = {.out = out};

	*out = (struct occurrences){0};
	cut(&k, how, t, INT64_MAX);
}

struct weight
occurrences_weigh(
    const struct cutting *how, const struct tandem_arrays *t, int64_t most)
{
	struct cutter k = {.out = NULL};

	cut(&k, how, t, most);
	return k.weight;
}
