/*
 * names - sheet names as a workbook accepts them: at most 31 UTF-16 units, none
 * of []:*?/\, no apostrophe at either end, not empty, not "History", and no two
 * that differ only in case.
 */
#ifndef CSV2XLSX_NAMES_H
#define CSV2XLSX_NAMES_H

#include <locale.h>
#include <stddef.h>

/* Zeroed, it is empty. */
struct names {
	char **name;
	size_t n, cap;
	locale_t locale; /* for upper and lower case */
};

/*
 * Adds a name like the wanted one, which is NUL-terminated text in any bytes:
 * what is not allowed becomes '_', and " (2)" and so on makes it differ.
 * Returns it, valid until names_free; NULL: no memory.
 */
const char *names_add(struct names *, const char *wanted);
void names_free(struct names *);

/* A file's base name without .gz and then .tsv, .csv or .txt; allocated. */
char *names_of_file(const char *path);

#endif
