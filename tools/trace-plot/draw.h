/*
 * draw - parts that several kinds of plots have.
 */
#pragma once

#include "common/meaning/short_name.h"
#include "tools/trace-plot/plot.h"

/* The kind of work of a row, for its colour. */

enum { GROUP_COLUMNS = 3, GROUPS_MOST = 32 };

/* The columns of a row's label; they stand together among a kind's wishes. */
#define GROUP_WISHES                                                  \
	{"category", FRAME_TEXT, NULL}, {"family", FRAME_TEXT, NULL}, \
	{                                                             \
		"name|cpu_op", FRAME_TEXT, NULL                       \
	}

/*
 * The group of the palette: that of the category, as in reports, of the
 * family, or of what the rules know of the name.
 */
size_t group_of(
    struct plot *, const struct frame *, const union cell *row, size_t column);

/* Makes room for what is known of texts, which is the caller's. */
void group_open(struct plot *);

/*
 * Panels below each other: begin before the first one, then draw_panel before
 * what each plots, which sees no text of those before.
 */
enum {
	PANEL_HEIGHT = 190, /* of all of it */
	PANEL_LEFT = 90,    /* its axes */
	PANEL_RIGHT = PAGE_WIDTH - 24 - PANEL_LEFT,
	PANEL_HEAD = 28,
	PANEL_TOP = PANEL_HEIGHT - PANEL_HEAD - 46,
	PANELS_TOP = 48, /* below the title and what is left out */
	PANELS_BOTTOM = 20,
	PANELS_MOST = 6
};

/*
 * Begins panels for the first ones of n things, and returns for how many; the
 * plot's note says how many more there are, and how people choose among them.
 */
size_t draw_panels(struct plot *, size_t n, const char *thing,
    const char *things, const char *choice);

/* The height at which the axes of a panel end. */
double panel_top(size_t i);

/* How far apart the numbers of an axis are, so that about five fit it. */
double draw_step(double range);

void draw_panel(struct script *, size_t i, struct span title);

/* Says that times do not fit; returns -1. */
int draw_too_long(struct plot *);

/*
 * Rows of a picture: the ranks, devices or streams of its tables, in their
 * order, whatever that of events.
 */

enum { TRACKS_MOST = 128, TRACK_NAME_SIZE = 512 };

struct track {
	size_t table;
	uint32_t rank, device, stream; /* texts; POOL_NONE: told by others */
	double y; /* of its middle in the page, for use by a plot */
};

struct tracks {
	struct track track[TRACKS_MOST];
	size_t n, most;
	bool left_out; /* there were more than `most` */
};

/* The place of a track that is there, or n. */
size_t draw_track_find(const struct tracks *, const struct track *);

void draw_track_add(struct tracks *, const struct plot *, const struct track *);

/* Are there several devices of its rank? */
bool draw_track_shows_device(const struct tracks *, const struct track *);

/*
 * "label rank 0 device 1 stream 7": what tells a track apart, the label only if
 * `labelled`; it is in `out`.
 */
struct span draw_track_name(const struct tracks *, const struct plot *,
    const struct track *, bool labelled, char out[TRACK_NAME_SIZE]);

/* Notes that the events or rows of more "streams" are left out, if they are. */
void draw_track_note(const struct tracks *, struct plot *, const char *what);

/*
 * Names of the rows of a picture's first table: of kernels their short names
 * (short_name.h), else the text itself.
 */

/* Of that column; NULL if it has no kernels. To be freed. */
struct distinct_names *draw_kernels(const struct plot *, size_t column);

/* The name of a text; valid until the next call. */
struct span draw_kernel(
    struct distinct_names *, const struct plot *, uint32_t text);
