#include <math.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-align/match_share.h"

/*
 * In pairs of cycles of real traces, the same layer or step, eager and
 * compiled, on GPUs of two makers or in two phases, had 68 % and more in
 * common; models of one family had 55 to 58 %, others up to 63 %, which
 * matched_activations tells. One fusion whose name does not say what it does
 * takes two kinds away.
 */
static const double doubtful = 0.6;
enum { FEW = 2 };

/*
 * In the same pairs, 69 % and more of the kernels had a partner at their place,
 * down to 0 % of the time under names of both; of eager and compiled steps of
 * one GPU, 75 % of the kernels. Of other models, most had less of both.
 */
static const double placed_least = 2. / 3, named_least = 1. / 3;

/* Of a kind of kernels: how many has each side, and is one matched? */
struct seen {
	size_t rows[2];
	bool matched[2];
};

static void
count_row(struct tally *t, const struct pair *p, const struct row *r)
{
	bool matched = pair_is_matched(p);

	t->rows++;
	t->matched_rows += matched;
	t->placed += matched && p->match != MOVED;
	t->time += r->sum;
	t->named_time +=
	    pair_has_both(p) && p->tier < ALIGN_FAMILY ? r->sum : 0;
	t->matched_time += matched ? r->sum : 0;
}

/* Times of one kernel differ by less than half, or it is not known. */
static bool
is_steady(const struct row *r)
{
	return 2 * (double)r->deviation * (double)r->count <= (double)r->sum;
}

/*
 * Does a pair tell which work it is? Any two programs wait for other ranks, and
 * a name that no rule and no word explains may be that of all kernels.
 */
static bool
tells_work(const struct pair *p, const struct likeness *names)
{
	if (!pair_has_both(p))
		return false;
	if (ops_count(likeness_ops(names, p->a->name)) == 0)
		return p->tier < ALIGN_FAMILY && is_steady(p->a) &&
		    is_steady(p->b);
	return span_is(p->family, "communication")
	    ? p->tier == ALIGN_EXACT
	    : p->tier < ALIGN_FAMILY || p->family.n == 0;
}

/* --- layers --- */

/* Of two layers any kernel that is missing is the half. */
enum { LAYERS_LEAST = 3 };

/* Of the kernels of one name on a side: all, and those without partner. */
struct named {
	size_t all, alone;
	int64_t time, alone_time;
};

/* Is the same share of k alone as of the layers, to within one kernel? */
static bool
is_part_of(const struct named *k, const struct named *layer)
{
	int64_t all = (int64_t)layer->all;
	int64_t off =
	    (int64_t)(k->alone * layer->all) - (int64_t)(k->all * layer->alone);

	return k->alone > 0 && off <= all && off >= -all;
}

/*
 * Is that part of the names with most of the time alone, and are there as many
 * layers? Names that come as often must hold a tenth of the time: others come
 * twice in a layer, or in few.
 */
static bool
is_layer(const struct named *names, size_t n, const struct named *layer)
{
	int64_t time = 0, part = 0, once = 0;

	if (layer->alone == 0 || layer->all - layer->alone < LAYERS_LEAST)
		return false;
	for (size_t i = 0; i < n; i++) {
		const struct named *k = &names[i];
		bool same = k->all == layer->all && k->alone == layer->alone;

		time += k->time;
		part += is_part_of(k, layer) ? k->time : 0;
		once += same ? k->time : 0;
	}
	return part > time / 2 && once >= time / 10;
}

/* A side has more layers if it has the same part of most names alone. */
static void
find_layers(struct layers *found, const struct named *names, size_t n, int side)
{
	int64_t time = 0, alone = 0;

	for (size_t i = 0; i < n; i++) {
		const struct named *k = &names[i];

		time += k->time;
		alone += k->alone_time;
		if ((found->n[side] == 0 || k->all < found->n[side]) &&
		    is_layer(names, n, k)) {
			found->n[side] = k->all;
			found->n[!side] = k->all - k->alone;
		}
	}
	found->share = time ? (double)alone / (double)time : 0;
}

/* Counts the names of the side of which more is alone. */
static void
count_layers(struct matched *m, const struct pair *p, size_t n,
    const struct likeness *names)
{
	struct named *of = xcalloc((size_t)names->n + 1, sizeof *of);
	int side = m->side[1].time - m->side[1].matched_time >
	    m->side[0].time - m->side[0].matched_time;

	for (size_t i = 0; i < n; i++) {
		const struct row *r = pair_side(&p[i], side);
		struct named *k;

		if (!r)
			continue;
		k = &of[names->tier[ALIGN_EXACT][r->name]];
		k->all++;
		k->time += r->sum;
		k->alone += !pair_is_matched(&p[i]);
		k->alone_time += pair_is_matched(&p[i]) ? 0 : r->sum;
	}
	find_layers(&m->layers, of, names->n, side);
	free(of);
}

/* --- all that is counted --- */

