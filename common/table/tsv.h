/*
 * tsv - the stream between tools: a header line, then one record a line.
 *
 * trace-tsv(5) is the authority on the format. The reader takes several files
 * with the same header as one stream. It returns fields of TSV as they are in
 * the line, with their escapes: two fields are equal exactly if their escaped
 * forms are, so only tools that show or convert text need tsv_unescape.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "common/bytes/buf.h"
#include "common/bytes/span.h"

enum {
	TSV_MAX_COLUMNS = 16384, /* what a spreadsheet holds */
	TSV_MISSING = -1,
	TSV_DOUBLED = -2
};

struct lines;
struct tsv;

/*
 * A reader over n paths, "-" or n == 0 being standard input; the paths must
 * live as long as the reader.
 */
struct tsv *tsv_open(char *const *paths, int n);

/* The same over one input at its first line; closes it. */
struct tsv *tsv_open_lines(struct lines *);

/*
 * The reader of the records of another form of tables, as csv.h: each from its
 * first line on, and more of them where fields hold line ends.
 */
struct tsv_form {
	/* Returns 0, or -1: see fault. */
	int (*read)(struct tsv_form *, struct lines *, struct span line);
	void (*close)(struct tsv_form *);

	struct span *fields; /* TSV_MAX_COLUMNS; valid until the next record */
	size_t n;            /* may be more than are stored */
	size_t bytes;        /* with the ends of its lines */
	int64_t line;        /* number of the first one in its file, from 1 */
	const char *fault;
	bool file_fault; /* it is one of the file, not of the record alone */
};

/* As tsv_open, or with `lines` as tsv_open_lines; closes the form, too. */
struct tsv *tsv_open_form(
    char *const *paths, int n, struct lines *, struct tsv_form *);

void tsv_close(struct tsv *);

/* Reads the header. Returns 0, or -1: see tsv_error. Comes first. */
MUST_USE int tsv_header(struct tsv *);

/* Columns of the header; names are valid until tsv_close. */
int tsv_columns(const struct tsv *);
struct span tsv_name(const struct tsv *, int column);

/* The place of a column by its name, TSV_MISSING or TSV_DOUBLED. */
int tsv_find(const struct tsv *, const char *name);

/* Advice for an input that is no TSV with a header; NULL: it may well be. */
const char *tsv_advice(const struct tsv *);

/* The next record: 1, 0 at the end, -1 for an error: see tsv_error. */
MUST_USE int tsv_next(struct tsv *);

/*
 * After tsv_next has found an error in a record: lets it continue after the
 * last line that it read. Returns 0, or -1 if the error is one of the whole
 * file.
 */
MUST_USE int tsv_resume(struct tsv *);

/* The record's line without its LF, of TSV alone; valid until tsv_next. */
struct span tsv_line(const struct tsv *);

/* A field; of another form it has no escapes. Valid until tsv_next. */
struct span tsv_field(const struct tsv *, int column);

/* The same, but nothing where the column is TSV_MISSING. */
struct span tsv_field_or_none(const struct tsv *, int column);

/*
 * A field as a number: 1 with the value, 0 for an empty field, -1 when it is no
 * number: see tsv_error, which then names file, line, column and text.
 */
MUST_USE int tsv_us(struct tsv *, int column, int64_t *ns);
MUST_USE int tsv_int(struct tsv *, int column, int64_t *);

/* Records fail for reasons of their own, too: notes why, returns -1. */
int tsv_fail(struct tsv *, const char *what, struct span text);

/* "FILE:LINE: what is wrong", or "FILE: ..."; NULL when nothing is. */
const char *tsv_error(const struct tsv *);

/* The file of the current record, and its first line there, from 1. */
const char *tsv_file(const struct tsv *);
int64_t tsv_line_number(const struct tsv *);

/*
 * Of CSV: whether the header, or the record, ended without LF, as what is cut
 * off does; and how many bytes it has, with the ends of its lines.
 */
bool tsv_cut(const struct tsv *);
size_t tsv_bytes(const struct tsv *);

/* Appends the text that a field stands for; or replaces the buffer by it. */
void tsv_unescape(struct buf *, struct span);
struct span tsv_text(struct buf *, struct span);

/*
 * The writer: fields one after another, then tsvw_end. It has its own buffer,
 * allocates nothing, and keeps the first error.
 */
struct tsvw {
	int fd;
	struct buf *memory; /* where lines go instead, if not NULL */
	int error;          /* an errno, 0 while all is well */
	size_t n;
	char buffer[1 << 16];
};

void tsvw_init(struct tsvw *, int fd);
void tsvw_init_memory(struct tsvw *, struct buf *); /* appends */
void tsvw_text(struct tsvw *, struct span);         /* escapes */
void tsvw_field(struct tsvw *, struct span);        /* as tsv_field gave it */
void tsvw_int(struct tsvw *, int64_t);
void tsvw_natural(struct tsvw *, int64_t); /* empty if negative */
void tsvw_us(struct tsvw *, int64_t ns);
void tsvw_real(struct tsvw *, double, int decimals); /* empty if not finite */
void tsvw_empty(struct tsvw *);
/* Names of columns, with blanks between them, as fields. */
void tsvw_titles(struct tsvw *, const char *names);
/* The names of all columns of a reader, as fields. */
void tsvw_names(struct tsvw *, const struct tsv *);
/* Whole lines, as another writer made them. */
void tsvw_lines(struct tsvw *, struct span);
/* Ends the line; -1 once anything could not be written. */
MUST_USE int tsvw_end(struct tsvw *);
MUST_USE int tsvw_flush(struct tsvw *);
