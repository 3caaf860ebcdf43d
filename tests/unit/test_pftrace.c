/*
 * Perfetto's format: made here by its definition, packet by packet, and read.
 */
#define _GNU_SOURCE
#include <zlib.h>

#include "common/bytes/fixed.h"
#include "tests/unit/pftrace_made.h"

static void
test_slices(void)
{
	size_t event;

	put_named(1, 100, PERFETTO_BEGIN, "outer");
	put_named(1, 110, PERFETTO_BEGIN, "inner");
	put_end(1, 120);
	put_end(1, 150);
	put_end(1, 160);                          /* of nothing */
	put_named(1, 170, PERFETTO_INSTANT, "i"); /* has no duration */
	event = begin_event(1, 180, PERFETTO_COUNTER, 5);
	protobuf_integer(&trace, PERFETTO_EVENT_COUNT, (uint64_t)-7);
	end_event(event);
	put_named(1, 190, PERFETTO_BEGIN, "endless");
	CHECK(gives(3, 1,
	    "X 110 10 kernel inner /\nX 100 50 kernel outer /\n"
	    "i 170 0 kernel i /\nC 180 0   / -7\nB 190 0 kernel endless /\n"));
}

static void
test_interned(void)
{
	for (uint64_t sequence = 1; sequence <= 2; sequence++) {
		put_interned(sequence, PERFETTO_INTERNED_NAME, 9,
		    sequence == 1 ? "one" : "two");
		put_interned(
		    sequence, PERFETTO_INTERNED_CATEGORY, 9, "kernel_dispatch");
	}
	for (uint64_t sequence = 1; sequence <= 3; sequence++) {
		size_t event =
		    begin_event(sequence, 10 * sequence, PERFETTO_INSTANT, 5);

		protobuf_integer(&trace, PERFETTO_EVENT_NAME, 9);
		protobuf_integer(&trace, PERFETTO_EVENT_CATEGORY, 9);
		end_event(event);
	}
	/* the third one lacks both */
	CHECK(gives(3, 0,
	    "i 10 0 kernel one /\ni 20 0 kernel two /\n"
	    "i 30 0  unknown_name_9 /\n"));
	put_interned(1, PERFETTO_INTERNED_NAME, 9, "before");
	begin_packet(1);
	protobuf_integer(&trace, PERFETTO_PACKET_FLAGS, PERFETTO_FLAG_CLEARED);
	end_packet();
	{
		size_t event = begin_event(1, 10, PERFETTO_INSTANT, 5);

		protobuf_integer(&trace, PERFETTO_EVENT_NAME, 9);
		end_event(event);
	}
	/* the name is forgotten */
	CHECK(gives(3, 0, "i 10 0  unknown_name_9 /\n"));
	begin_packet(1);
	protobuf_integer(&trace, PERFETTO_PACKET_DROPPED, 1);
	end_packet();
	{
		size_t event = begin_event(1, 10, PERFETTO_INSTANT, 5);

		protobuf_close(&trace, event);
		protobuf_integer(
		    &trace, PERFETTO_PACKET_FLAGS, PERFETTO_FLAG_NEEDS_STATE);
		end_packet();
	}
	put_named(1, 20, PERFETTO_INSTANT, "needs none");
	CHECK(gives(3, 1, "i 20 0 kernel needs none /\n"));
}

static void
put_clock(uint64_t id, uint64_t time, uint64_t unit, bool incremental)
{
	size_t clock = protobuf_open(&trace, PERFETTO_SNAPSHOT_CLOCK);

	protobuf_integer(&trace, PERFETTO_CLOCK_ID, id);
	protobuf_integer(&trace, PERFETTO_CLOCK_TIMESTAMP, time);
	protobuf_integer(&trace, PERFETTO_CLOCK_UNIT, unit);
	protobuf_integer(&trace, PERFETTO_CLOCK_INCREMENTAL, incremental);
	protobuf_close(&trace, clock);
}

