#include <stdbool.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-align/band.h"
#include "tools/trace-align/checkpoint.h"
#include "tools/trace-align/gotoh.h"

/* Where the decisions of a row are, those from column `from` on. */
struct line {
	size_t from;
	const unsigned char *decisions;
};

struct work {
	struct band cells;
	struct line *lines;       /* of each row */
	unsigned char *decisions; /* of the rows after row `first` */
	size_t first, room, used;
	uint64_t cells_left; /* before it takes too long */
};

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

/* Traces back through the rows whose decisions are there. */
static void
trace_back(const struct work *w, struct trace *t, struct place *places)
{
	while (t->i > w->first && t->j > 0) {
		const struct line *l = &w->lines[t->i];

		step_back(t, l->decisions[t->j - l->from], places);
	}
}

/* The room for decisions is full: the next begin it anew. */
static void
refill(struct work *w, struct checkpoints *s)
{
	w->first = w->cells.row;
	w->used = 0;
	checkpoints_offer(s, &w->cells);
}

/* The decisions of the next row; how many there are. */
static size_t
next_row(struct work *w)
{
	struct band *c = &w->cells;
	unsigned char *decisions = w->decisions + w->used;
	size_t n;

	w->lines[c->row + 1] = (struct line){c->from, decisions};
	n = band_next(c, decisions);
	w->used += n;
	return n;
}

/*
 * Goes on to row `last`. Returns 1, 0 when nothing is left within the max_loss
 * before, or an align_failure.
 */
static int
compute_rows(struct work *w, size_t last, struct checkpoints *s)
{
	struct band *c = &w->cells;

	checkpoints_init(s);
	refill(w, s);
	while (c->row < last) {
		size_t n;

		if (w->room - w->used < c->width)
			refill(w, s);
		n = next_row(w);
		if (w->cells_left < n)
			return ALIGN_TOO_LONG;
		w->cells_left -= n;
		if (c->from == c->to)
			return 0;
	}
	return 1;
}

static int trace_checkpoints(
    struct work *, struct checkpoints *, struct trace *, struct place *);

/* Computes again the rows after a checkpoint, and traces them back. */
static int
trace_again(struct work *w, const struct checkpoint *k, struct trace *t,
    struct place *places)
{
	struct checkpoints between;
	int status;

	checkpoint_return(k, &w->cells);
	status = compute_rows(w, t->i, &between);
	if (status > 0)
		status = trace_checkpoints(w, &between, t, places);
	checkpoints_clear(&between);
	return status;
}

/*
 * Traces back from where t is, to which w has come from the first row of the
 * checkpoints, to that row.
 */
static int
trace_checkpoints(struct work *w, struct checkpoints *s, struct trace *t,
    struct place *places)
{
	int status = 0;

	trace_back(w, t, places);
	while (status == 0 && s->n > 0 && t->j > 0) {
		const struct checkpoint *k = &s->kept[s->n - 1];

		if (t->i > k->row)
			status = trace_again(w, k, t, places);
		else
			checkpoints_drop(s);
	}
	return status;
}

/* What may be enough, by how far this max_loss went. */
static int32_t
raise_max_loss(const struct work *w, int32_t max_loss)
{
	double rows = (double)(w->cells.x->n + 1) / (double)(w->cells.row + 1);
	double whole = band_whole(&w->cells);
	double more = 1.125 * rows * max_loss;

	if (more < 2.0 * max_loss)
		more = 2.0 * max_loss;
	if (more > 16.0 * max_loss)
		more = 16.0 * max_loss;
	return (int32_t)(more < whole ? more : whole);
}

/* Computes the table within wider and wider bounds, until its last cell is in.
 */
static int
find_max_loss(struct work *w, int32_t max_loss, struct checkpoints *s)
{
	struct band *c = &w->cells;
	int status = 0;

	if (max_loss > band_whole(c))
		max_loss = band_whole(c);
	for (;; max_loss = raise_max_loss(w, max_loss)) {
		band_begin(c, max_loss);
		status = compute_rows(w, c->x->n, s);
		if (status < 0 || (status > 0 && band_reach_end(c)))
			return status < 0 ? status : 0;
		checkpoints_clear(s);
	}
}

static void
allocate(struct work *w, size_t bytes)
{
	size_t width = w->cells.width, height = w->cells.x->n;

	w->room = bytes / width < height ? bytes + width : width * (height + 1);
	w->decisions = xmalloc(w->room);
	w->lines = xcalloc(height + 1, sizeof *w->lines);
}

const struct gotoh_effort gotoh_usual = {
    .max_loss = 16 * SCORE_EXACT, .bytes = GOTOH_BYTES, .cells = GOTOH_CELLS};

int
gotoh(const struct ring *x, const struct ring *y, struct place *places,
    const struct gotoh_effort *effort)
{
	struct work w = {.cells_left = effort->cells};
	struct checkpoints checkpoints;
	struct trace t = {.i = x->n, .j = y->n};
	int status;

	checkpoints_init(&checkpoints);
	for (size_t i = 0; i < x->n; i++)
		places[i] = (struct place){ALONE, 0, 0};
	band_open(&w.cells, x, y);
	allocate(&w, effort->bytes);
	status = find_max_loss(&w, effort->max_loss, &checkpoints);
	w.cells_left = UINT64_MAX;
	if (status == 0)
		status = trace_checkpoints(&w, &checkpoints, &t, places);
	checkpoints_clear(&checkpoints);
	band_close(&w.cells);
	free(w.lines);
	free(w.decisions);
	return status;
}
