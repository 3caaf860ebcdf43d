/*
 * x - the same calls, but they end the program with a message when they fail.
 *
 * For main.c and the files of a tool that read its tables and print: what
 * computes returns its errors instead.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "common/bytes/buf.h"
#include "common/bytes/outfile.h"
#include "common/bytes/pool.h"
#include "common/table/tsv.h"
#include "common/times/interval.h"

/* die with what went wrong; NULL: there was no memory. */
__attribute__((noreturn)) void die_error(const char *error);

/* Writes the bytes to stdout and empties the buffer. */
void xbuf_write(struct buf *);

/* A reader that has read its header. */
struct tsv *xtsv_open(char *const *paths, int n);
struct tsv *xtsv_open_file(const char *path);

/*
 * The column of that name. Missing or doubled ends the program; the message
 * names the tool that makes it, such as "trace-cycles".
 */
int xtsv_column(const struct tsv *, const char *name, const char *maker);

/* The same, but a missing column is TSV_MISSING. */
int xtsv_optional(const struct tsv *, const char *name);

bool xtsv_next(struct tsv *); /* false at the end */

/* Ends the program with what is wrong with this record, and that text. */
__attribute__((noreturn)) void xtsv_fail(
    struct tsv *, const char *what, struct span text);

/*
 * The rest of main, after opt_parse, of a tool that reads one table and prints
 * another: opens the operands, hands their reader and a writer of standard
 * output to `run`, together with the options, and finishes the tool with its
 * status.
 */
int xfilter(int argc, char **argv,
    int (*run)(const void *options, struct tsv *, struct tsvw *),
    const void *options);

/* A field that must hold a number. */
int64_t xtsv_us(struct tsv *, int column);
int64_t xtsv_int(struct tsv *, int column);
double xtsv_real(struct tsv *, int column);

/* The same, but `none` where the column is missing or the field empty. */
int64_t xtsv_us_or(struct tsv *, int column, int64_t none);
int64_t xtsv_int_or(struct tsv *, int column, int64_t none);

/*
 * Is it a complete event, with a time and a duration? A column ph says "X"
 * then, unless it is TSV_MISSING.
 */
bool xtsv_is_complete(const struct tsv *, int ts, int dur, int ph);

/*
 * When an event was, from its columns ts_us and dur_us; a negative duration and
 * times beyond INTERVAL_MOST are errors.
 */
struct interval xtsv_start_and_duration(struct tsv *, int ts, int dur);

void xtsvw_end(struct tsvw *);
/* The record as it is, and n empty fields behind it. */
void xtsvw_as_it_is(struct tsvw *, const struct tsv *, int n);
/* As tsvw_titles, behind the input's columns, none of which has such a name. */
void xtsvw_new_columns(struct tsvw *, const struct tsv *, const char *names);
/* Ends and flushes the first line. */
void xtsvw_end_header(struct tsvw *);
/* The same, but no two columns may have one name. */
void xtsvw_header(struct tsvw *);
void xtsvw_flush(struct tsvw *);

/*
 * A table on its way to a file, which appears whole or not at all, or without a
 * path to standard output. What fails ends the program with a message.
 */
struct xtable {
	const char *path;
	struct outfile *file;
	struct tsvw out;
};

void xtable_open(struct xtable *, const char *path);
void xtable_close(struct xtable *);