/* Clock 3 is 1000 ns behind; 64 counts us from the packet before. */
static void
test_clocks(void)
{
	size_t snapshot;

	begin_packet(1);
	snapshot = protobuf_open(&trace, PERFETTO_PACKET_CLOCK_SNAPSHOT);
	put_clock(3, 4000, 1, false);
	put_clock(PERFETTO_BOOTTIME, 5000, 1, false);
	put_clock(64, 7, 1000, true);
	put_clock(65, 2, 1000, false);
	protobuf_close(&trace, snapshot);
	snapshot = protobuf_open(&trace, PERFETTO_PACKET_DEFAULTS);
	protobuf_integer(&trace, PERFETTO_PACKET_CLOCK, 64);
	protobuf_close(&trace, snapshot);
	end_packet();
	for (uint64_t clock = 0; clock < 67; clock++) {
		size_t event;

		if (clock != 0 && clock != 3 && clock != 6 && clock < 65)
			continue;
		event = begin_event(
		    1, clock < 64 && clock ? 6000 : 3, PERFETTO_INSTANT, 5);
		protobuf_close(&trace, event);
		if (clock)
			protobuf_integer(&trace, PERFETTO_PACKET_CLOCK, clock);
		end_packet();
	}
	put_named(1, 4, PERFETTO_INSTANT, "on");
	/* 66 is no clock of this sequence */
	CHECK(gives(3, 1,
	    "i 8000 0   /\ni 7000 0   /\ni 6000 0   /\ni 6000 0   /\n"
	    "i 12000 0 kernel on /\n"));
}

/* A thread in a process; a poorer description changes nothing. */
static void
test_tracks(void)
{
	for (int i = 0; i < 3; i++) {
		size_t track, inner;

		begin_packet(1);
		track = protobuf_open(&trace, PERFETTO_PACKET_TRACK);
		protobuf_integer(&trace, PERFETTO_TRACK_UUID, i ? 5 : 4);
		if (i == 0) {
			inner = protobuf_open(&trace, PERFETTO_TRACK_PROCESS);
			protobuf_integer(&trace, PERFETTO_PROCESS_PID, 77);
			protobuf_bytes(
			    &trace, PERFETTO_PROCESS_NAME, span_of("python"));
			protobuf_close(&trace, inner);
		} else if (i == 1) {
			protobuf_integer(&trace, PERFETTO_TRACK_PARENT, 4);
			inner = protobuf_open(&trace, PERFETTO_TRACK_THREAD);
			protobuf_integer(&trace, PERFETTO_THREAD_TID, 8);
			protobuf_close(&trace, inner);
		} else {
			inner = protobuf_open(&trace, PERFETTO_TRACK_THREAD);
			protobuf_bytes(
			    &trace, PERFETTO_THREAD_NAME, span_of("main"));
			protobuf_close(&trace, inner);
		}
		protobuf_close(&trace, track);
		end_packet();
	}
	put_named(1, 10, PERFETTO_INSTANT, "x");
	CHECK(gives(0, 0,
	    "M 0 0  process_name 77/ python\nM 0 0  thread_name 77/8 main\n"
	    "i 10 0 kernel x 77/8\n"));
}

/* Counts a difference on the track 5. */
static void
put_count(uint64_t sequence, uint64_t time, int64_t value)
{
	size_t event = begin_event(sequence, time, PERFETTO_COUNTER, 5);

	protobuf_integer(&trace, PERFETTO_EVENT_COUNT, (uint64_t)value);
	end_event(event);
}

/* A counter of thousands that tells differences, until it begins anew. */
static void
test_counters(void)
{
	size_t track, counter, event;

	begin_packet(1);
	track = protobuf_open(&trace, PERFETTO_PACKET_TRACK);
	protobuf_integer(&trace, PERFETTO_TRACK_UUID, 5);
	protobuf_bytes(&trace, PERFETTO_TRACK_STATIC_NAME, span_of("bytes"));
	counter = protobuf_open(&trace, PERFETTO_TRACK_COUNTER);
	protobuf_integer(&trace, PERFETTO_COUNTER_MULTIPLIER, 1000);
	protobuf_integer(&trace, PERFETTO_COUNTER_INCREMENTAL, 1);
	protobuf_close(&trace, counter);
	protobuf_close(&trace, track);
	end_packet();
	put_count(1, 10, 7);
	put_count(1, 20, -2);
	event = begin_event(1, 30, PERFETTO_COUNTER, 5);
	protobuf_double(&trace, PERFETTO_EVENT_MEASURE, 0.25);
	end_event(event);
	put_count(1, 40, INT64_MAX / 1000); /* too many */
	begin_packet(1);
	protobuf_integer(&trace, PERFETTO_PACKET_FLAGS, PERFETTO_FLAG_CLEARED);
	end_packet();
	put_count(1, 50, 3);
	CHECK(gives(3, 1,
	    "C 10 0  bytes / 7000\nC 20 0  bytes / 5000\n"
	    "C 30 0  bytes / 250\nC 40 0  bytes /\nC 50 0  bytes / 3000\n"));
}

