/*
 * workbook - the cells of an Office Open XML workbook (ECMA-376, part 1, 5th
 * edition 2016, sections 18.2, 18.3 and 18.4), as far as a table needs: sheets
 * by name; numbers, shared and inline strings. No formulas, no formats.
 *
 * XML is read by expat, a library that others keep: entities, encodings and
 * broken markup are not what we exist for. A document type is refused, since a
 * workbook has none.
 */
#pragma once

#include "common/bytes/buf.h"

/*
 * Members of a zip file by name, by the directory at its end.
 *
 * PKWARE, "APPNOTE.TXT - .ZIP File Format Specification", version 6.3.10, 2022,
 * sections 4.3.7, 4.3.12 and 4.3.16; without the extensions for archives over
 * 4 GiB, which no workbook is. common/input/zip.c reads a zip file as a stream
 * and does not know names.
 */

struct archive {
	const unsigned char *bytes; /* the whole file, the caller's */
	size_t n;
	size_t directory, entries;
	const char *error; /* NULL: none */
};

/* Returns 0, or -1: it is no zip file. */
MUST_USE int archive_open(struct archive *, const void *bytes, size_t n);

/* Takes the next bytes of a member: 0, or -1 to stop. */
typedef int archive_sink(void *to, struct span bytes);

/*
 * Hands a member over, piece by piece, so that its size costs no memory.
 * Returns 1, 0 if there is no such member, or -1: see error, which is NULL if
 * the sink has stopped it. Only then are the bytes known to be right.
 */
MUST_USE int archive_read(
    struct archive *, struct span name, archive_sink *, void *to);

enum { WORKBOOK_COLUMNS = 16384, WORKBOOK_ROWS = 1048576 };

struct sheet {
	size_t name, id; /* where these texts begin in the workbook's texts */
};

struct workbook {
	struct archive archive;
	struct sheet *sheet; /* in the order of the workbook */
	size_t sheets;
	const char *error;

	/* below: for workbook.c only */
	size_t sheet_cap;
	struct buf names;  /* texts, each with a NUL after it */
	struct buf shared; /* shared strings, one after the other */
	size_t *end;       /* where each of them ends */
	size_t strings, end_cap;
};

/* The file's bytes must live as long. Returns 0, or -1: see error. */
MUST_USE int workbook_open(struct workbook *, const void *bytes, size_t n);
void workbook_close(struct workbook *);

const char *workbook_sheet_name(const struct workbook *, size_t);

/* One row: n cells, empty where there is none; n is 0 for an empty row, which
 * comes only between others. Returns 0, or -1 to stop. */
typedef int workbook_row(void *to, const struct span *cell, size_t n);

/* Gives the rows of a sheet in order. Returns 0, or -1: see error. */
MUST_USE int workbook_read(
    struct workbook *, size_t sheet, workbook_row *, void *to);
