#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
/* The headers above tell whether it is. */
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "common/cli/die.h"
#include "common/cli/tool.h"

bool tool_exits_zero;

/*
 * A closed descriptor is filled with one that fails in use: stdin with one that
 * only writes, stdout and stderr with one that only reads.
 */
static void
fill_descriptors(void)
{
	for (int fd = 0; fd < 3; fd++)
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
			(void)!open("/dev/null", fd ? O_RDONLY : O_WRONLY);
}

/*
 * Small things that are freed stay in the heap, which grows by megabytes: page
 * faults took a third of the time of trace-cycles (14,703 for 102,720 kernels,
 * 4,657 so, for 2.7 MB more). Set by hand, the limits do not follow what was
 * freed, so that tables above 128 kB go back to the system.
 */
static void
tune_heap(void)
{
#ifdef __GLIBC__
	mallopt(M_TOP_PAD, 4 << 20);
	mallopt(M_TRIM_THRESHOLD, 64 << 20);
#endif
}

void
tool_start(char **argv)
{
	char *slash = strrchr(argv[0], '/');

	if (slash)
		argv[0] = slash + 1;
	tool_name = argv[0];
	tune_heap();
	fill_descriptors();
	signal(SIGPIPE, SIG_DFL);
}

void
tool_reads(const char *what, char *const *operands, int n)
{
	bool standard = n == 0;

	for (int i = 0; i < n; i++)
		standard |= strcmp(operands[i], "-") == 0;
	if (standard && isatty(STDIN_FILENO))
		warn("reading %s from the terminal; -h helps", what);
}

/* Whatever it is called: by another name, a link, or as standard input. */
void
tool_writes(const char *output, const char *input)
{
	struct stat out, in;
	int got = strcmp(input, "-") == 0 ? fstat(STDIN_FILENO, &in)
					  : stat(input, &in);

	if (got || !S_ISREG(in.st_mode) || strcmp(output, "-") == 0 ||
	    stat(output, &out) != 0)
		return;
	if (out.st_dev == in.st_dev && out.st_ino == in.st_ino)
		die("%s: is also the input; nothing is written", output);
}

void
tool_writes_beside(const char *output, char *const *operands, int n)
{
	if (output && n == 0)
		tool_writes(output, "-");
	for (int i = 0; output && i < n; i++)
		tool_writes(output, operands[i]);
}

int
tool_finish(int status)
{
	int lost = ferror(stdout);

	errno = 0;
	if (fclose(stdout) != 0 || lost) {
		warn("cannot write standard output: %s",
		    errno ? strerror(errno) : "write error");
		return STATUS_FAILED;
	}
	return tool_exits_zero && status != STATUS_FAILED ? STATUS_OK : status;
}