static void
put_legacy(uint64_t time, uint64_t phase, uint32_t field, uint64_t value)
{
	size_t event = begin_event(1, time, 0, 5), legacy;

	protobuf_bytes(&trace, PERFETTO_EVENT_NAME_TEXT, span_of("old"));
	legacy = protobuf_open(&trace, PERFETTO_EVENT_LEGACY);
	protobuf_integer(&trace, PERFETTO_LEGACY_PHASE, phase);
	protobuf_integer(&trace, field, value);
	protobuf_close(&trace, legacy);
	end_event(event);
}

/* A record neither slice nor instant is an event with its phase and number, as
 * in JSON; a phase that is no letter or sign is none. */
static void
test_old_phases(void)
{
	static const char phases[] = "STpFbnestfNODPC";
	char expected[sizeof phases * 24];
	size_t n = 0, event;

	for (size_t i = 0; phases[i]; i++) {
		put_legacy(100 + i, (uint64_t)phases[i], PERFETTO_LEGACY_ID, i);
		n += (size_t)snprintf(expected + n, sizeof expected - n,
		    "%c %zu 0  old / #%zu\n", phases[i], 100 + i, i);
	}
	put_legacy(200, 0, PERFETTO_LEGACY_ID, 1);
	put_legacy(200, 0x80, PERFETTO_LEGACY_ID, 1);
	put_legacy(200, 'S' + 256, PERFETTO_LEGACY_ID, 1);
	event = begin_event(1, 200, PERFETTO_PHASE, 5); /* no such type */
	end_event(event);
	CHECK(gives(3, 4, expected));
}

/* Older writers: phases for types, other flows and annotations. */
static void
test_old_writers(void)
{
	size_t event, outer, nested, inner;

	put_legacy(100, 'X', PERFETTO_LEGACY_DURATION, 2);
	put_legacy(200, 'B', PERFETTO_LEGACY_DURATION, 0);
	put_legacy(250, 'E', PERFETTO_LEGACY_DURATION, 0);
	put_legacy(300, 'I', PERFETTO_LEGACY_DURATION, 0);
	put_legacy(400, 'X', PERFETTO_LEGACY_DURATION, UINT64_MAX);
	event = begin_event(1, 600, PERFETTO_INSTANT, 5);
	protobuf_integer(&trace, PERFETTO_EVENT_OLD_FLOW, 9);
	for (int i = 0; i < 2; i++) {
		outer = protobuf_open(&trace, PERFETTO_EVENT_ANNOTATION);
		protobuf_bytes(&trace, PERFETTO_ANNOTATION_KEY_TEXT,
		    span_of(i ? "l" : "a"));
		nested = protobuf_open(&trace, PERFETTO_ANNOTATION_NESTED);
		for (int k = 0; k < 2; k++) {
			if (!i)
				protobuf_bytes(&trace, PERFETTO_NESTED_KEY,
				    span_of(k ? "b" : "c"));
			inner = protobuf_open(&trace,
			    i ? PERFETTO_NESTED_ELEMENT
			      : PERFETTO_NESTED_ENTRY);
			protobuf_integer(&trace, PERFETTO_NESTED_INTEGER,
			    (uint64_t)(10 * i + k));
			protobuf_close(&trace, inner);
		}
		protobuf_close(&trace, nested);
		protobuf_close(&trace, outer);
	}
	end_event(event);
	CHECK(gives(3, 1,
	    "X 100 2000  old /\nX 200 50  old /\ni 300 0  old /\n"
	    "i 600 0   / #9 1 11\n"));
}

