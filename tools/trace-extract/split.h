/*
 * split - reading a file by several threads.
 */
#ifndef SPLIT_H
#define SPLIT_H

#include "tools/trace-extract/file.h"

/*
 * Reads by several threads once nothing depends on what was read before but
 * where the next event begins; else does nothing. Returns 0, or -1 when the
 * file cannot be read.
 */
__attribute__((warn_unused_result)) int split_read(
    struct extract *, struct file *);

#endif
