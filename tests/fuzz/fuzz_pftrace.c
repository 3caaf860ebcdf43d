/*
 * Any bytes as a trace in Perfetto's format: reading ends, and no event is out
 * of range.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "common/trace/pftrace.h"

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

static void
check_event(const struct kevent *e)
{
	if (e->has_ts && (e->ts < 0 || e->ts > KEVENT_TIME_MAX))
		abort();
	if (e->has_dur && (e->dur < 0 || e->ts > KEVENT_TIME_MAX - e->dur))
		abort();
	if (kevent_complete(e) != e->has_dur || e->ph.n != 1)
		abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct span asked[] = {{"name", 4}, {"agent", 5}};
	struct whole whole = {0};
	struct trace_reader *r;
	struct input *in;
	struct kevent e;
	char path[40];
	int got, fd = memfd_create("trace", 0);

	if (fd < 0 || write(fd, data, size) != (ssize_t)size)
		abort();
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	in = input_open(path);
	if (!in)
		abort();
	input_threads(in, 1);
	pftrace_sniff(in);
	r = pftrace_open(in, asked, 2);
	if (!r)
		abort();
	r->whole = &whole;
	while ((got = r->ops->next(r, &e)) > 0)
		check_event(&e);
	if (got < 0 && !r->ops->error(r))
		abort();
	r->ops->damage(r);
	r->ops->close(r);
	whole_free(&whole);
	input_close(in);
	close(fd);
	return 0;
}
