/*
 * package - looks whether a workbook was written whole.
 *
 * libxlsxwriter ignores failed writes to its temporary files, as on a full
 * disk, and packs what is left of them.
 */
#ifndef CSV2XLSX_PACKAGE_H
#define CSV2XLSX_PACKAGE_H

#include <stdint.h>
#include <stdio.h>

/*
 * Reads the zip file back from its start: each member must inflate to its
 * checksum and be closed by the element that opens it, and sheet i of n must
 * have exactly rows[i] bytes of rows. Returns 0, or -1: it is not whole, cannot
 * be read, or there is no memory.
 */
int package_check(FILE *, const int64_t *rows, int n);

#endif
