/*
 * progress - how far reading is, on the terminal's last line.
 *
 * A thread looks four times a second, so that reading itself does nothing for
 * it.
 */
#pragma once

#include <stdint.h>

struct progress;

/*
 * Begins to show how many of `size` bytes of the file (0 if not known) are
 * read, as `place` tells, which any thread may call. Returns NULL, which is
 * fine, when there is nobody to look: stderr is no terminal, or stdout is one.
 */
struct progress *progress_start(const char *name, int64_t size,
    int64_t (*place)(const void *), const void *context);

/* Ends it and wipes the line; accepts NULL. */
void progress_stop(struct progress *);

/* The line: "x.json: 512 MB of 1.0 GB, 350 MB/s, 2 s left". */
void progress_line(char *, int size, const char *name, int64_t bytes,
    int64_t of, double seconds);
