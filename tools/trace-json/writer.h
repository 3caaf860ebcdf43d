/*
 * writer - a file of events while it is written, as JSON or for Perfetto.
 *
 * Errors end the program with a message.
 */
#pragma once

#include "tools/trace-json/args.h"
#include "tools/trace-json/info.h"

enum writer_format { WRITER_JSON, WRITER_PERFETTO };

struct writer;

/* NULL or "-" is standard output. The path is copied. */
struct writer *writer_open(
    const char *path, bool gzip, enum writer_format, struct args *);

/* The metadata of the traces: of all ranks, or of this rank if there is one. */
void writer_begin(
    struct writer *, const struct info *, const struct span *rank);

/*
 * Writes the event of a row and the ends of arrows there. Returns NULL, or what
 * is wrong with the row's time; then nothing is written of it.
 */
const char *writer_event(struct writer *, const struct row *);

void writer_process_name(struct writer *, const struct row *, struct span name);

/*
 * Writes all, gives the file its name, and frees the writer. Returns how many
 * rows are not in the file for want of a time.
 */
size_t writer_end(struct writer *);

/*
 * Events in the JSON of the Trace Event Format (Chromium project, 2016), one a
 * line.
 */

/* The error in the columns args and rest of a row, with its text, or NULL. */
const char *chrome_fault(const struct row *, struct span *text);

/* Appends the event of a row that has no fault, without a line end. */
void chrome_event(struct args *, struct buf *, const struct row *);

/* Appends an end of an arrow, which lies on a row's track: a flow event. */
void chrome_arrow(
    struct args *, struct buf *, const struct row *, const struct arrow *);

/* Appends the name of a row's process, for viewers. */
void chrome_process_name(
    struct args *, struct buf *, const struct row *, struct span name);
