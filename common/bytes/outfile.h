/*
 * outfile - an output file that appears whole or not at all.
 *
 * Output goes to a temporary file beside the target, which takes the target's
 * name at the end. If the program ends before, by itself or by a signal (see
 * temporary.h), that file goes and the target is as it was.
 *
 * As with the shell's >, a symbolic link is followed, an existing file keeps
 * its permissions and must be writable, and a new one has those of the umask.
 * A target that is no regular file (/dev/null, a FIFO), and "-" for standard
 * output, get a copy at the end; the temporary file is then in TMPDIR or /tmp.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "common/bytes/temporary.h"

/* Returns 0, or -1 with errno; then some of the bytes may be written. */
MUST_USE int descriptor_write(int fd, const void *p, size_t n);

struct outfile {
	struct temporary temporary; /* where the contents go */

	/* below: for outfile.c only */
	const char *path;
	char *target; /* behind symbolic links; NULL: copy at the end */
	bool to_stdout;
};

/* NULL: errno says why. The path must live as long as the outfile. */
struct outfile *outfile_open(const char *path);

/* For messages: the path as opened, or "standard output"; lives as long. */
const char *outfile_name(const struct outfile *);

/*
 * Gives the target its new contents and frees the outfile. Returns 0, or -1
 * with errno; then nothing was put under the target's name.
 */
MUST_USE int outfile_commit(struct outfile *);

/* Removes the temporary file and frees the outfile; accepts NULL. */
void outfile_discard(struct outfile *);
