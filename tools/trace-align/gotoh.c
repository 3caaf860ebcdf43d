#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/sequence/match.h"
#include "tools/trace-align/gotoh.h"

enum {
	FORBIDDEN = INT_MIN / 4, /* three times that is still a number */
	WHOLE_CELLS = 1 << 22,   /* of a table that is computed at once */
	MOST_CELLS = 1 << 26,    /* of one between pairs; a byte each */
	SURE = 16 /* equal names in a row that are pairs in long cycles */
};

/* A decision: where the best score of a cell comes from, and what continues. */
enum {
	PAIR = 0,
	RUN_X = 1, /* the best ends in kernels of x alone */
	RUN_Y = 2,
	FUSED_X = 3, /* in kernels of x that one of y fuses */
	FUSED_Y = 4,
	BEST = 7,    /* mask of these */
	LONG_X = 8,  /* a run of x that ends here began earlier */
	LONG_Y = 16, /* and so on */
	MORE_X = 32,
	MORE_Y = 64,
	INSTEAD = 128 /* a run of y that begins here follows one of x */
};

/*
 * A row of the table is a place before a kernel of x, a column one before a
 * kernel of y. Scores are those of one row; alignments that end in kernels of
 * y, in a run or fused, need their scores for one cell at a time only.
 */
struct table {
	struct ring x, y;
	bool fusions; /* may there be any? */
	int32_t *top, *run_x, *fused_x;
	int32_t *first, *behind; /* what each set scores with the row's */
	unsigned char *decisions;
};

/* May a kernel of one side fuse others of the other side? */
static bool
may_fuse(const struct ring *c)
{
	for (size_t s = 0; c->work && s < c->nsets; s++)
		for (size_t t = 0; t < s; t++)
			if (ops_meet(&c->sets[s], &c->sets[t]))
				return true;
	return false;
}

/*
 * The score of each set of operations with row i's: as the first part of a
 * fusion, or after the first. A kernel that does the same as row i is not its
 * part, and row i is not part of it.
 */
static void
find_shares(const struct table *t, size_t i)
{
	uint32_t own = t->x.work[i];

	for (size_t s = 0; s < t->x.nsets; s++) {
		int32_t share =
		    ops_share(&t->x.sets[own], &t->x.sets[s], SCORE_FAMILY);

		t->first[s] = s == own || share == 0 ? FORBIDDEN : share;
		t->behind[s] = s == own ? FORBIDDEN
		    : share == 0        ? SCORE_RUN
					: share;
	}
}

static inline int32_t
most(int32_t a, int32_t b)
{
	return a > b ? a : b;
}

