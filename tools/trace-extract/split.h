/*
 * split - reading a file by several threads.
 */
#ifndef TOOLS_TRACE_EXTRACT_SPLIT_H
#define TOOLS_TRACE_EXTRACT_SPLIT_H

#include "common/json/skim.h"
#include "common/table/tsv.h"
#include "common/trace/source.h"
#include "tools/trace-extract/file.h"

enum { CHUNKS_THREADS = 64 };

/*
 * Reads by several threads once nothing depends on what was read before but
 * where the next event begins; else does nothing. Returns 0, or -1 when the
 * file cannot be read.
 */
__attribute__((warn_unused_result)) int split_read(
    struct extract *, struct file *);

#endif
