/*
 * A row for each rank and a column for each collective, in the order in which
 * they began: how long the rank waited for others. Neighbours share a column
 * where there are more collectives than columns; it has the sum.
 *
 * Darker is more, in grey as in colour, so that any kind of colour blindness
 * and any printer shows it. A rank without an event in a column is blank.
 */
#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "tools/trace-plot/draw.h"
#include "tools/trace-plot/plot.h"

enum { RANK, ID, START, WAIT };

static const struct frame_wish ranks_wish[] = {
    {"rank", FRAME_TEXT, "trace-collectives --by event"},
    {"collective_id", FRAME_TEXT, "trace-collectives --by event"},
    {"ts_us", FRAME_TIME, "trace-collectives --by event"},
    {"wait_us", FRAME_TIME, "trace-collectives --by event"},
};

enum {
	COLUMNS_MOST = 160,
	ROWS_MOST = 128,
	LABEL_MOST = 16,
	TOP = 48,
	FOOT = 110,
	RIGHT = 24,
	SCALE_WIDTH = 240
};

static const int64_t NONE = -1;

struct collective {
	uint32_t id;
	int64_t start;
	size_t place;
};

struct grid {
	struct tracks ranks; /* a row for each */
	size_t columns;
	struct collective *item;
	size_t n, cap;
	size_t *place; /* of a collective, by its text's number */
	int64_t *wait; /* ranks times columns; NONE: no event */
	bool blank;
	int64_t most;
};

static uint32_t
colour(double share)
{
	static const unsigned char anchor[][3] = {
	    {228, 228, 228}, {238, 160, 80}, {190, 70, 0}, {74, 22, 0}};
	double at = share * 3;
	int i = at >= 3 ? 2 : at > 0 ? (int)at : 0;
	uint32_t rgb = 0;

	for (int c = 0; c < 3; c++)
		rgb = rgb << 8 |
		    (uint32_t)(anchor[i][c] +
			(at - i) * (anchor[i + 1][c] - anchor[i][c]) + 0.5);
	return rgb;
}

static bool
counts(const union cell *row)
{
	return row[START].ns != FRAME_NO_TIME && row[WAIT].ns != FRAME_NO_TIME;
}

static struct track
track_of(const union cell *row)
{
	return (struct track){0, row[RANK].text, POOL_NONE, POOL_NONE, 0};
}

ORDER_BY(compare_items, struct collective, UP(start), UP(id))

static void
add_collective(struct grid *g, const union cell *row)
{
	size_t *place = &g->place[row[ID].text];
	struct collective c = {row[ID].text, row[START].ns, 0};

	if (*place) {
		if (c.start < g->item[*place - 1].start)
			g->item[*place - 1].start = c.start;
		return;
	}
	ARRAY_PUSH(g->item, g->n, &g->cap, c);
	*place = g->n;
}

static void
find_places(struct plot *p, struct grid *g)
{
	const struct frame *f = &p->tables->frame[0];

	g->place = xcalloc(pool_count(p->tables->texts) + 1, sizeof *g->place);
	for (const union cell *row = NULL; (row = frame_next(f, row));) {
		struct track rank = track_of(row);

		if (!counts(row))
			continue;
		draw_track_add(&g->ranks, p, &rank);
		add_collective(g, row);
	}
	ARRAY_SORT(g->item, g->n, compare_items);
	g->columns = g->n < COLUMNS_MOST ? g->n : COLUMNS_MOST;
	for (size_t i = 0; i < g->n; i++)
		g->place[g->item[i].id] = i * g->columns / g->n;
}

static int
add_waits(struct plot *p, struct grid *g)
{
	const struct frame *f = &p->tables->frame[0];

	g->wait = xcalloc(g->ranks.n * g->columns + 1, sizeof *g->wait);
	for (size_t i = 0; i < g->ranks.n * g->columns; i++)
		g->wait[i] = NONE;
	for (const union cell *row = NULL; (row = frame_next(f, row));) {
		struct track rank = track_of(row);
		size_t k = draw_track_find(&g->ranks, &rank);
		int64_t *wait;

		if (!counts(row) || k == g->ranks.n)
			continue;
		wait = &g->wait[k * g->columns + g->place[row[ID].text]];
		if (*wait == NONE)
			*wait = 0;
		if (fixed_add(wait, row[WAIT].ns))
			return draw_too_long(p);
		if (*wait > g->most)
			g->most = *wait;
	}
	return 0;
}

