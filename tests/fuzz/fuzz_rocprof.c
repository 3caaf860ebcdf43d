/*
 * Any bytes as a table and as a JSON file of rocprofv3: reading ends, no event
 * is out of range, and no more are read and lost than bytes can hold.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "common/trace/formats.h"
#include "common/trace/rocprof/rocprof.h"

enum { INFLATES = 1100 }; /* a byte of deflate makes at most 1032 */

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

static void
check_event(const struct raw_event *e)
{
	if (e->ts < 0 || e->dur < 0 || e->ts > RAW_EVENT_TIME_MAX - e->dur ||
	    !raw_event_complete(e) || e->cat.n > ROCPROF_KIND)
		abort();
}

static void
read_all(const char *path,
    struct trace_reader *(*open)(struct input *, const struct span *, size_t),
    int64_t most)
{
	static const struct span asked[] = {{"Kind", 4}, {"grid_size", 9}};
	struct input *in = input_open(path);
	struct trace_reader *reader = in ? open(in, asked, 2) : NULL;
	struct raw_event e;
	int64_t events = 0;
	int got;

	if (!reader)
		abort();
	got = reader->ops->start(reader);
	while (got >= 0 && (got = reader->ops->next(reader, &e)) > 0) {
		check_event(&e);
		events++;
	}
	if (got < 0 && !*reader->error)
		abort();
	if (events + reader->lost < reader->events || reader->events > most)
		abort();
	reader->ops->close(reader);
	input_close(in);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char path[40];
	int fd = memfd_create("table", 0);
	int64_t most = (int64_t)size * INFLATES + 1;

	if (fd < 0 || write(fd, data, size) != (ssize_t)size)
		abort();
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	read_all(path, rocprof_csv_open, most);
	read_all(path, rocprof_json_open, most);
	close(fd);
	return 0;
}
