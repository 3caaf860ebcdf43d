/*
 * book - one workbook on libxlsxwriter, in constant memory.
 *
 * The library keeps rows in temporary files (in TMPDIR or /tmp) until the end
 * and does not notice when these cannot be written; the book does.
 */
#ifndef CSV2XLSX_BOOK_H
#define CSV2XLSX_BOOK_H

#include <stdint.h>
#include <xlsxwriter.h>

#include "tools/csv2xlsx/cell_formats.h"
#include "tools/csv2xlsx/sheet_names.h"

struct book {
	const char *path;
	lxw_workbook *workbook;
	struct cell_formats styles;
	struct sheet_names names;
	char error[256];
};

/*
 * A workbook to be written to the path, which must live as long; `created`, in
 * seconds since 1970, is the time it tells. Returns 0, or -1: see book->error.
 */
__attribute__((warn_unused_result)) int book_open(
    struct book *, const char *path, int64_t created);

/* A further sheet of that name, or one like it; NULL: see book->error. */
lxw_worksheet *book_add_sheet(struct book *, const char *name);

/* Writes the file and frees the book. Returns 0, or -1: see book->error. */
__attribute__((warn_unused_result)) int book_close(struct book *);

/* Frees the book without writing it. */
void book_discard(struct book *);

#endif
