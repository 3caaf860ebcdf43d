#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/bytes/memory.h"
#include "common/bytes/outfile.h"

/*
 * All bytes to a file descriptor, however few write(2) takes at a time and
 * whatever signals interrupt it.
 */

enum { COPY_BLOCK = 64 * 1024 };

int
descriptor_write(int fd, const void *p, size_t n)
{
	const char *at = p;

	while (n) {
		ssize_t put = write(fd, at, n);

		if (put < 0 && errno != EINTR)
			return -1;
		if (put > 0) {
			at += put;
			n -= (size_t)put;
		}
	}
	return 0;
}

/* The same with all of a file, from its beginning. */
static int
descriptor_copy(int from, int to)
{
	char block[COPY_BLOCK];
	ssize_t got;

	if (lseek(from, 0, SEEK_SET) < 0)
		return -1;
	while ((got = read(from, block, sizeof block)) != 0) {
		if (got < 0 && errno != EINTR)
			return -1;
		if (got > 0 && descriptor_write(to, block, (size_t)got))
			return -1;
	}
	return 0;
}

enum { MAX_LINKS = 40 };

/* Where a link leads, allocated; NULL with errno. */
static char *
read_link(const char *link)
{
	size_t folder = temporary_folder(link);
	char to[4096], *path;
	ssize_t n = readlink(link, to, sizeof to);

	if (n == sizeof to)
		errno = ENAMETOOLONG;
	if (n < 0 || n == sizeof to)
		return NULL;
	if (n && to[0] == '/')
		folder = 0;
	path = xmalloc(folder + (size_t)n + 1);
	memcpy(path, link, folder);
	memcpy(path + folder, to, (size_t)n);
	path[folder + (size_t)n] = '\0';
	return path;
}

/* The name behind symbolic links, whether a file is there or not. */
static char *
follow(const char *path)
{
	char *at = xstrdup(path);
	struct stat st;

	for (int i = 0; at && i < MAX_LINKS; i++) {
		char *link = at;

		if (lstat(at, &st) != 0 || !S_ISLNK(st.st_mode))
			return at;
		at = read_link(link);
		free(link);
	}
	if (at)
		errno = ELOOP;
	free(at);
	return NULL;
}

/* Is this the file that standard output goes to, as /dev/stdout is? */
static bool
is_stdout(const struct stat *st)
{
	struct stat out;

	return fstat(STDOUT_FILENO, &out) == 0 && out.st_dev == st->st_dev &&
	    out.st_ino == st->st_ino;
}

static mode_t
new_file_mode(void)
{
	mode_t mask = umask(0);

	umask(mask);
	return 0666 & ~mask;
}

/* st is NULL when there is no such file yet. */
static int
prepare_rename(struct outfile *f, const struct stat *st)
{
	if (st && access(f->path, W_OK) != 0)
		return -1;
	f->target = follow(f->path);
	if (!f->target || temporary_open(&f->temporary, f->target))
		return -1;
	return fchmod(
	    f->temporary.fd, st ? st->st_mode & 0777 : new_file_mode());
}

static int
prepare(struct outfile *f)
{
	struct stat st;
	bool there;

	if (strcmp(f->path, "-") == 0) {
		f->to_stdout = true;
		return temporary_scratch(&f->temporary);
	}
	there = stat(f->path, &st) == 0;
	if (!there && (errno != ENOENT || !*f->path))
		return -1;
	if (!there)
		return prepare_rename(f, NULL);
	if (S_ISDIR(st.st_mode)) {
		errno = EISDIR;
		return -1;
	}
	f->to_stdout = is_stdout(&st);
	if (f->to_stdout || !S_ISREG(st.st_mode))
		return temporary_scratch(&f->temporary);
	return prepare_rename(f, &st);
}

struct outfile *
outfile_open(const char *path)
{
	struct outfile *f = xcalloc(1, sizeof *f);

	f->path = path;
	f->temporary.fd = -1;
	if (prepare(f) == 0)
		return f;
	outfile_discard(f);
	return NULL;
}

const char *
outfile_name(const struct outfile *f)
{
	return strcmp(f->path, "-") == 0 ? "standard output" : f->path;
}

void
outfile_discard(struct outfile *f)
{
	int saved = errno;

	if (!f)
		return;
	temporary_close(&f->temporary);
	free(f->target);
	free(f);
	errno = saved;
}

static int
copy_to_target(struct outfile *f)
{
	int to, failed;

	if (f->to_stdout)
		return descriptor_copy(f->temporary.fd, STDOUT_FILENO);
	to = open(f->path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
	if (to < 0)
		return -1;
	failed = descriptor_copy(f->temporary.fd, to);
	return close(to) || failed ? -1 : 0;
}

int
outfile_commit(struct outfile *f)
{
	int failed = f->target ? temporary_rename(&f->temporary, f->target)
			       : copy_to_target(f);

	outfile_discard(f);
	return failed;
}