/* Goes on to row i + 1 and notes the decisions. */
static inline void
next_cells(const struct table *t, size_t i, bool fusions)
{
	const struct ring *y = &t->y;
	const uint32_t exact = t->x.id[ALIGN_EXACT][i];
	const uint32_t similar = t->x.id[ALIGN_NORMALISED][i];
	const uint32_t family = t->x.id[ALIGN_FAMILY][i];
	const uint32_t *y_exact = y->id[ALIGN_EXACT];
	const uint32_t *y_similar = y->id[ALIGN_NORMALISED];
	const uint32_t *y_family = y->id[ALIGN_FAMILY];
	unsigned char *decision = t->decisions + i * y->n;
	int32_t *best = t->top, *run_x = t->run_x, *fused_x = t->fused_x;
	int32_t diagonal = best[0], left = SCORE_RUN;
	int32_t run_y = FORBIDDEN, fused_y = FORBIDDEN;

	best[0] = run_x[0] = SCORE_RUN;
	for (size_t j = 1; j <= y->n; j++) {
		int32_t open_x = best[j] + SCORE_RUN;
		int32_t open_y = left + SCORE_RUN;
		int32_t instead = run_x[j - 1] + SCORE_INSTEAD;
		int32_t pair = y_family[j - 1] != family ? FORBIDDEN
		    : y_exact[j - 1] == exact            ? SCORE_EXACT
		    : y_similar[j - 1] == similar        ? SCORE_NORMALISED
							 : SCORE_FAMILY;
		int32_t top = diagonal + pair;
		int how = PAIR, more = 0;

		if (fusions) {
			uint32_t set = y->work[j - 1];
			int32_t begin = diagonal + t->first[set];
			int32_t on_x = fused_x[j] + t->behind[set];
			int32_t on_y = fused_y + t->behind[set];

			more |= on_x >= begin ? MORE_X : 0;
			more |= on_y >= begin ? MORE_Y : 0;
			fused_x[j] = on_x = most(on_x, begin);
			fused_y = on_y = most(on_y, begin);
			how = on_x > top ? FUSED_X : how;
			top = most(on_x, top);
			how = on_y > top ? FUSED_Y : how;
			top = most(on_y, top);
		}
		more |= instead > open_y ? INSTEAD : 0;
		open_y = most(instead, open_y);
		more |= run_x[j] >= open_x ? LONG_X : 0;
		more |= run_y >= open_y ? LONG_Y : 0;
		run_x[j] = open_x = most(run_x[j], open_x);
		run_y = most(run_y, open_y);
		how = open_x >= top ? RUN_X : how;
		top = most(open_x, top);
		how = run_y >= top ? RUN_Y : how;
		top = most(run_y, top);
		diagonal = best[j];
		best[j] = left = top;
		decision[j - 1] = (unsigned char)(how | more);
	}
}

/* Two loops out of one: where nothing is fused the cells are cheaper. */
static void
fill(struct table *t)
{
	for (size_t j = 0; j <= t->y.n; j++) {
		t->top[j] = j ? SCORE_RUN : 0;
		t->run_x[j] = t->fused_x[j] = FORBIDDEN;
	}
	for (size_t i = 0; i < t->x.n; i++)
		if (t->fusions) {
			find_shares(t, i);
			next_cells(t, i, true);
		} else {
			next_cells(t, i, false);
		}
}

/* Where tracing back has come to, and what it is in: PAIR for nothing. */
struct trace {
	size_t i, j;
	int in;
};

/* One step back from a cell with this decision; was it a pair? */
static bool
step_back(struct trace *t, int how)
{
	switch (t->in ? t->in : how & BEST) {
	case RUN_X:
		t->i--;
		t->in = how & LONG_X ? RUN_X : PAIR;
		return false;
	case RUN_Y:
		t->j--;
		t->in = how & LONG_Y ? RUN_Y : how & INSTEAD ? RUN_X : PAIR;
		return false;
	case FUSED_X:
		t->i--;
		t->j -= !(how & MORE_X);
		t->in = how & MORE_X ? FUSED_X : PAIR;
		return false;
	case FUSED_Y:
		t->j--;
		t->i -= !(how & MORE_Y);
		t->in = how & MORE_Y ? FUSED_Y : PAIR;
		return false;
	default:
		t->i--;
		t->j--;
		return true;
	}
}

static struct ring
part(const struct ring *c, size_t from, size_t to)
{
	struct ring p = *c;

	for (int tier = 0; tier < ALIGN_TIERS; tier++)
		p.id[tier] += from;
	if (p.work)
		p.work += from;
	p.n = to - from;
	return p;
}

/* A stretch of both sequences. */
struct stretch {
	size_t x_from, x_to, y_from, y_to;
};

/* Two cycles, and what is known of their pairs. */
struct alignment {
	const struct ring *x, *y;
	size_t *partner;
	int64_t score;
};

