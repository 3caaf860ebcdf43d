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

/* Takes the next bytes of a member: 0, or -1 to stop. */
typedef int archive_sink(void *to, struct span bytes);

/*
 * Hands a member over, piece by piece, so that its size costs no memory.
 * Returns 1, 0 if there is no such member, or -1: see error, which is NULL if
 * the sink has stopped it. Only then are the bytes known to be right.
 */
__attribute__((warn_unused_result)) int archive_read(
    struct archive *, struct span name, archive_sink *, void *to);

#endif
