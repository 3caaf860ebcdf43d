/*
 * extract - print the events of one file after another.
 */
#ifndef EXTRACT_H
#define EXTRACT_H

#include "common/json/skim.h"
#include "common/table/tsv.h"
#include "common/trace/source.h"
#include "tools/trace-extract/file.h"

/* Prints a file's events and tells what is wrong with it on stderr. */
void extract_file(struct extract *, const char *path);

/*
 * Reading a file by several threads.
 */

enum { CHUNKS_THREADS = 64 };

/*
 * Reads by several threads once nothing depends on what was read before but
 * where the next event begins; else does nothing. Returns 0, or -1 when the
 * file cannot be read.
 */
__attribute__((warn_unused_result)) int split_read(
    struct extract *, struct file *);

#endif