/*
 * How often the shorter cycle is in the longer one, as a layer in a step: about
 * as often as their lengths tell, if three quarters of the shorter one are
 * matched, and the longer one and `times` of the shorter have three quarters of
 * either in common, by kinds. One kind alone says nothing.
 */
static size_t
find_times(const struct tally side[2], const struct seen *kind, size_t n)
{
	int longer = side[1].rows > side[0].rows;
	size_t most = side[longer].rows, least = side[!longer].rows, known = 0;
	size_t times = least ? (most + least / 2) / least : 1;
	size_t all = times * least > most ? times * least : most;

	for (size_t i = 0; i < n; i++) {
		size_t rows = kind[i].rows[longer];
		size_t parts = times * kind[i].rows[!longer];

		known += rows < parts ? rows : parts;
	}
	if (4 * side[!longer].matched_rows < 3 * least || 4 * known < 3 * all ||
	    side[!longer].kinds < 2)
		return 1;
	return times;
}

void
matched_count(struct matched *m, const struct pair *p, size_t n,
    const struct likeness *names)
{
	/* No more kinds than names. */
	struct seen *seen = xcalloc((size_t)names->n + 1, sizeof *seen);

	*m = (struct matched){0};
	for (size_t i = 0; i < n; i++) {
		m->known |= tells_work(&p[i], names);
		for (int s = 0; s < 2; s++) {
			const struct row *r = pair_side(&p[i], s);
			struct seen *of;

			if (!r)
				continue;
			of = &seen[names->tier[ALIGN_FAMILY][r->name]];
			of->rows[s]++;
			of->matched[s] |= pair_is_matched(&p[i]);
			count_row(&m->side[s], &p[i], r);
		}
	}
	for (size_t i = 0; i < 2 * (size_t)names->n; i++) {
		m->side[i % 2].kinds += seen[i / 2].rows[i % 2] > 0;
		m->side[i % 2].matched_kinds += seen[i / 2].matched[i % 2];
	}
	m->times = find_times(m->side, seen, names->n);
	free(seen);
	count_layers(m, p, n, names);
}

double
matched_of_time(const struct tally *t)
{
	return t->time ? (double)t->matched_time / (double)t->time : 1;
}

double
matched_of_kinds(const struct tally *t)
{
	return t->kinds ? (double)t->matched_kinds / (double)t->kinds : 1;
}

double
matched_of_names(const struct tally *t)
{
	return t->time ? (double)t->named_time / (double)t->time : 1;
}

double
matched_share(const struct matched *m)
{
	return fmin(matched_of_time(&m->side[0]), matched_of_time(&m->side[1]));
}

double
matched_kinds(const struct matched *m)
{
	const struct tally *a = &m->side[0], *b = &m->side[1];
	double all = (double)(a->kinds + b->kinds);
	double common = (double)(a->matched_kinds + b->matched_kinds) / 2;

	return all > 0 ? common / (all - common) : 1;
}

bool
matched_is_one_kind(const struct matched *m)
{
	return m->side[0].kinds == 1 && m->side[1].kinds == 1 && !m->known;
}

/* Have less than this share of a side's kernels, all but few, a partner? */
static bool
lacks_places(const struct tally *t, double least, size_t few)
{
	return (double)t->placed < least * (double)t->rows &&
	    t->rows - t->placed > few;
}

bool
matched_is_displaced(const struct matched *m)
{
	const struct tally *a = &m->side[0], *b = &m->side[1];
	double named = fmin(matched_of_names(a), matched_of_names(b));

	return lacks_places(a, 0.5, 0) || lacks_places(b, 0.5, 0) ||
	    (named < named_least &&
		(lacks_places(a, placed_least, FEW) ||
		    lacks_places(b, placed_least, FEW)));
}

bool
matched_is_doubtful(const struct matched *m)
{
	const struct tally *a = &m->side[0], *b = &m->side[1];

	return matched_kinds(m) < doubtful &&
	    (a->kinds - a->matched_kinds > FEW ||
		b->kinds - b->matched_kinds > FEW);
}

/* --- activation functions --- */

/* All operations of one side. */
static struct ops
join_side(
    const struct pair *p, size_t n, int side, const struct likeness *names)
{
	struct ops all = {0};

	for (size_t i = 0; i < n; i++) {
		const struct row *row = pair_side(&p[i], side);

		if (row)
			ops_join(&all, likeness_ops(names, row->name));
	}
	return all;
}

/* Finds one that this side applies and the other does not. */
static bool
find_own(const struct ops *side, const struct ops *other,
    const struct likeness *names, enum activation *own)
{
	for (int i = 0; i < ACTIVATIONS; i++)
		if (ops_meet(side, &names->activation[i]) &&
		    !ops_meet(other, &names->activation[i])) {
			*own = (enum activation)i;
			return true;
		}
	return false;
}

bool
matched_activations(struct activations *found, const struct pair *p, size_t n,
    const struct likeness *names)
{
	struct ops a = join_side(p, n, 0, names);
	struct ops b = join_side(p, n, 1, names);

	return find_own(&a, &b, names, &found->a) &&
	    find_own(&b, &a, names, &found->b);
}
