/*
 * chrome - events in the JSON of the Trace Event Format (Chromium project,
 * 2016), one a line.
 */
#ifndef TOOLS_TRACE_JSON_CHROME_H
#define TOOLS_TRACE_JSON_CHROME_H

#include "tools/trace-json/args.h"
#include "tools/trace-json/event_row.h"

/* The error in the columns args and rest of a row, or NULL. */
const char *chrome_fault(const struct row *);

/* Appends the event of a row that has no fault, without a line end. */
void chrome_event(struct args *, struct text *, const struct row *);

/* Appends an end of an arrow, which lies on a row's track: a flow event. */
void chrome_arrow(
    struct args *, struct text *, const struct row *, const struct arrow *);

/* Appends the name of a row's process, for viewers. */
void chrome_process_name(
    struct args *, struct text *, const struct row *, struct span name);

#endif