/* Aligns a stretch, in which no kernel has a partner yet; adds its score. */
static void
align_stretch(struct alignment *a, struct stretch s)
{
	struct table t = {part(a->x, s.x_from, s.x_to),
	    part(a->y, s.y_from, s.y_to), .fusions = may_fuse(a->x)};
	size_t n = t.x.n, m = t.y.n, nsets = t.x.nsets;
	struct trace back = {n, m, PAIR};

	t.top = xcalloc(3 * (m + 1), sizeof *t.top);
	t.run_x = t.top + m + 1;
	t.fused_x = t.run_x + m + 1;
	t.first = xcalloc(2 * (nsets + 1), sizeof *t.first);
	t.behind = t.first + nsets + 1;
	t.decisions = xmalloc(n * m + 1);
	fill(&t);
	a->score += t.top[m];
	while (back.i > 0 && back.j > 0)
		if (step_back(
			&back, t.decisions[(back.i - 1) * m + back.j - 1]))
			a->partner[s.x_from + back.i] = s.y_from + back.j;
	free(t.top);
	free(t.first);
	free(t.decisions);
}

static bool
fits(struct stretch s, size_t cells)
{
	size_t n = s.x_to - s.x_from, m = s.y_to - s.y_from;

	return m == 0 || n <= cells / m;
}

/* How many kernels in a row match such in a row. */
static size_t
count_matches(const uint32_t *to, size_t n)
{
	size_t k = 1;

	while (k < n && to[0] != MATCH_NONE && to[k] == to[0] + k)
		k++;
	return to[0] == MATCH_NONE ? 0 : k;
}

static void
take_pairs(struct alignment *a, size_t i, size_t j, size_t n)
{
	for (; n > 0; n--, i++, j++) {
		a->partner[i] = j;
		a->score += score_of_pair[ring_tier(a->x, i, a->y, j)];
	}
}

static void divide(struct alignment *a, struct stretch s, const uint32_t *to,
    int tier, size_t least);

/* Divides a stretch by what matches in the tier, as long as there is one. */
static void
match_tier(struct alignment *a, struct stretch s, int tier)
{
	uint32_t *to;

	if (tier == ALIGN_TIERS)
		return;
	to = xcalloc(a->x->n, sizeof *to);
	match_symbols(a->x->id[tier] + s.x_from, s.x_to - s.x_from,
	    a->y->id[tier] + s.y_from, s.y_to - s.y_from, to + s.x_from);
	for (size_t i = s.x_from; i < s.x_to; i++)
		if (to[i] != MATCH_NONE)
			to[i] += (uint32_t)s.y_from;
	divide(a, s, to, tier, SURE);
	free(to);
}

/* Aligns a stretch between matches; one too long is divided further. */
static void
align_between(struct alignment *a, struct stretch s, const uint32_t *to,
    int tier, size_t least)
{
	if (fits(s, MOST_CELLS))
		align_stretch(a, s);
	else if (least > 1)
		divide(a, s, to, tier, 1);
	else
		match_tier(a, s, tier + 1);
}

/*
 * Pairs runs of at least `least` kernels that match, and aligns the stretches
 * between; to[i] is the kernel of y that i of x matches in the tier.
 */
static void
divide(struct alignment *a, struct stretch s, const uint32_t *to, int tier,
    size_t least)
{
	struct stretch t = s;

	t.x_to = s.x_from;
	while (t.x_to < s.x_to) {
		size_t n = count_matches(to + t.x_to, s.x_to - t.x_to);

		if (n < least) {
			t.x_to += n ? n : 1;
			continue;
		}
		t.y_to = to[t.x_to];
		align_between(a, t, to, tier, least);
		take_pairs(a, t.x_to, t.y_to, n);
		t.x_from = t.x_to += n;
		t.y_from = t.y_to + n;
	}
	t.y_to = s.y_to;
	align_between(a, t, to, tier, least);
}

void
gotoh(
    const struct ring *x, const struct ring *y, size_t *partner, int64_t *score)
{
	struct alignment a = {x, y, partner, 0};
	struct stretch all = {0, x->n, 0, y->n};

	for (size_t i = 0; i < x->n; i++)
		partner[i] = ALIGN_ALONE;
	if (fits(all, WHOLE_CELLS))
		align_stretch(&a, all);
	else
		match_tier(&a, all, ALIGN_EXACT);
	*score = a.score;
}
