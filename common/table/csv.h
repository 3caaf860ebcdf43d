/*
 * csv - comma-separated values as RFC 4180 has them (Shafranovich, "Common
 * Format and MIME Type for Comma-Separated Values (CSV) Files", 2005).
 *
 * A reader of the shape of tsv.h: a header, then record after record. Its
 * prefix is csvr_, because csv_ belongs to libcsv, on which it stands. Fields
 * are the text itself, without quotes, and may hold any byte. Where the RFC is
 * silent or files in the wild differ:
 * - lines end in LF or CR LF, the last one perhaps in CR or nothing; any other
 *   CR outside quotes is an error;
 * - blanks belong to the field; a byte order mark at the start of a file does
 *   not;
 * - a quote inside an unquoted field, text after a closing quote, and a quote
 *   that never closes are errors;
 * - an empty line is an empty field in a table of one column, and passed over
 *   in a wider one, where it holds no values.
 */
#ifndef COMMON_TABLE_CSV_H
#define COMMON_TABLE_CSV_H

#include <stdbool.h>
#include <stdint.h>

#include "common/bytes/span.h"

struct csvr;
struct lines;

/*
 * A reader over n paths with the same header, "-" or n == 0 being standard
 * input; the paths must live as long as the reader.
 */
struct csvr *csvr_open(char *const *paths, int n);

/* The same over one input at its first line; closes it. */
struct csvr *csvr_open_lines(struct lines *);

void csvr_close(struct csvr *);

/* Reads the header. Returns 0, or -1: see csvr_error. Comes first. */
__attribute__((warn_unused_result)) int csvr_header(struct csvr *);

/* Columns of the header; names are valid until csvr_close. */
int csvr_columns(const struct csvr *);
struct span csvr_name(const struct csvr *, int column);

/*
 * The next record: 1, 0 at the end, -1 for an error: see csvr_error. Another
 * number of fields than the header's is an error.
 */
__attribute__((warn_unused_result)) int csvr_next(struct csvr *);

/*
 * After csvr_next has found an error in a record: lets it continue after the
 * last line that it read. Returns 0, or -1 if the error is one of the whole
 * file.
 */
__attribute__((warn_unused_result)) int csvr_resume(struct csvr *);

/* A field of the record; valid until csvr_next. */
struct span csvr_field(const struct csvr *, int column);

/*
 * Whether the header, or the record, ended without LF: the file is at its end,
 * and its last field may be cut off.
 */
bool csvr_cut(const struct csvr *);

/* How many bytes it has, with the ends of its lines. */
size_t csvr_bytes(const struct csvr *);

/* "FILE:LINE: what is wrong", or "FILE: ..."; NULL when nothing is. */
const char *csvr_error(const struct csvr *);

/* The file of the record, and its first line there, counted from 1. */
const char *csvr_file(const struct csvr *);
int64_t csvr_line_number(const struct csvr *);

#endif
