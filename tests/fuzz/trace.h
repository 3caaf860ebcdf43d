/*
 * trace - any bytes as a trace of one format: reading ends, and no event is out
 * of range.
 */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/trace/formats.h"

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

static inline void
trace_check_event(const struct raw_event *e)
{
	if (e->has_ts && (e->ts < 0 || e->ts > RAW_EVENT_TIME_MAX))
		abort();
	if (e->has_dur && (e->dur < 0 || e->ts > RAW_EVENT_TIME_MAX - e->dur))
		abort();
	if (raw_event_complete(e) != e->has_dur || e->ph.n != 1)
		abort();
}

/* Reads all events of the file, with these arguments. */
static inline void
trace_read_all(const char *path, const struct trace_format *format,
    const struct span *asked, size_t n)
{
	struct whole whole = {0};
	struct input *in = input_open(path);
	struct trace_reader *r;
	struct raw_event e;
	int got;

	if (!in)
		abort();
	input_threads(in, 1);
	format->sniff(in);
	r = format->open(in, asked, n);
	if (!r)
		abort();
	r->whole = &whole;
	got = r->ops->start ? r->ops->start(r) : 0;
	while (got >= 0 && (got = r->ops->next(r, &e)) > 0)
		trace_check_event(&e);
	if (got < 0 && !*r->error)
		abort();
	reader_damage(r);
	r->ops->close(r);
	whole_free(&whole);
	input_close(in);
}

/* The same of a file that holds these bytes. */
static inline void
trace_read_bytes(const uint8_t *data, size_t size,
    const struct trace_format *format, const struct span *asked, size_t n)
{
	FILE *f = tmpfile();
	char path[40];

	if (!f || fwrite(data, 1, size, f) != size || fflush(f))
		abort();
	snprintf(path, sizeof path, "/proc/self/fd/%d", fileno(f));
	trace_read_all(path, format, asked, n);
	fclose(f);
}
