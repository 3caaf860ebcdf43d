/*
 * script - a program for gnuplot that grows.
 *
 * Names come from traces, and so may hold anything: script_text alone puts them
 * between single quotes, in which gnuplot runs no commands. Places are in
 * pixels from the upper left corner of the page, or in units of the axes.
 */
#pragma once

#include <stdint.h>

#include "common/bytes/buf.h"
#include "common/bytes/span.h"

enum {
	PAGE_WIDTH = 960, /* pixels */
	TEXT_SIZE = 12,
	TEXT_RGB = 0x333333,
	QUIET_RGB = 0x666666,
	MARK_RGB = 0xD55E00, /* to catch the eye: outliers, slower */
	PLAIN_RGB = 0x0072B2 /* usual, or faster */
};

struct script {
	struct buf body;
	struct buf text; /* for script_print */
	int height;      /* of the page, in pixels */
};

#define script_add(s, ...) buf_add_format(&(s)->body, __VA_ARGS__)

/* A text, to be put into the script; valid until the next call. */
#define script_print(s, ...) BUF_PRINT(&(s)->text, __VA_ARGS__)

/*
 * How wide such a text is, in pixels: in DejaVu Sans, whose letters are wider
 * than those of other fonts that a viewer may take.
 */
int script_width(struct span, size_t most);

enum side { SIDE_LEFT, SIDE_CENTRE, SIDE_RIGHT };

/* A text in the page; its middle is at that height. */
void script_label(struct script *, struct span, size_t most, double x, double y,
    enum side, uint32_t rgb);

/* A rectangle of the page; without an edge. */
void script_box(struct script *, double x, double y, double width,
    double height, uint32_t rgb);

/* Where the axes are. */
void script_area(
    struct script *, double left, double top, double right, double bottom);

/* A unit that shows the greatest of some times or sizes with few digits. */
struct unit {
	const char *name;
	double size; /* in ns or bytes */
	int decimals;
};

struct unit unit_for(double ns);
struct unit unit_for_bytes(double);

/* "12.3 ms"; of FIXED places, so that numbers below each other line up. */
struct span unit_print(char out[32], const struct unit *, double);

/*
 * The program that turns a script into a picture.
 */

enum format { FORMAT_SVG, FORMAT_PNG, FORMAT_PDF, FORMAT_HTML, FORMAT_GNUPLOT };

/* The whole script for a format; the note says what it leaves out, or "". */
void gnuplot_script(struct buf *out, const struct script *, enum format,
    const char *title, const char *note);

/*
 * Runs gnuplot, without anybody's settings, on a script, and appends what it
 * prints. Ends the program with a message when it fails.
 */
void gnuplot_run(struct buf *out, struct span script);

/*
 * The SVG with this title, and without those that gnuplot gives its parts,
 * which browsers would show.
 */
void gnuplot_name(struct buf *out, struct span svg, const char *title);

/* A page that holds an SVG. */
void gnuplot_page(struct buf *out, struct span svg, const char *title);
