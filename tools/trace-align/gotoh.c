#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tools/trace-align/gotoh.h"

/* A decision: how the best score of a cell came about, and what goes on. */
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
	MORE_Y = 64
};

enum { FORBIDDEN = INT_MIN / 4 }; /* twice that is still a number */

/*
 * Scores of the cells of one row, one array behind the other; cell 0 stands
 * before y's first kernel. Those of alignments that end in kernels of y, in a
 * run or fused, are needed for one cell at a time.
 */
enum { TOP, ENDS_RUN_X, ENDS_FUSED_X, SCORES };

struct work {
	const struct align_cycle *x, *y;
	size_t width;  /* cells of a row */
	size_t height; /* rows of a block */
	int32_t *kept; /* the scores before each block */
	int32_t *now;
	bool fusions;             /* may there be any? */
	int32_t *first, *behind;  /* what each set scores with row i's */
	unsigned char *decisions; /* of one block */
};

static void
first_row(struct work *w)
{
	for (size_t j = 0; j < w->width; j++) {
		w->now[TOP * w->width + j] = j ? GOTOH_RUN : 0;
		w->now[ENDS_RUN_X * w->width + j] = FORBIDDEN;
		w->now[ENDS_FUSED_X * w->width + j] = FORBIDDEN;
	}
}

/* May a kernel of one side fuse others of the other side? */
static bool
may_fuse(const struct align_cycle *c)
{
	for (size_t s = 0; c->work && s < c->nsets; s++)
		for (size_t t = 0; t < s; t++)
			if (ops_meet(&c->sets[s], &c->sets[t]))
				return true;
	return false;
}

/*
 * What each set scores with row i's: as the first part of a fusion, or behind
 * the first. What does the same as row i is neither its part nor among its
 * parts.
 */
static void
find_shares(const struct work *w, size_t i)
{
	const struct align_cycle *x = w->x;
	uint32_t own = x->work[i];

	for (size_t s = 0; s < x->nsets; s++) {
		int32_t share =
		    ops_share(&x->sets[own], &x->sets[s], GOTOH_FAMILY);

		w->first[s] = s == own || share == 0 ? FORBIDDEN : share;
		w->behind[s] = s == own ? FORBIDDEN
		    : share == 0        ? GOTOH_RUN
					: share;
	}
}

static inline int32_t
most(int32_t a, int32_t b)
{
	return a > b ? a : b;
}

/* Goes from row i to row i + 1 and notes the decisions. */
static inline void
next_cells(
    const struct work *w, size_t i, unsigned char *decision, bool fusions)
{
	const struct align_cycle *x = w->x, *y = w->y;
	const uint32_t exact = x->id[ALIGN_EXACT][i];
	const uint32_t similar = x->id[ALIGN_SIMILAR][i];
	const uint32_t family = x->id[ALIGN_FAMILY][i];
	const uint32_t *y_exact = y->id[ALIGN_EXACT];
	const uint32_t *y_similar = y->id[ALIGN_SIMILAR];
	const uint32_t *y_family = y->id[ALIGN_FAMILY];
	const uint32_t *y_work = y->work;
	const int32_t *first = w->first, *behind = w->behind;
	int32_t *best = w->now + TOP * w->width;
	int32_t *run_x = w->now + ENDS_RUN_X * w->width;
	int32_t *fused_x = w->now + ENDS_FUSED_X * w->width;
	int32_t diagonal = best[0], run_y = FORBIDDEN, fused_y = FORBIDDEN;

	best[0] = GOTOH_RUN;
	for (size_t j = 1, width = w->width; j < width; j++) {
		int32_t open_x = best[j] + GOTOH_RUN;
		int32_t open_y = best[j - 1] + GOTOH_RUN;
		int32_t pair = y_exact[j - 1] == exact ? GOTOH_EXACT
		    : y_similar[j - 1] == similar      ? GOTOH_SIMILAR
		    : y_family[j - 1] == family        ? GOTOH_FAMILY
						       : FORBIDDEN;
		int32_t top = diagonal + pair;
		int how = PAIR, more = 0;

		if (fusions) {
			uint32_t set = y_work[j - 1];
			int32_t begin = diagonal + first[set];
			int32_t on_x = fused_x[j] + behind[set];
			int32_t on_y = fused_y + behind[set];

			more |= on_x >= begin ? MORE_X : 0;
			more |= on_y >= begin ? MORE_Y : 0;
			fused_x[j] = on_x = most(on_x, begin);
			fused_y = on_y = most(on_y, begin);
			how = on_x > top ? FUSED_X : how;
			top = most(on_x, top);
			how = on_y > top ? FUSED_Y : how;
			top = most(on_y, top);
		}
		more |= run_x[j] >= open_x ? LONG_X : 0;
		more |= run_y >= open_y ? LONG_Y : 0;
		run_x[j] = open_x = most(run_x[j], open_x);
		run_y = most(run_y, open_y);
		how = open_x >= top ? RUN_X : how;
		top = most(open_x, top);
		how = run_y >= top ? RUN_Y : how;
		top = most(run_y, top);
		diagonal = best[j];
		best[j] = top;
		decision[j] = (unsigned char)(how | more);
	}
}