static void
test_annotations(void)
{
	size_t event, outer, entry;

	event = begin_event(1, 10, PERFETTO_BEGIN, 5);
	outer = protobuf_open(&trace, PERFETTO_EVENT_ANNOTATION);
	protobuf_bytes(&trace, PERFETTO_ANNOTATION_KEY_TEXT, span_of("a"));
	put_text(PERFETTO_ANNOTATION_DICT, "b", "in");
	protobuf_close(&trace, outer);
	outer = protobuf_open(&trace, PERFETTO_EVENT_ANNOTATION);
	protobuf_bytes(&trace, PERFETTO_ANNOTATION_KEY_TEXT, span_of("l"));
	put_text(PERFETTO_ANNOTATION_ARRAY, NULL, "zero");
	entry = protobuf_open(&trace, PERFETTO_ANNOTATION_ARRAY);
	protobuf_double(&trace, PERFETTO_ANNOTATION_DOUBLE, 1.5);
	protobuf_close(&trace, entry);
	protobuf_close(&trace, outer);
	put_text(PERFETTO_EVENT_ANNOTATION, "kernel_name", "gemm");
	end_event(event);
	event = begin_event(1, 1000, PERFETTO_END, 5);
	for (int i = 0; i < 2; i++) {
		outer = protobuf_open(&trace, PERFETTO_EVENT_ANNOTATION);
		protobuf_bytes(&trace, PERFETTO_ANNOTATION_KEY_TEXT,
		    span_of(i ? "delta_ns" : "begin_ns"));
		protobuf_integer(
		    &trace, PERFETTO_ANNOTATION_INTEGER, i ? 33 : 12);
		protobuf_close(&trace, outer);
	}
	end_event(event);
	CHECK(gives(0, 0, "X 12 33  gemm / in 1.5\n"));
}

/* Packets within a packet, as zlib writes them; not deeper. */
static void
test_deflated(void)
{
	unsigned char data[2][1000];
	uLongf n[2] = {sizeof data[0], sizeof data[1]};

	put_named(1, 10, PERFETTO_INSTANT, "inside");
	compress(data[0], &n[0], (unsigned char *)trace.p, trace.n);
	trace.n = 0;
	put_named(1, 5, PERFETTO_INSTANT, "before");
	for (int deep = 0; deep < 2; deep++) {
		begin_packet(1);
		protobuf_bytes(&trace, PERFETTO_PACKET_DEFLATED,
		    (struct span){(char *)data[deep], n[deep]});
		end_packet();
		if (deep == 0)
			compress(
			    data[1], &n[1], (unsigned char *)trace.p, trace.n);
	}
	put_named(1, 20, PERFETTO_INSTANT, "behind");
	CHECK(gives(3, 1,
	    "i 5 0 kernel before /\ni 10 0 kernel inside /\n"
	    "i 5 0 kernel before /\ni 20 0 kernel behind /\n"));
}

/* A packet of metadata: their field and text, or with no text a number. */
static void
put_metadata(const char *name, uint32_t field, const char *text, uint64_t n)
{
	size_t chrome, metadata;

	begin_packet(1);
	chrome = protobuf_open(&trace, PERFETTO_PACKET_CHROME);
	metadata = protobuf_open(&trace, PERFETTO_CHROME_METADATA);
	protobuf_bytes(&trace, PERFETTO_METADATA_NAME, span_of(name));
	if (text)
		protobuf_bytes(&trace, field, span_of(text));
	else
		protobuf_integer(&trace, field, n);
	protobuf_close(&trace, metadata);
	protobuf_close(&trace, chrome);
	end_packet();
}

/* All that stands before the first event, as members of Chrome's JSON. */
static bool
begins_with(const char *members)
{
	char text[400] = "";
	struct span key, value;
	struct source s;
	size_t n = 0;
	int fd = open_trace(buf_span(&trace), &s, NULL, 0);

	CHECK(source_start(&s) == 0);
	for (size_t i = 0; members_get(&s.reader->members, i, &key, &value);
	     i++)
		n += (size_t)snprintf(text + n, sizeof text - n, "%.*s %.*s\n",
		    (int)key.n, key.p, (int)value.n, value.p);
	source_close(&s);
	close(fd);
	if (strcmp(text, members) != 0)
		printf("# %s", text);
	return strcmp(text, members) == 0;
}

