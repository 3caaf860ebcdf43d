/*
 * Any bytes as a table of rocprofv3: reading ends, no event is out of range,
 * and rows that are read and lost are no more than the lines.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "common/rocprof.h"

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

static void
check_event(const struct kevent *e)
{
	if (e->ts < 0 || e->dur < 0 || e->ts > KEVENT_TIME_MAX - e->dur ||
	    !kevent_complete(e) || e->cat.n > ROCPROF_KIND)
		abort();
}

static void
read_all(struct input *in, int64_t most)
{
	static const struct span asked[] = {{"Kind", 4}, {"Grid_Size_X", 11}};
	struct rocprof *r = rocprof_csv(in, asked, 2);
	struct kevent e;
	int64_t events = 0;
	int got;

	if (!r)
		abort();
	while ((got = r->next(r, &e)) > 0) {
		check_event(&e);
		events++;
	}
	if (got < 0 && !r->error[0])
		abort();
	if (events + r->lost != r->number || r->number > most)
		abort();
	r->close(r);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char path[40];
	int fd = memfd_create("table", 0);
	int64_t lines = 1;
	struct input *in;

	/* what is compressed has more lines than can be told here */
	if (size > 1 && (data[0] == 0x1F || data[0] == 'P'))
		lines += (int64_t)size * 1100;
	for (size_t i = 0; i < size; i++)
		lines += data[i] == '\n';
	if (fd < 0 || write(fd, data, size) != (ssize_t)size)
		abort();
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	in = input_open(path);
	if (!in)
		abort();
	read_all(in, lines);
	input_close(in);
	close(fd);
	return 0;
}
