/*
 * book - one workbook on libxlsxwriter, in constant memory.
 *
 * Rows go another way, see row_xml.h. What the library writes has none of
 * them: small temporary files (in TMPDIR or /tmp), of which it does not notice
 * when they cannot be written; the book does.
 */
#pragma once

#include <locale.h>
#include <stddef.h>
#include <stdint.h>
#include <xlsxwriter.h>

#include "common/bytes/outfile.h"
#include "tools/csv2xlsx/cells.h"
#include "tools/csv2xlsx/splice.h"

/*
 * Sheet names as a workbook accepts them: at most 31 UTF-16
 * units, none of []:*?/\, no apostrophe at either end, not empty, not
 * "History", and no two that differ only in case.
 */

/* Zeroed, it is empty. */
struct sheet_names {
	char **name;
	size_t n, cap;
	locale_t locale; /* for upper and lower case */
};

/*
 * Adds a name like the wanted one, which is NUL-terminated text in any bytes:
 * what is not allowed becomes '_', and " (2)" and so on makes it differ.
 * Returns it, valid until sheet_names_free.
 */
const char *sheet_names_add(struct sheet_names *, const char *wanted);
void sheet_names_free(struct sheet_names *);

/* A file's base name without .gz and then .tsv, .csv or .txt; allocated. */
char *sheet_names_of_file(const char *path);

struct book {
	const char *name; /* for messages */
	const char *path;
	int fd;                 /* of it */
	struct temporary frame; /* the workbook without rows */
	struct row_xml rows;
	struct row_xml_data *sheet; /* the rows of each so far */
	size_t sheets, cap;
	lxw_workbook *workbook;
	struct cell_formats styles;
	struct legend legend; /* of the colours so far */
	struct sheet_names names;
};

/*
 * A workbook to be written to a file, which must live as long; `created`, in
 * seconds since 1970, is the time it tells; `level` from 1 to 9 is how much
 * rows are packed. What fails here and below ends the program with a message.
 */
void book_open(
    struct book *, const struct outfile *, int64_t created, int level);

/* Another sheet of that name, or one like it. */
lxw_worksheet *book_add_sheet(struct book *, const char *name);

/* Adds a last sheet that says what the colours of the others mean. */
void book_add_legend(struct book *);

/*
 * The last sheet's rows are complete. The message about a full disk, which is
 * no fault of the table, has the name that the user gave the file.
 */
void book_end_sheet(struct book *, const char *output);

/* Writes the file and frees the book. */
void book_close(struct book *);