static void
test_metadata(void)
{
	put_metadata("gpus", PERFETTO_METADATA_JSON, "[{\"name\":\"X\"}]", 0);
	put_metadata("broken", PERFETTO_METADATA_JSON, "[{\"name\":", 0);
	put_metadata("version", PERFETTO_METADATA_TEXT, "1 \"b\"", 0);
	put_metadata("shapes", PERFETTO_METADATA_BOOL, NULL, 1);
	put_metadata("offset", PERFETTO_METADATA_INTEGER, NULL, (uint64_t)-5);
	put_metadata("new", 99, NULL, 1);
	put_metadata("", PERFETTO_METADATA_BOOL, NULL, 1);
	put_named(1, 10, PERFETTO_INSTANT, "first");
	put_metadata("late", PERFETTO_METADATA_BOOL, NULL, 0);
	put_named(1, 20, PERFETTO_INSTANT, "second");
	CHECK(begins_with("gpus [{\"name\":\"X\"}]\n"
			  "broken \"[{\\\"name\\\":\"\n"
			  "version \"1 \\\"b\\\"\"\n"
			  "shapes true\noffset -5\n"));
	CHECK(gives(0, 0, "i 10 0 kernel first /\ni 20 0 kernel second /\n"));
	put_metadata("alone", PERFETTO_METADATA_BOOL, NULL, 0);
	CHECK(begins_with("alone false\n"));
	CHECK(gives(0, 0, ""));
}

/* Cut off anywhere, and each byte wrong: whole packets before are kept. */
static void
test_damage(void)
{
	struct buf whole = {0};
	int64_t lost;
	size_t first;
	bool good = true;

	put_named(1, 10, PERFETTO_INSTANT, "first");
	first = trace.n;
	put_named(1, 20, PERFETTO_INSTANT, "second");
	buf_add(&whole, trace.p, trace.n);
	trace.n = 0;
	for (size_t n = first; n < whole.n; n++) {
		int rc = read_bytes((struct span){whole.p, n}, &lost);

		good = good && rc == (n == first ? 0 : 3) &&
		    lost == (n != first) &&
		    strcmp(got, "i 10 0 kernel first /\n") == 0;
	}
	CHECK(good);
	for (size_t i = first; i < whole.n; i++)
		for (int bit = 0; bit < 8; bit++) {
			whole.p[i] = (char)(whole.p[i] ^ 1 << bit);
			read_bytes(buf_span(&whole), &lost);
			good = good &&
			    strncmp(got, "i 10 0 kernel first /\n", 22) == 0;
			whole.p[i] = (char)(whole.p[i] ^ 1 << bit);
		}
	CHECK(good);
	buf_free(&whole);
	protobuf_bytes(&trace, PERFETTO_TRACE_PACKET,
	    (struct span){"\x40\x01\x5a\x7f", 4}); /* longer than its parent */
	put_named(1, 20, PERFETTO_INSTANT, "second");
	CHECK(gives(3, 1, "i 20 0 kernel second /\n"));
}

/* A track without a thread, in process 4, with a slice that has no arguments.
 */
static void
put_stream(uint64_t uuid, const char *name)
{
	size_t track, event;

	begin_packet(1);
	track = protobuf_open(&trace, PERFETTO_PACKET_TRACK);
	protobuf_integer(&trace, PERFETTO_TRACK_UUID, uuid);
	protobuf_integer(&trace, PERFETTO_TRACK_PARENT, 4);
	protobuf_bytes(&trace, PERFETTO_TRACK_NAME, span_of(name));
	protobuf_close(&trace, track);
	end_packet();
	event = begin_event(1, 10, PERFETTO_BEGIN, uuid);
	protobuf_bytes(&trace, PERFETTO_EVENT_NAME_TEXT, span_of("k"));
	protobuf_bytes(&trace, PERFETTO_EVENT_CATEGORY_TEXT,
	    span_of("rocm_kernel_dispatch"));
	end_event(event);
	end_event(begin_event(1, 20, PERFETTO_END, uuid));
}

/* Streams that are told by nothing but the names of their tracks are several.
 */
static void
test_streams(void)
{
	struct source s;
	struct raw_event e;
	int fd;

	put_stream(5, "Stream 1");
	put_stream(6, "Stream 2");
	fd = open_trace(buf_span(&trace), &s, NULL, 0);
	for (int i = 1; i <= 2; i++) {
		CHECK(source_next(&s, &e) == 1 && span_is(e.cat, "kernel"));
		CHECK(span_is(e.stream, i == 1 ? "Stream 1" : "Stream 2"));
	}
	source_close(&s);
	close(fd);
	trace.n = 0;
}

int
main(void)
{
	test_slices();
	test_streams();
	test_interned();
	test_clocks();
	test_tracks();
	test_annotations();
	test_counters();
	test_old_phases();
	test_old_writers();
	test_deflated();
	test_metadata();
	test_damage();
	buf_free(&trace);
	return test_done();
}
