#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tools/trace-align/gotoh.h"

/* A decision: how the best score of a cell came about, and its two runs. */
enum {
	PAIR = 0,
	RUN_X = 1, /* the best ends in kernels of x alone */
	RUN_Y = 2,
	BEST = 3,   /* mask of these */
	LONG_X = 4, /* a run of x that ends here began earlier */
	LONG_Y = 8
};

enum { FORBIDDEN = INT_MIN / 2 };

/* Scores of the cells of one row; cell 0 stands before y's first kernel. */
struct scores {
	int32_t *best;
	int32_t *run_x; /* of alignments that end in kernels of x alone */
};

struct work {
	const struct align_cycle *x, *y;
	size_t width;  /* cells of a row */
	size_t height; /* rows of a block */
	int32_t *kept; /* the scores before each block, two rows each */
	struct scores now;
	unsigned char *decisions; /* of one block */
};

static void
first_row(struct work *w)
{
	for (size_t j = 0; j < w->width; j++) {
		w->now.best[j] = j ? GOTOH_RUN : 0;
		w->now.run_x[j] = FORBIDDEN;
	}
}

/* Goes from row i to row i + 1 and notes the decisions. */
static void
next_row(const struct work *w, size_t i, unsigned char *decision)
{
	const uint32_t exact = w->x->id[ALIGN_EXACT][i];
	const uint32_t similar = w->x->id[ALIGN_SIMILAR][i];
	const uint32_t family = w->x->id[ALIGN_FAMILY][i];
	const uint32_t *y_exact = w->y->id[ALIGN_EXACT];
	const uint32_t *y_similar = w->y->id[ALIGN_SIMILAR];
	const uint32_t *y_family = w->y->id[ALIGN_FAMILY];
	int32_t *best = w->now.best, *run_x = w->now.run_x;
	int32_t diagonal = best[0], run_y = FORBIDDEN;

	best[0] = GOTOH_RUN;
	for (size_t j = 1; j < w->width; j++) {
		int32_t open_x = best[j] + GOTOH_RUN;
		int32_t open_y = best[j - 1] + GOTOH_RUN;
		int32_t pair = y_exact[j - 1] == exact ? GOTOH_EXACT
		    : y_similar[j - 1] == similar      ? GOTOH_SIMILAR
		    : y_family[j - 1] == family        ? GOTOH_FAMILY
						       : FORBIDDEN;
		int32_t top = diagonal + pair;
		int how = PAIR;

		how |= run_x[j] >= open_x ? LONG_X : 0;
		run_x[j] = run_x[j] >= open_x ? run_x[j] : open_x;
		how |= run_y >= open_y ? LONG_Y : 0;
		run_y = run_y >= open_y ? run_y : open_y;
		how |= run_x[j] >= top ? RUN_X : 0;
		top = run_x[j] >= top ? run_x[j] : top;
		how = run_y >= top ? (how & ~BEST) | RUN_Y : how;
		top = run_y >= top ? run_y : top;
		diagonal = best[j];
		best[j] = top;
		decision[j] = (unsigned char)how;
	}
}

static void
copy_scores(const struct work *w, struct scores to, struct scores from)
{
	memcpy(to.best, from.best, w->width * sizeof *to.best);
	memcpy(to.run_x, from.run_x, w->width * sizeof *to.run_x);
}

static struct scores
kept_scores(const struct work *w, size_t block)
{
	int32_t *p = w->kept + block * 2 * w->width;

	return (struct scores){p, p + w->width};
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

/* Where tracing back has come to, and in which kind of run it is. */
struct trace {
	size_t i, j;
	int run; /* RUN_X, RUN_Y, or PAIR for none */
};

/* Traces back to the row before `first`, through the block that begins there.
 */
static void
trace_back(const struct work *w, size_t first, struct trace *t, size_t *partner)
{
	while (t->i > first && t->j > 0) {
		int how = w->decisions[(t->i - 1 - first) * w->width + t->j];
		int run = t->run ? t->run : how & BEST;

		if (run == RUN_X) {
			t->i--;
			t->run = how & LONG_X ? RUN_X : PAIR;
		} else if (run == RUN_Y) {
			t->j--;
			t->run = how & LONG_Y ? RUN_Y : PAIR;
		} else {
			partner[--t->i] = --t->j;
		}
	}
}

static int
allocate(struct work *w, size_t blocks)
{
	w->kept = calloc(blocks * 2, w->width * sizeof *w->kept);
	w->now.best = calloc(w->width, sizeof *w->now.best);
	w->now.run_x = calloc(w->width, sizeof *w->now.run_x);
	w->decisions = malloc(w->height * w->width);
	return w->kept && w->now.best && w->now.run_x && w->decisions ? 0 : -1;
}

int
gotoh(const struct align_cycle *x, const struct align_cycle *y, size_t *partner)
{
	struct work w = {.x = x, .y = y, .width = y->n + 1};
	struct trace t = {.i = x->n, .j = y->n};
	size_t blocks;
	int status;

	w.height = GOTOH_BYTES / w.width + 1;
	if (w.height > x->n)
		w.height = x->n + 1;
	blocks = x->n / w.height + 1;
	for (size_t i = 0; i < x->n; i++)
		partner[i] = ALIGN_ALONE;
	status = allocate(&w, blocks);
	if (status == 0)
		survey(&w, blocks);
	for (size_t b = status ? 0 : blocks; b-- > 0;) {
		size_t first = b * w.height;

		copy_scores(&w, w.now, kept_scores(&w, b));
		for (size_t i = first; i < t.i; i++)
			next_row(&w, i, w.decisions + (i - first) * w.width);
		trace_back(&w, first, &t, partner);
	}
	free(w.kept);
	free(w.now.best);
	free(w.now.run_x);
	free(w.decisions);
	return status;
}
