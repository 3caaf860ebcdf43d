#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/bytes/outfile.h"
#include "tests/unit/test.h"

/* Entries of the current folder. */
static int
entries(void)
{
	DIR *d = opendir(".");
	int n = 0;

	while (d && readdir(d))
		n++;
	if (d)
		closedir(d);
	return n - 2;
}

static void
put(int fd, const char *text)
{
	CHECK(write(fd, text, strlen(text)) == (ssize_t)strlen(text));
}

static void
make(const char *path, const char *text, mode_t mode)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, mode);

	put(fd, text);
	close(fd);
}

static int
holds(const char *path, const char *text)
{
	char bytes[100] = {0};
	int fd = open(path, O_RDONLY);
	ssize_t n = fd < 0 ? -1 : read(fd, bytes, sizeof bytes - 1);

	if (fd >= 0)
		close(fd);
	return n >= 0 && strcmp(bytes, text) == 0;
}

static mode_t
mode_of(const char *path)
{
	struct stat st;

	return lstat(path, &st) ? 0 : st.st_mode;
}

static int
write_out(const char *path, const char *text)
{
	struct outfile *f = outfile_open(path);

	if (!f)
		return -1;
	put(f->temporary.fd, text);
	return outfile_commit(f);
}

static void
test_new_file(void)
{
	struct outfile *f = outfile_open("new");

	CHECK(f != NULL);
	CHECK(strcmp(outfile_name(f), "new") == 0);
	CHECK(access("new", F_OK) != 0);
	CHECK(access(f->temporary.path, F_OK) == 0);
	put(f->temporary.fd, "whole");
	CHECK_INT(outfile_commit(f), 0);
	CHECK(holds("new", "whole"));
	CHECK_INT(mode_of("new") & 0777, 0640);
	CHECK_INT(entries(), 1);
}

static void
test_discard(void)
{
	struct outfile *f = outfile_open("./new");

	put(f->temporary.fd, "lost");
	outfile_discard(f);
	CHECK(holds("new", "whole"));
	CHECK_INT(entries(), 1);
	outfile_discard(NULL);
}

static void
test_existing_file(void)
{
	make("old", "old", 0600);
	CHECK_INT(write_out("old", "new contents"), 0);
	CHECK(holds("old", "new contents"));
	CHECK_INT(mode_of("old") & 0777, 0600);
}

/* The file's path from the root. */
static const char *
realpath_of(const char *name)
{
	static char path[200];

	if (!getcwd(path, 100))
		abort();
	strcat(strcat(path, "/"), name);
	return path;
}

/* Two at a time; and a folder comes where the first is to go. */
static void
test_two(void)
{
	struct outfile *first = outfile_open("first");
	struct outfile *second = outfile_open("second");
	int n = entries();

	CHECK_INT(mkdir("first", 0777), 0);
	CHECK(outfile_commit(first) == -1 && errno == EISDIR);
	CHECK_INT(outfile_commit(second), 0);
	CHECK_INT(rmdir("first"), 0);
	CHECK_INT(unlink("second"), 0);
	CHECK_INT(entries(), n - 2);
}

static void
test_no_folder(void)
{
	static char folder[5000];

	memset(folder, 'x', sizeof folder - 1);
	setenv("TMPDIR", folder, 1);
	CHECK(outfile_open("-") == NULL && errno == ENAMETOOLONG);
	unsetenv("TMPDIR");
}

/* By its path, as a library would write. */
static void
test_by_path(void)
{
	struct outfile *f = outfile_open("old");
	int fd = open(f->temporary.path, O_WRONLY | O_TRUNC);

	put(fd, "by path");
	close(fd);
	CHECK_INT(outfile_commit(f), 0);
	CHECK(holds("old", "by path"));
}

static void
test_links(void)
{
	CHECK_INT(mkdir("folder", 0777), 0);
	CHECK_INT(symlink("folder/link", "link"), 0);
	CHECK_INT(symlink("../target", "folder/link"), 0);
	CHECK_INT(write_out("link", "through a dangling link"), 0);
	CHECK(holds("target", "through a dangling link"));
	CHECK_INT(write_out("link", "through a link"), 0);
	CHECK(holds("target", "through a link"));
	CHECK(S_ISLNK(mode_of("link")) && S_ISLNK(mode_of("folder/link")));
	CHECK_INT(unlink("folder/link"), 0);
	CHECK_INT(symlink(realpath_of("target"), "folder/link"), 0);
	CHECK_INT(write_out("link", "through a link"), 0);
	CHECK(holds("target", "through a link"));
	CHECK_INT(symlink("loop", "loop"), 0);
	CHECK(write_out("loop", "") == -1 && errno == ELOOP);
}

