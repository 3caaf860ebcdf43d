#include <stdbool.h>
#include <stdlib.h>

#include "tools/trace-align/cells.h"
#include "tools/trace-align/gotoh.h"
#include "tools/trace-align/shelf.h"

/* Where the decisions of a row are, those from column `from` on. */
struct line {
	size_t from;
	const unsigned char *decisions;
};

struct work {
	struct cells cells;
	struct line *lines;       /* of each row */
	unsigned char *decisions; /* of the rows behind row `first` */
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
static int
refill(struct work *w, struct shelf *s)
{
	w->first = w->cells.row;
	w->used = 0;
	return shelf_offer(s, &w->cells);
}

/* The decisions of the next row; how many there are. */
static size_t
next_row(struct work *w)
{
	struct cells *c = &w->cells;
	unsigned char *decisions = w->decisions + w->used;
	size_t n;

	w->lines[c->row + 1] = (struct line){c->from, decisions};
	n = cells_next(c, decisions);
	w->used += n;
	return n;
}

/*
 * Goes on to row `last`. Returns 1, 0 when nothing is left within the budget
 * before, or an align_failure.
 */
static int
survey(struct work *w, size_t last, struct shelf *s)
{
	struct cells *c = &w->cells;

	shelf_init(s);
	if (refill(w, s))
		return ALIGN_NO_MEMORY;
	while (c->row < last) {
		size_t n;

		if (w->room - w->used < c->width && refill(w, s))
			return ALIGN_NO_MEMORY;
		n = next_row(w);
		if (w->cells_left < n)
			return ALIGN_TOO_LONG;
		w->cells_left -= n;
		if (c->from == c->to)
			return 0;
	}
	return 1;
}

static int trace_shelf(
    struct work *, struct shelf *, struct trace *, struct place *);

/* Surveys again what is behind a row of the shelf, and traces it back. */
static int
trace_again(
    struct work *w, const struct kept *k, struct trace *t, struct place *places)
{
	struct shelf between;
	int status;

	shelf_return(k, &w->cells);
	status = survey(w, t->i, &between);
	if (status > 0)
		status = trace_shelf(w, &between, t, places);
	shelf_clear(&between);
	return status;
}

/*
 * Traces back from where t is, to which w has come from the first row of the
 * shelf, to that row.
 */
static int
trace_shelf(
    struct work *w, struct shelf *s, struct trace *t, struct place *places)
{
	int status = 0;

	trace_back(w, t, places);
	while (status == 0 && s->n > 0 && t->j > 0) {
		const struct kept *k = &s->kept[s->n - 1];

		if (t->i > k->row)
			status = trace_again(w, k, t, places);
		else
			shelf_drop(s);
	}
	return status;
}

/* What may be enough, by how far this budget went. */
static int32_t
raise_budget(const struct work *w, int32_t budget)
{
	double rows = (double)(w->cells.x->n + 1) / (double)(w->cells.row + 1);
	double whole = cells_whole(&w->cells);
	double more = 1.125 * rows * budget;

	if (more < 2.0 * budget)
		more = 2.0 * budget;
	if (more > 16.0 * budget)
		more = 16.0 * budget;
	return (int32_t)(more < whole ? more : whole);
}

/* Surveys the table with more and more, until the last cell is within it. */
static int
find_budget(struct work *w, int32_t budget, struct shelf *s)
{
	struct cells *c = &w->cells;
	int status = 0;

	if (budget > cells_whole(c))
		budget = cells_whole(c);
	for (;; budget = raise_budget(w, budget)) {
		cells_begin(c, budget);
		status = survey(w, c->x->n, s);
		if (status < 0 || (status > 0 && cells_reach_end(c)))
			return status < 0 ? status : 0;
		shelf_clear(s);
	}
}

static int
allocate(struct work *w, size_t bytes)
{
	size_t width = w->cells.width, height = w->cells.x->n;

	w->room = bytes / width < height ? bytes + width : width * (height + 1);
	w->decisions = malloc(w->room);
	w->lines = calloc(height + 1, sizeof *w->lines);
	return w->decisions && w->lines ? 0 : -1;
}

const int32_t gotoh_pair[ALIGN_LEVELS] = {
    GOTOH_EXACT, GOTOH_SIMILAR, GOTOH_FAMILY};

const struct gotoh_effort gotoh_usual = {
    .budget = 16 * GOTOH_EXACT, .bytes = GOTOH_BYTES, .cells = GOTOH_CELLS};

int
gotoh(const struct align_cycle *x, const struct align_cycle *y,
    struct place *places, const struct gotoh_effort *effort)
{
	struct work w = {.cells_left = effort->cells};
	struct shelf shelf;
	struct trace t = {.i = x->n, .j = y->n};
	int status = ALIGN_NO_MEMORY;

	shelf_init(&shelf);
	for (size_t i = 0; i < x->n; i++)
		places[i] = (struct place){ALONE, 0, 0};
	if (cells_open(&w.cells, x, y) == 0 && allocate(&w, effort->bytes) == 0)
		status = find_budget(&w, effort->budget, &shelf);
	w.cells_left = UINT64_MAX;
	if (status == 0)
		status = trace_shelf(&w, &shelf, &t, places);
	shelf_clear(&shelf);
	cells_close(&w.cells);
	free(w.lines);
	free(w.decisions);
	return status;
}
