/*
 * input - the bytes of a file or of standard input, inflated on the way.
 *
 * The first bytes tell the compression, so this works on a pipe, too. A gzip
 * file may have several members; a zip archive holds one file, stored or
 * deflated. Each checksum and length is checked. Memory does not grow with the
 * input.
 *
 * Compressed input that is longer than one block of 512 KiB is inflated ahead
 * by a thread of its own, where there are two CPUs for it.
 */
#pragma once

#include <stdint.h>
#include <sys/types.h>

#include "common/bytes/span.h"

enum { INPUT_PEEK = 4096 };

struct input;

/*
 * Opens a path; NULL or "-" is standard input. A file that cannot be opened
 * fails at the first input_read.
 */
struct input *input_open(const char *path);
void input_close(struct input *);

/*
 * Before the first input_read: how many threads may run, the caller's among
 * them. With 1 none is started. As many as there are CPUs, if not called.
 */
void input_threads(struct input *, int most);

/* The CPUs this process may run on (as nproc(1) counts them), at least 1. */
int input_cpus(void);

/*
 * Reads up to n > 0 bytes. Returns how many, 0 at the end, -1 when reading
 * failed: input_error says why. When compressed data are damaged, what could be
 * inflated is delivered, then the end comes, and input_damage says what is
 * wrong; if that is nothing, reading failed. After a wrong checksum or length
 * it goes on with the next member.
 */
ssize_t input_read(struct input *, char *, size_t n);

/*
 * The next n <= INPUT_PEEK bytes, fewer only at the end or when reading failed.
 * They stay in the input: input_read returns them again. Valid until the next
 * call of any kind.
 */
struct span input_peek(struct input *, size_t n);

/*
 * Continues reading at that byte of a plain file. Returns 0, or -1 if the input
 * is compressed or no regular file; then it is as it was.
 */
int input_seek(struct input *, int64_t place);

/* NULL, or what failed; valid until input_close. Without the name. */
const char *input_error(const struct input *);

/* At the end: NULL, or how the compressed data are damaged. */
const char *input_damage(const struct input *);

/* The path as opened, or "standard input"; valid as long as the path. */
const char *input_name(const struct input *);

/* Bytes read from the file so far, before inflating. */
int64_t input_consumed(const struct input *);

/* Bytes of compressed input that were delivered, and how many are likely
 * missing, because their member was corrupt: between them, if what they hold
 * is complete, or also behind them. */
int64_t input_delivered(const struct input *);
int64_t input_missing(const struct input *, bool complete);
