/*
 * archive - members of a zip file by name, by the directory at its end.
 *
 * PKWARE, "APPNOTE.TXT - .ZIP File Format Specification", version 6.3.10, 2022,
 * sections 4.3.7, 4.3.12 and 4.3.16; without the extensions for archives over
 * 4 GiB, which no workbook is. common/input/zip.c reads a zip file as a stream
 * and does not know names.
 */
#ifndef XLSX2TSV_ARCHIVE_H
#define XLSX2TSV_ARCHIVE_H

#include "common/bytes/buf.h"

struct archive {
	const unsigned char *bytes; /* the whole file, the caller's */
	size_t n;
	size_t directory, entries;
	const char *error; /* what is wrong, NULL: nothing */
};

/* Returns 0, or -1: it is no zip file. */
__attribute__((warn_unused_result)) int archive_open(
    struct archive *, const void *bytes, size_t n);

/*
 * Replaces the buffer's contents by a member's. Returns 1, 0 if there is no
 * such member, or -1: see error.
 */
__attribute__((warn_unused_result)) int archive_read(
    struct archive *, struct span name, struct buf *);

#endif
