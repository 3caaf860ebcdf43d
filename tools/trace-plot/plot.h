/*
 * plot - tables, and kinds of pictures that are made of them.
 */
#pragma once

#include <math.h>
#include <stdint.h>

#include "common/bytes/pool.h"
#include "common/bytes/span.h"
#include "common/cli/opt.h"
#include "common/meaning/rules.h"
#include "tools/trace-plot/script.h"

/* The columns of a table that a plot needs, in memory. */

enum { FRAME_COLUMNS = 13, FRAMES_MOST = 32 };

/* FRAME_OTHERS is all that no other wish takes: "stream 7, rank 0". */
enum frame_type { FRAME_TEXT, FRAME_TIME, FRAME_REAL, FRAME_OTHERS };

/* A column of a plot; `names` lists names that will do, with '|' between. */
struct frame_wish {
	const char *names;
	enum frame_type type;
	const char *maker; /* of the column, for messages; NULL: may miss */
};

/* An empty field is FRAME_NO_TIME, NAN, or the text "". */
union cell {
	int64_t ns;
	double real;
	uint32_t text; /* its number in the pool */
};

#define FRAME_NO_TIME INT64_MIN

struct frame {
	struct span label;
	bool has[FRAME_COLUMNS]; /* is the column there? */
	struct span name[FRAME_COLUMNS];
	union cell *cell; /* `wishes` of them for each row */
	size_t rows, cap, wishes;
};

struct frames {
	struct frame frame[FRAMES_MOST];
	size_t n;
	struct pool *texts;
};

static inline const union cell *
frame_row(const struct frame *f, size_t row)
{
	return f->cell + row * f->wishes;
}

/* The row after one, the first after NULL; NULL after the last. */
static inline const union cell *
frame_next(const struct frame *f, const union cell *row)
{
	row = row ? row + f->wishes : f->cell;
	return f->rows && row < frame_row(f, f->rows) ? row : NULL;
}

/* The text of a cell; that of a column that is not there is empty. */
static inline struct span
frame_text(const struct frames *all, const union cell *row, size_t column)
{
	return pool_get(all->texts, row[column].text);
}

/* A plot: its tables, the user's wishes, and the script that it becomes. */
struct plot {
	const struct frames *tables;
	const struct frame *pairs; /* of the timeline; NULL: none */
	const struct rules *rules; /* that tell what a kernel does */
	unsigned char *known;      /* two groups of each text: see draw.h */
	struct script *script;
	const char *title;   /* that people gave, or NULL */
	const char *trouble; /* why there is nothing to draw */
	char note[128];      /* a text on data left out; or "" */
	bool unnamed; /* tables whose kind names them have no names here */
};

struct kind {
	const char *name;
	const char *title; /* unless people give one */
	const struct frame_wish *wish;
	size_t wishes;
	size_t most;  /* tables */
	size_t named; /* from this many on the picture names them; 0: never */

	/*
	 * Draws. Returns 1; 0 when there is nothing to draw; -1: see
	 * plot->trouble.
	 */
	int (*draw)(struct plot *);
	bool page; /* draws a whole page, not for gnuplot */
};

/* The columns of a kind, and how many. */
#define KIND_WISHES(wish) (wish), COUNT(wish)

/* The kinds of pictures, each with its columns. */
extern const struct kind alignment_kind, breakdown_kind, critical_kind,
    cycles_kind, histogram_kind, history_kind, memory_kind, ranks_kind,
    roofline_kind, sequences_kind, timeline_kind, waterfall_kind;

/* The pairs that connect the two sides of a timeline. */
extern const struct frame_wish timeline_pairs[];
enum { TIMELINE_PAIRS = 3 };

/* All of them, NULL after the last. */
extern const struct kind *const plot_kinds[];

/*
 * Tables into frames; what is wrong with one ends the program.
 */

/* Texts go into the pool; without a label it has the name of its file. */
struct frame xframe_read(
    struct pool *, struct labelled, const struct frame_wish *, size_t wishes);

void frames_free(struct frames *);