/* Two loops out of one: where nothing is fused the cells are cheaper. */
static void
next_row(const struct work *w, size_t i, unsigned char *decision)
{
	if (w->fusions) {
		find_shares(w, i);
		next_cells(w, i, decision, true);
	} else {
		next_cells(w, i, decision, false);
	}
}

static int32_t *
kept_scores(const struct work *w, size_t block)
{
	return w->kept + block * SCORES * w->width;
}

static void
copy_scores(const struct work *w, int32_t *to, const int32_t *from)
{
	memcpy(to, from, SCORES * w->width * sizeof *to);
}

/* Keeps the scores before each of the blocks. */
static void
survey(struct work *w, size_t blocks)
{
	first_row(w);
	copy_scores(w, kept_scores(w, 0), w->now);
	for (size_t b = 1; b < blocks; b++) {
		for (size_t i = (b - 1) * w->height; i < b * w->height; i++)
			next_row(w, i, w->decisions);
		copy_scores(w, kept_scores(w, b), w->now);
	}
}

/* Where tracing back has come to, and what it is in: PAIR for nothing. */
struct trace {
	size_t i, j;
	int in;
};

/* Kernel i is fused with j, and with those that it is already. */
static void
note_fused(struct place *p, size_t j)
{
	if (p->how == ALONE)
		p->last = j;
	p->how = FUSED;
	p->first = j;
}

/* One step back from a cell with this decision. */
static void
step_back(struct trace *t, int how, struct place *places)
{
	switch (t->in ? t->in : how & BEST) {
	case RUN_X:
		t->i--;
		t->in = how & LONG_X ? RUN_X : PAIR;
		break;
	case RUN_Y:
		t->j--;
		t->in = how & LONG_Y ? RUN_Y : PAIR;
		break;
	case FUSED_X:
		note_fused(&places[--t->i], t->j - 1);
		t->j -= !(how & MORE_X);
		t->in = how & MORE_X ? FUSED_X : PAIR;
		break;
	case FUSED_Y:
		note_fused(&places[t->i - 1], --t->j);
		t->i -= !(how & MORE_Y);
		t->in = how & MORE_Y ? FUSED_Y : PAIR;
		break;
	default:
		t->i--;
		t->j--;
		places[t->i] = (struct place){PAIRED, t->j, t->j};
	}
}

/* Traces back to the row before `first`, through the block that begins there.
 */
static void
trace_back(
    const struct work *w, size_t first, struct trace *t, struct place *places)
{
	while (t->i > first && t->j > 0)
		step_back(t, w->decisions[(t->i - 1 - first) * w->width + t->j],
		    places);
}

static int
allocate(struct work *w, size_t blocks)
{
	size_t row = SCORES * w->width;

	w->kept = calloc(blocks, row * sizeof *w->kept);
	w->now = calloc(row, sizeof *w->now);
	w->first = calloc(w->x->nsets + 1, sizeof *w->first);
	w->behind = calloc(w->x->nsets + 1, sizeof *w->behind);
	w->decisions = malloc(w->height * w->width);
	return w->kept && w->now && w->first && w->behind && w->decisions ? 0
									  : -1;
}

int
gotoh(const struct align_cycle *x, const struct align_cycle *y,
    struct place *places)
{
	struct work w = {
	    .x = x, .y = y, .width = y->n + 1, .fusions = may_fuse(x)};
	struct trace t = {.i = x->n, .j = y->n};
	size_t blocks;
	int status;

	w.height = GOTOH_BYTES / w.width + 1;
	if (w.height > x->n)
		w.height = x->n + 1;
	blocks = x->n / w.height + 1;
	for (size_t i = 0; i < x->n; i++)
		places[i] = (struct place){ALONE, 0, 0};
	status = allocate(&w, blocks);
	if (status == 0)
		survey(&w, blocks);
	for (size_t b = status ? 0 : blocks; b-- > 0;) {
		size_t first = b * w.height;

		copy_scores(&w, w.now, kept_scores(&w, b));
		for (size_t i = first; i < t.i; i++)
			next_row(&w, i, w.decisions + (i - first) * w.width);
		trace_back(&w, first, &t, places);
	}
	free(w.kept);
	free(w.now);
	free(w.first);
	free(w.behind);
	free(w.decisions);
	return status;
}
