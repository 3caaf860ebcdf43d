#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "common/bytes/memory.h"
#include "common/bytes/temporary.h"
#include "tools/trace-extract/progress.h"

enum { LINE = 200, PERIOD_NS = 250 * 1000 * 1000 };

struct progress {
	int fd; /* of the terminal */
	const char *name;
	int64_t size;
	int64_t (*place)(const void *);
	const void *context;
	struct timespec start;
	bool stop, shown;
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t wake;
};

static double
seconds_since(const struct timespec *start)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (double)(now.tv_sec - start->tv_sec) +
	    (double)(now.tv_nsec - start->tv_nsec) / 1e9;
}

/* "512 MB", "1.0 GB": powers of 1000. */
static void
amount(char *out, int size, double bytes)
{
	static const char *const unit[] = {"B", "kB", "MB", "GB", "TB"};
	int i = 0;

	for (; bytes >= 1000 && i < 4; i++)
		bytes /= 1000;
	snprintf(
	    out, (size_t)size, "%.*f %s", i > 0 && bytes < 10, bytes, unit[i]);
}

void
progress_line(char *out, int size, const char *name, int64_t bytes, int64_t of,
    double seconds)
{
	double rate = seconds > 0 ? (double)bytes / seconds : 0;
	char done[20], all[20], speed[20];

	amount(done, sizeof done, (double)bytes);
	amount(all, sizeof all, (double)of);
	amount(speed, sizeof speed, rate);
	if (of > bytes && rate > 0)
		snprintf(out, (size_t)size,
		    "%.60s: %s of %s, %s/s, %.0f s left", name, done, all,
		    speed, (double)(of - bytes) / rate);
	else
		snprintf(
		    out, (size_t)size, "%.60s: %s, %s/s", name, done, speed);
	for (; *out; out++)
		if ((unsigned char)*out < 0x20 || *out == 0x7F)
			*out = '?';
}

static void
show(struct progress *p)
{
	double seconds = seconds_since(&p->start);
	char line[LINE];

	if (seconds < 1) /* not worth a line */
		return;
	progress_line(
	    line, sizeof line, p->name, p->place(p->context), p->size, seconds);
	dprintf(p->fd, "\r%s\033[K", line);
	p->shown = true;
}

static void *
run(void *context)
{
	struct progress *p = context;
	struct timespec until;

	pthread_mutex_lock(&p->lock);
	while (!p->stop) {
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_nsec += PERIOD_NS;
		until.tv_sec += until.tv_nsec / 1000000000;
		until.tv_nsec %= 1000000000;
		pthread_cond_timedwait(&p->wake, &p->lock, &until);
		if (!p->stop)
			show(p);
	}
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

/* The terminal to show it on: stderr, or what a script says; -1: none. */
static int
terminal(void)
{
	const char *given = getenv("TRACE_UTILS_TERMINAL");
	int fd = given && *given >= '0' && *given <= '9' && !given[1]
	    ? *given - '0'
	    : STDERR_FILENO;

	return isatty(fd) && !isatty(STDOUT_FILENO) ? fd : -1;
}

struct progress *
progress_start(const char *name, int64_t size, int64_t (*place)(const void *),
    const void *context)
{
	struct progress *p;
	int fd = terminal();

	if (fd < 0)
		return NULL;
	p = xcalloc(1, sizeof *p);
	p->fd = fd;
	p->name = name;
	p->size = size;
	p->place = place;
	p->context = context;
	clock_gettime(CLOCK_REALTIME, &p->start);
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->wake, NULL);
	if (temporary_start_thread(&p->thread, run, p) == 0)
		return p;
	free(p);
	return NULL;
}

void
progress_stop(struct progress *p)
{
	if (!p)
		return;
	pthread_mutex_lock(&p->lock);
	p->stop = true;
	pthread_cond_signal(&p->wake);
	pthread_mutex_unlock(&p->lock);
	pthread_join(p->thread, NULL);
	if (p->shown)
		dprintf(p->fd, "\r\033[K");
	pthread_mutex_destroy(&p->lock);
	pthread_cond_destroy(&p->wake);
	free(p);
}
