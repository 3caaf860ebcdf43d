/*
 * The files stand in a list for the handlers of signals and of exit, which
 * remove them; signals are held back while the list changes.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/bytes/memory.h"
#include "common/bytes/temporary.h"

#define UNPREDICTABLE ".trace-utils-XXXXXX"

static struct temporary *open_files;

/* A thread brings the first few upon itself; any may take the others. */
static const int signals[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGPIPE, SIGSEGV,
    SIGXFSZ, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU};
enum { OF_THREADS = 7, SIGNALS = COUNT(signals) };

static void
remove_all(void)
{
	for (struct temporary *t = open_files; t; t = t->next)
		unlink(t->path);
}

/* Ends the program as if there were no handler: it was set for one time. */
static void
on_signal(int number)
{
	remove_all();
	raise(number);
}

static void
set_handlers(void)
{
	static bool done;
	struct sigaction new = {
	    .sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};

	if (done)
		return;
	done = true;
	sigemptyset(&new.sa_mask);
	for (int i = 0; i < SIGNALS; i++) {
		struct sigaction old;

		if (sigaction(signals[i], NULL, &old) == 0 &&
		    old.sa_handler == SIG_DFL)
			sigaction(signals[i], &new, NULL);
	}
	atexit(remove_all);
}

static void
hold_signals(int from, sigset_t *before)
{
	sigset_t held;

	sigemptyset(&held);
	for (int i = from; i < SIGNALS; i++)
		sigaddset(&held, signals[i]);
	pthread_sigmask(SIG_BLOCK, &held, before);
}

static void
release_signals(const sigset_t *before)
{
	pthread_sigmask(SIG_SETMASK, before, NULL);
}

/* Takes the file from the list; its path is no longer ours. */
static void
delist(struct temporary *t)
{
	struct temporary **p = &open_files;

	while (*p != t)
		p = &(*p)->next;
	*p = t->next;
	free(t->path);
	t->path = NULL;
}

size_t
temporary_folder(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? (size_t)(slash - path) + 1 : 0;
}

int
temporary_open(struct temporary *t, const char *path)
{
	size_t n = temporary_folder(path);
	char *name = xmalloc(n + sizeof UNPREDICTABLE);
	sigset_t before;

	*t = (struct temporary){NULL, NULL, -1};
	memcpy(name, path, n);
	memcpy(name + n, UNPREDICTABLE, sizeof UNPREDICTABLE);
	set_handlers();
	hold_signals(0, &before);
	t->fd = mkstemp(name);
	if (t->fd >= 0) {
		t->path = name;
		t->next = open_files;
		open_files = t;
	}
	release_signals(&before);
	if (t->fd >= 0)
		return fcntl(t->fd, F_SETFD, FD_CLOEXEC) < 0 ? -1 : 0;
	free(name);
	return -1;
}

int
temporary_scratch(struct temporary *t)
{
	const char *folder = getenv("TMPDIR");
	char path[4096];
	int n;

	if (!folder || !*folder)
		folder = "/tmp";
	n = snprintf(path, sizeof path, "%s/", folder);
	if (n < (int)sizeof path)
		return temporary_open(t, path);
	*t = (struct temporary){.fd = -1};
	errno = ENAMETOOLONG;
	return -1;
}

int
temporary_rename(struct temporary *t, const char *to)
{
	sigset_t before;
	int failed = close(t->fd);

	t->fd = -1;
	if (failed)
		return -1;
	hold_signals(0, &before);
	failed = rename(t->path, to);
	if (!failed)
		delist(t);
	release_signals(&before);
	return failed;
}

void
temporary_close(struct temporary *t)
{
	int saved = errno;
	sigset_t before;

	hold_signals(0, &before);
	if (t->path) {
		unlink(t->path);
		delist(t);
	}
	release_signals(&before);
	if (t->fd >= 0)
		close(t->fd);
	t->fd = -1;
	errno = saved;
}

int
temporary_start_thread(pthread_t *thread, void *(*run)(void *), void *argument)
{
	sigset_t before;
	int failed;

	hold_signals(OF_THREADS, &before);
	failed = pthread_create(thread, NULL, run, argument);
	release_signals(&before);
	return failed;
}
