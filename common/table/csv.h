/*
 * csv - comma-separated values as RFC 4180 has them (Shafranovich, "Common
 * Format and MIME Type for Comma-Separated Values (CSV) Files", 2005).
 *
 * Its reader is that of tsv.h; the prefix here is csvr_, because csv_ belongs
 * to libcsv, on which this stands. Fields are the text itself, without quotes,
 * and may hold any byte. Where the RFC is silent or files in the wild differ:
 * - lines end in LF or CR LF, the last one perhaps in CR or nothing; any other
 *   CR outside quotes is an error;
 * - blanks belong to the field; a byte order mark at the start of a file does
 *   not;
 * - a quote inside an unquoted field, text after a closing quote, and a quote
 *   that never closes are errors;
 * - an empty line is an empty field in a table of one column, and passed over
 *   in a wider one, where it holds no values.
 */
#pragma once

#include "common/table/tsv.h"

/* As tsv_open and tsv_open_lines. */
struct tsv *csvr_open(char *const *paths, int n);
struct tsv *csvr_open_lines(struct lines *);
