/*
 * gnuplot - the program that turns a script into a picture.
 */
#ifndef TRACE_PLOT_GNUPLOT_H
#define TRACE_PLOT_GNUPLOT_H

#include "tools/trace-plot/script.h"

enum format { FORMAT_SVG, FORMAT_PNG, FORMAT_PDF, FORMAT_HTML, FORMAT_GNUPLOT };

/* The whole script for a format; the note says what it leaves out, or "". */
void gnuplot_script(struct buf *out, const struct script *, enum format,
    const char *title, const char *note);

/*
 * Runs gnuplot, without anybody's settings, on a script, and appends what it
 * prints. Returns NULL, or what went wrong: text[256].
 */
__attribute__((warn_unused_result)) const char *gnuplot_run(
    struct buf *out, struct span script, char *text);

/*
 * The SVG with this title, and without those that gnuplot gives its parts,
 * which browsers would show.
 */
void gnuplot_name(struct buf *out, struct span svg, const char *title);

/* A page that holds an SVG. */
void gnuplot_page(struct buf *out, struct span svg, const char *title);

#endif