/* The scale of colours, below the axis. */
static void
draw_scale(struct plot *p, const struct grid *g, double y)
{
	struct unit unit = unit_for((double)g->most);
	double x = PAGE_WIDTH - RIGHT - SCALE_WIDTH - 90;
	char text[32];

	for (int i = 0; i < 40; i++)
		script_box(p->script, x + i * SCALE_WIDTH / 40.0, y,
		    SCALE_WIDTH / 40.0 + 0.5, 14, colour(i / 39.0));
	script_label(p->script,
	    span_of(g->n > g->columns
		    ? "wait, summed over the collectives of a column: 0"
		    : "wait: 0"),
	    60, x - 8, y + 7, SIDE_RIGHT, TEXT_RGB);
	script_label(p->script, unit_print(text, &unit, (double)g->most), 16,
	    x + SCALE_WIDTH + 8, y + 7, SIDE_LEFT, TEXT_RGB);
}

/* Of many ranks not all have their name. */
static void
name_rows(struct plot *p, const struct grid *g, double left, double pitch)
{
	size_t every = pitch < 14 ? (size_t)(14 / pitch) + 1 : 1;

	for (size_t r = 0; r < g->ranks.n; r += every) {
		struct span rank =
		    pool_get(p->tables->texts, g->ranks.track[r].rank);

		script_label(p->script,
		    script_print(p->script, "rank %.*s", SPAN_MOST(rank, 40)),
		    LABEL_MOST, left - 8, TOP + pitch * ((double)r + 0.5),
		    SIDE_RIGHT, TEXT_RGB);
	}
}

static void
add_cells(struct script *s, struct grid *g)
{
	double most = g->most ? (double)g->most : 1;

	script_add(s, "$cells << EOD\n");
	for (size_t r = 0; r < g->ranks.n; r++) {
		const int64_t *wait = g->wait + r * g->columns;

		for (size_t c = 0; c < g->columns; c++) {
			if (wait[c] == NONE) {
				g->blank = true;
				continue;
			}
			script_add(s, "0 0 %zu %zu %zu %zu %u\n", c, c + 1, r,
			    r + 1, (unsigned)colour((double)wait[c] / most));
		}
	}
	script_add(s, "EOD\n");
}

/* The columns count from 1; not all have their number. */
static void
number_columns(struct script *s, const struct grid *g)
{
	size_t every = 1 + (g->columns - 1) / 20;

	if (g->n > g->columns) {
		script_add(s, "unset xtics\n");
		return;
	}
	script_add(s, "set xtics scale 0 ('1' 0.5");
	for (size_t i = every > 1 ? every - 1 : 1; i < g->n; i += every)
		script_add(s, ", '%zu' %zu.5", i + 1, i);
	script_add(s, ")\n");
}

static void
draw(struct plot *p, struct grid *g)
{
	struct script *s = p->script;
	double pitch = g->ranks.n <= 24 ? 28 : 6, left = 24, bottom;

	for (size_t r = 0; r < g->ranks.n; r++) {
		struct span rank =
		    pool_get(p->tables->texts, g->ranks.track[r].rank);
		int w = script_width(span_of("rank "), LABEL_MOST) +
		    script_width(rank, LABEL_MOST - 5);

		left = left < 24 + w ? 24 + w : left;
	}
	bottom = TOP + pitch * (double)g->ranks.n;
	s->height = (int)bottom + FOOT;
	script_area(s, left, TOP, PAGE_WIDTH - RIGHT, bottom);
	name_rows(p, g, left, pitch);
	add_cells(s, g);
	draw_scale(p, g, bottom + 74);
	number_columns(s, g);
	if (g->blank)
		script_label(s, span_of("blank: no event on the rank"), 60,
		    left, bottom + 81, SIDE_LEFT, TEXT_RGB);
	script_add(s,
	    "set xrange [0:%zu]\nset yrange [%zu:0]\nunset ytics\n"
	    "set border 0\nunset grid\nset xlabel "
	    "'%zu collective%s, in the order in which they began'\n"
	    "plot $cells using 1:2:3:4:5:6:7 with boxxyerror "
	    "lc rgb variable\n",
	    g->columns, g->ranks.n, g->n, g->n == 1 ? "" : "s");
}

static int
ranks_draw(struct plot *p)
{
	struct grid *g = xcalloc(1, sizeof *g);
	int status;

	g->ranks.most = ROWS_MOST;
	find_places(p, g);
	status = add_waits(p, g);
	if (status == 0 && g->ranks.n) {
		draw(p, g);
		status = 1;
		draw_track_note(&g->ranks, p, "ranks: the events");
	}
	if (status == 0)
		p->trouble =
		    "no collective has waits: these take the traces of "
		    "at least two ranks";
	free(g->item);
	free(g->place);
	free(g->wait);
	free(g);
	return status;
}

const struct kind ranks_kind = {"ranks", "Waiting time by rank",
    KIND_WISHES(ranks_wish), 1, 0, ranks_draw, false};
