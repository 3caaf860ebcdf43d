/*
 * output - a file of events while it is written: one, or one for each rank.
 *
 * What fails here ends the program with a message.
 */
#ifndef TRACE_JSON_OUTPUT_H
#define TRACE_JSON_OUTPUT_H

#include "tools/trace-json/text.h"

struct output;

/* NULL or "-" is standard output. The path is copied. */
struct output *output_open(const char *path, bool gzip);

/* Where text is added; output_flush takes it when there is enough of it. */
struct text *output_text(struct output *);
void output_flush(struct output *);

/* Before an event: a comma and a line end after the one before. */
void output_separate(struct output *);

/* Writes all, gives the file its name, and frees the output. */
void output_end(struct output *);

#endif
