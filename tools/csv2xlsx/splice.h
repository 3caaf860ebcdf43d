/*
 * splice - copies a workbook, with rows put into its sheets on the way.
 *
 * libxlsxwriter ignores failed writes to its temporary files, as on a full
 * disk, and packs what is left of them. So each member that it made must
 * inflate to its checksum and be closed by the element that opens it.
 *
 * Local headers are read one after the other, and sizes of 4 GiB and more are
 * written as Zip64 (PKWARE, "APPNOTE.TXT - .ZIP File Format Specification",
 * 6.3.10, sections 4.3 and 4.5.3). Only the sheets' XML around the rows is
 * deflated again; a deflate stream may go on after another that ends on a byte
 * (RFC 1951), and the checksum of both follows from theirs.
 */
#pragma once

#include <stdio.h>

#include "tools/csv2xlsx/row_xml.h"

enum splice {
	SPLICE_DONE,
	SPLICE_BROKEN, /* the workbook is not whole */
	SPLICE_FAILED  /* an error of reading or writing, see errno */
};

/* Copies a workbook of n sheets without rows, which are in another file. */
MUST_USE enum splice splice(
    FILE *book, FILE *rows, const struct row_xml_data *, int n, FILE *out);