static void
test_refused(void)
{
	int n = entries();

	CHECK(outfile_open("folder") == NULL && errno == EISDIR);
	CHECK(outfile_open("no/such/folder") == NULL && errno == ENOENT);
	CHECK(outfile_open("old/file") == NULL && errno == ENOTDIR);
	CHECK(outfile_open("") == NULL && errno == ENOENT);
	CHECK_INT(chmod("old", 0400), 0);
	if (geteuid() != 0)
		CHECK(outfile_open("old") == NULL && errno == EACCES);
	CHECK_INT(entries(), n);
}

static void
test_no_regular_file(void)
{
	int fd, failed, saved = dup(STDOUT_FILENO);

	CHECK_INT(write_out("/dev/null", "nothing"), 0);
	CHECK_INT(mkfifo("fifo", 0600), 0);
	fd = open("fifo", O_RDWR);
	CHECK_INT(write_out("fifo", "in place"), 0);
	CHECK(S_ISFIFO(mode_of("fifo")));
	CHECK(holds("fifo", "in place"));
	close(fd);
	fflush(stdout);
	fd = open("caught", O_WRONLY | O_CREAT, 0600);
	dup2(fd, STDOUT_FILENO);
	failed = write_out("-", "to ") | write_out("/dev/stdout", "stdout");
	dup2(saved, STDOUT_FILENO);
	close(fd);
	close(saved);
	CHECK_INT(failed, 0);
	CHECK(holds("caught", "to stdout"));
	CHECK(access("/dev/full", W_OK) != 0 ||
	    (write_out("/dev/full", "x") == -1 && errno == ENOSPC));
}

/* A child opens, then ends in some way: what is its status? */
static int
child(int number)
{
	int status = 0;
	pid_t pid;

	fflush(stdout);
	pid = fork();
	if (pid == 0) {
		signal(SIGHUP, SIG_IGN);
		if (!outfile_open("target") || !outfile_open("another"))
			_exit(3);
		if (number)
			raise(number);
		exit(0);
	}
	waitpid(pid, &status, 0);
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status)
				   : WEXITSTATUS(status);
}

/* Whether a signal, on its way through the handler, finds only these files. */
static int
caught(int number, int files)
{
	struct sigaction handler;
	sigset_t held, waiting;

	sigemptyset(&held);
	sigaddset(&held, number);
	sigprocmask(SIG_BLOCK, &held, NULL);
	if (!outfile_open("target") || sigaction(number, NULL, &handler) ||
	    entries() != files + 1)
		return 0;
	handler.sa_handler(number);
	return entries() == files && sigpending(&waiting) == 0 &&
	    sigismember(&waiting, number);
}

/* The handler removes the files, then lets the signal end the program. */
static void
test_handler(void)
{
	int n = entries(), status = 0;
	pid_t pid;

	fflush(stdout);
	pid = fork();
	if (pid == 0)
		exit(!caught(SIGTERM, n));
	waitpid(pid, &status, 0);
	CHECK_INT(status, 0);
}

/* As when a file on the network turns out to be full. */
static void
test_close_fails(void)
{
	struct outfile *f = outfile_open("target");
	int n = entries();

	put(f->temporary.fd, "not to be seen");
	close(f->temporary.fd);
	CHECK(outfile_commit(f) == -1 && errno == EBADF);
	CHECK(holds("target", "through a link"));
	CHECK_INT(entries(), n - 1);
}

static void
test_ends(void)
{
	int n = entries();

	CHECK_INT(child(SIGINT), 128 + SIGINT);
	CHECK_INT(child(SIGTERM), 128 + SIGTERM);
	CHECK_INT(child(SIGPIPE), 128 + SIGPIPE);
	CHECK_INT(child(SIGQUIT), 128 + SIGQUIT);
	CHECK_INT(child(SIGXCPU), 128 + SIGXCPU);
	CHECK_INT(child(SIGHUP), 0); /* ignored, and stays so */
	CHECK_INT(child(0), 0);
	CHECK_INT(entries(), n);
	CHECK(holds("target", "through a link"));
}

int
main(void)
{
	char folder[] = "/tmp/test_outfile.XXXXXX";
	char command[100];

	if (!mkdtemp(folder) || chdir(folder))
		return 1;
	umask(027);
	signal(SIGINT, SIG_DFL); /* jobs in the background ignore both */
	signal(SIGQUIT, SIG_DFL);
	test_new_file();
	test_discard();
	test_existing_file();
	test_by_path();
	test_two();
	test_no_folder();
	test_links();
	test_refused();
	test_no_regular_file();
	test_ends();
	test_handler();
	test_close_fails();
	snprintf(command, sizeof command, "rm -rf %s", folder);
	CHECK_INT(system(command), 0);
	return test_done();
}
