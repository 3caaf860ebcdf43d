/*
 * pftrace_made - Perfetto's format made by its definition, packet by packet,
 * and read by trace/source.
 */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "common/bytes/protobuf.h"
#include "common/trace/perfetto.h"
#include "common/trace/source.h"
#include "tests/unit/test.h"

static struct buf trace;
static size_t packet;
static char got[4096]; /* a line an event */

static inline void
begin_packet(uint64_t sequence)
{
	packet = protobuf_open(&trace, PERFETTO_TRACE_PACKET);
	protobuf_integer(&trace, PERFETTO_PACKET_SEQUENCE, sequence);
}

static inline void
end_packet(void)
{
	protobuf_close(&trace, packet);
}

/* Interned { iid, text } of a kind in a packet of its own. */
static inline void
put_interned(uint64_t sequence, uint32_t kind, uint64_t iid, const char *text)
{
	size_t table, entry;

	begin_packet(sequence);
	table = protobuf_open(&trace, PERFETTO_PACKET_INTERNED);
	entry = protobuf_open(&trace, kind);
	protobuf_integer(&trace, PERFETTO_INTERNED_IID, iid);
	protobuf_bytes(&trace, PERFETTO_INTERNED_TEXT, span_of(text));
	protobuf_close(&trace, entry);
	protobuf_close(&trace, table);
	end_packet();
}

/* A packet's time, and an event whose message stays open. */
static inline size_t
begin_event(uint64_t sequence, uint64_t time, uint64_t type, uint64_t track)
{
	size_t event;

	begin_packet(sequence);
	protobuf_integer(&trace, PERFETTO_PACKET_TIMESTAMP, time);
	event = protobuf_open(&trace, PERFETTO_PACKET_EVENT);
	protobuf_integer(&trace, PERFETTO_EVENT_TYPE, type);
	protobuf_integer(&trace, PERFETTO_EVENT_TRACK, track);
	return event;
}

static inline void
end_event(size_t event)
{
	protobuf_close(&trace, event);
	end_packet();
}

static inline void
put_named(uint64_t sequence, uint64_t time, uint64_t type, const char *name)
{
	size_t event = begin_event(sequence, time, type, 5);

	protobuf_bytes(&trace, PERFETTO_EVENT_NAME_TEXT, span_of(name));
	protobuf_bytes(&trace, PERFETTO_EVENT_CATEGORY_TEXT, span_of("kernel"));
	end_event(event);
}

static inline void
put_end(uint64_t sequence, uint64_t time)
{
	end_event(begin_event(sequence, time, PERFETTO_END, 5));
}

static inline void
put_text(uint32_t field, const char *key, const char *value)
{
	size_t a = protobuf_open(&trace, field);

	if (key)
		protobuf_bytes(
		    &trace, PERFETTO_ANNOTATION_KEY_TEXT, span_of(key));
	protobuf_bytes(&trace, PERFETTO_ANNOTATION_TEXT, span_of(value));
	protobuf_close(&trace, a);
}

/* Opens a trace; returns the file to close. */
static inline int
open_trace(
    struct span bytes, struct source *s, const struct span *asked, size_t n)
{
	static char path[40]; /* which the source opens when it is read */
	int fd = memfd_create("trace", 0);

	if (fd < 0 || write(fd, bytes.p, bytes.n) != (ssize_t)bytes.n)
		abort();
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	source_open(s, path, asked, n);
	input_threads(s->in, 1);
	return fd;
}

/* Reads a trace: the events into got. Returns the status of the tool. */
static inline int
read_bytes(struct span bytes, int64_t *lost)
{
	static const struct span asked[] = {{"a.b", 3}, {"l[1]", 4},
	    {"value", 5}, {"name", 4}, {"categories", 10}};
	enum { ASKED = sizeof asked / sizeof *asked };
	struct source s;
	struct raw_event e;
	size_t n = 0;
	int rc, fd = open_trace(bytes, &s, asked, ASKED);

	*got = '\0';
	while ((rc = source_next(&s, &e)) == 1) {
		n += (size_t)snprintf(got + n, sizeof got - n,
		    "%.*s %lld %lld %.*s %.*s %.*s/%.*s", (int)e.ph.n, e.ph.p,
		    (long long)e.ts, (long long)e.dur, (int)e.cat.n, e.cat.p,
		    (int)e.name.n, e.name.p, (int)e.pid.n, e.pid.p,
		    (int)e.tid.n, e.tid.p);
		if (e.id.n)
			n += (size_t)snprintf(got + n, sizeof got - n, " #%.*s",
			    (int)e.id.n, e.id.p);
		for (int i = 0; i < ASKED; i++)
			if (e.asked[i].n)
				n += (size_t)snprintf(got + n, sizeof got - n,
				    " %.*s", (int)e.asked[i].n, e.asked[i].p);
		n += (size_t)snprintf(got + n, sizeof got - n, "\n");
	}
	*lost = source_lost(&s);
	rc = rc < 0                                                    ? 2
	    : *lost || s.reader->unreadable || reader_damage(s.reader) ? 3
								       : 0;
	source_close(&s);
	close(fd);
	return rc;
}

/* The trace made so far gives these lines; then it is empty again. */
static inline bool
gives(int status, int64_t lost, const char *lines)
{
	int64_t n;
	int rc = read_bytes(buf_span(&trace), &n);
	bool right = rc == status && n == lost && strcmp(got, lines) == 0;

	if (!right)
		printf("# status %d, %lld lost:\n%s", rc, (long long)n, got);
	trace.n = 0;
	return right;
}
