/*
 * sheet_names - sheet names as a workbook accepts them: at most 31 UTF-16
 * units, none of []:*?/\, no apostrophe at either end, not empty, not
 * "History", and no two that differ only in case.
 */
#ifndef CSV2XLSX_SHEET_NAMES_H
#define CSV2XLSX_SHEET_NAMES_H

#include <locale.h>
#include <stddef.h>

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

#endif
