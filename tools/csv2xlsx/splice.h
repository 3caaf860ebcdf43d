/*
 * splice - copies a workbook, with rows put into its sheets on the way.
 *
 * Only the sheets' XML around the rows is deflated again; a deflate stream may
 * go on after another that ends on a byte (RFC 1951), and the checksum of both
 * follows from theirs. Sizes of 4 GiB and more are written as Zip64 (PKWARE,
 * "APPNOTE.TXT - .ZIP File Format Specification", 6.3.10, section 4.5.3).
 */
#ifndef CSV2XLSX_SPLICE_H
#define CSV2XLSX_SPLICE_H

#include <stdio.h>

#include "tools/csv2xlsx/row_xml.h"

/*
 * Copies a workbook that is whole (see package.h). Sheet i of n gets the rows
 * of data[i], deflated in the file `rows`; with no packed bytes it stays as it
 * is. Returns 0, or -1 with errno.
 */
__attribute__((warn_unused_result)) int splice(
    FILE *book, FILE *rows, const struct row_xml_data *data, int n, FILE *out);

#endif
