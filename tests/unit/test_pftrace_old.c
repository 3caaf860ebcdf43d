/*
 * Perfetto's writers of 2019, with threads instead of tracks and times as
 * differences, and what is rare today: several categories, further counters.
 */
#define _GNU_SOURCE
#include "tests/unit/pftrace_made.h"

static void
put_thread(uint64_t sequence, uint64_t pid, uint64_t tid, uint64_t us)
{
	size_t thread;

	begin_packet(sequence);
	protobuf_integer(&trace, PERFETTO_PACKET_FLAGS, PERFETTO_FLAG_CLEARED);
	thread = protobuf_open(&trace, PERFETTO_PACKET_THREAD);
	protobuf_integer(&trace, PERFETTO_THREAD_PID, pid);
	protobuf_integer(&trace, PERFETTO_THREAD_TID, tid);
	if (us)
		protobuf_integer(&trace, PERFETTO_THREAD_TIME, us);
	protobuf_close(&trace, thread);
	end_packet();
}

/* An event that says its time itself, without a track. */
static size_t
begin_old(uint64_t sequence, uint32_t time_field, uint64_t us, char phase)
{
	size_t event, legacy;

	begin_packet(sequence);
	event = protobuf_open(&trace, PERFETTO_PACKET_EVENT);
	protobuf_integer(&trace, time_field, us);
	protobuf_bytes(&trace, PERFETTO_EVENT_NAME_TEXT, span_of("old"));
	legacy = protobuf_open(&trace, PERFETTO_EVENT_LEGACY);
	protobuf_integer(&trace, PERFETTO_LEGACY_PHASE, (uint64_t)phase);
	protobuf_close(&trace, legacy);
	return event;
}

static void
put_delta(uint64_t sequence, uint64_t us, char phase)
{
	end_event(begin_old(sequence, PERFETTO_EVENT_DELTA, us, phase));
}

/* Two threads, each on its sequence; a time once in between changes nothing. */
static void
test_threads(void)
{
	size_t process;

	put_delta(3, 1, 'I'); /* since nothing */
	begin_packet(1);
	process = protobuf_open(&trace, PERFETTO_PACKET_PROCESS);
	protobuf_integer(&trace, PERFETTO_PROCESS_PID, 7);
	protobuf_bytes(&trace, PERFETTO_PROCESS_NAME, span_of("browser"));
	protobuf_close(&trace, process);
	end_packet();
	put_thread(1, 7, 8, 100);
	put_thread(2, 7, 9, 500);
	put_delta(1, 5, 'B');
	put_delta(2, 0, 'B');
	end_event(begin_old(1, PERFETTO_EVENT_ABSOLUTE, 300, 'I'));
	put_delta(1, 10, 'E');
	put_delta(2, 1, 'E');
	CHECK(gives(3, 1,
	    "M 0 0  process_name 7/ browser\ni 300000 0  old 7/8\n"
	    "X 105000 10000  old 7/8\nX 500000 1000  old 7/9\n"));
}

/* Lost events had differences, too. */
static void
test_lost_difference(void)
{
	put_thread(1, 7, 8, 100);
	put_delta(1, 5, 'I');
	begin_packet(1);
	protobuf_integer(&trace, PERFETTO_PACKET_DROPPED, 1);
	end_packet();
	put_delta(1, 5, 'I');
	put_thread(1, 7, 8, 200);
	put_delta(1, 5, 'I');
	CHECK(gives(3, 1, "i 105000 0  old 7/8\ni 205000 0  old 7/8\n"));
	put_thread(1, 7, 8, 100);
	put_delta(1, (uint64_t)INT64_MAX, 'I');
	put_delta(1, (uint64_t)-200, 'I');
	CHECK(gives(3, 2, ""));
}

/* A number of a name, and the thread on whose behalf it is written. */
static void
test_legacy(void)
{
	size_t event, legacy;

	put_thread(1, 7, 8, 100);
	put_interned(1, PERFETTO_INTERNED_NAME, 4, "named");
	begin_packet(1);
	event = protobuf_open(&trace, PERFETTO_PACKET_EVENT);
	protobuf_integer(&trace, PERFETTO_EVENT_DELTA, 1);
	legacy = protobuf_open(&trace, PERFETTO_EVENT_LEGACY);
	protobuf_integer(&trace, PERFETTO_LEGACY_NAME, 4);
	protobuf_integer(&trace, PERFETTO_LEGACY_PHASE, 'I');
	protobuf_integer(&trace, PERFETTO_LEGACY_GLOBAL_ID, 77);
	protobuf_integer(&trace, PERFETTO_LEGACY_TID, 12);
	protobuf_close(&trace, legacy);
	end_event(event);
	CHECK(gives(0, 0, "i 101000 0  named 7/12 #77\n"));
}

static void
test_categories(void)
{
	size_t event;

	put_interned(1, PERFETTO_INTERNED_CATEGORY, 3, "memory_copy");
	event = begin_event(1, 10, PERFETTO_INSTANT, 5);
	protobuf_integer(&trace, PERFETTO_EVENT_CATEGORY, 3);
	protobuf_bytes(&trace, PERFETTO_EVENT_CATEGORY_TEXT, span_of("rocm"));
	end_event(event);
	event = begin_event(1, 20, PERFETTO_INSTANT, 5);
	protobuf_bytes(&trace, PERFETTO_EVENT_CATEGORY_TEXT, span_of("rocm"));
	end_event(event);
	CHECK(gives(
	    0, 0, "i 10 0 gpu_memcpy  / gpu_memcpy,rocm\ni 20 0 rocm  /\n"));
}

static void
put_tracks(uint32_t field, uint64_t first, uint64_t second)
{
	protobuf_integer(&trace, field, first);
	protobuf_integer(&trace, field, second);
}

/* The tracks of the event count, else those of the sequence. */
static void
test_extra_counters(void)
{
	size_t defaults, event;

	begin_packet(1);
	defaults = protobuf_open(&trace, PERFETTO_PACKET_DEFAULTS);
	event = protobuf_open(&trace, PERFETTO_DEFAULTS_EVENT);
	put_tracks(PERFETTO_EVENT_COUNT_TRACK, 21, 22);
	put_tracks(PERFETTO_EVENT_MEASURE_TRACK, 31, 32);
	protobuf_close(&trace, event);
	protobuf_close(&trace, defaults);
	end_packet();
	event = begin_event(1, 10, PERFETTO_BEGIN, 5);
	protobuf_integer(&trace, PERFETTO_EVENT_EXTRA_COUNT, 3);
	protobuf_integer(&trace, PERFETTO_EVENT_EXTRA_COUNT, (uint64_t)-4);
	protobuf_double(&trace, PERFETTO_EVENT_EXTRA_MEASURE, 0.5);
	end_event(event);
	event = begin_event(1, 15, PERFETTO_END, 5);
	protobuf_integer(&trace, PERFETTO_EVENT_COUNT_TRACK, 23);
	protobuf_integer(&trace, PERFETTO_EVENT_EXTRA_COUNT, 8);
	protobuf_integer(&trace, PERFETTO_EVENT_EXTRA_COUNT, 9); /* of none */
	end_event(event);
	CHECK(gives(3, 1,
	    "C 10 0   / 3\nC 10 0   / -4\nC 10 0   / 0.5\n"
	    "X 10 5   /\nC 15 0   / 8\n"));
}

/* Numbers in one field, as newer writers may pack them. */
static void
test_packed(void)
{
	static const double halves[] = {1.5, -2.5};
	size_t event = begin_event(1, 10, PERFETTO_INSTANT, 5);

	protobuf_bytes(&trace, PERFETTO_EVENT_COUNT_TRACK,
	    (struct span){"\x15\x96\x01", 3});
	protobuf_bytes(&trace, PERFETTO_EVENT_EXTRA_COUNT,
	    (struct span){"\x07\xac\x02", 3});
	put_tracks(PERFETTO_EVENT_MEASURE_TRACK, 1, 2);
	protobuf_bytes(&trace, PERFETTO_EVENT_EXTRA_MEASURE,
	    (struct span){(const char *)halves, sizeof halves});
	end_event(event);
	CHECK(gives(0, 0,
	    "i 10 0   /\nC 10 0   / 7\nC 10 0   / 300\n"
	    "C 10 0   / 1.5\nC 10 0   / -2.5\n"));
	event = begin_event(1, 10, PERFETTO_INSTANT, 5);
	for (int i = 0; i < 100; i++)
		protobuf_integer(&trace, PERFETTO_EVENT_COUNT_TRACK, 4);
	protobuf_integer(&trace, PERFETTO_EVENT_EXTRA_COUNT, 5);
	end_event(event);
	CHECK(gives(3, 1, "i 10 0   /\nC 10 0   / 5\n"));
}

int
main(void)
{
	test_threads();
	test_lost_difference();
	test_legacy();
	test_categories();
	test_extra_counters();
	test_packed();
	buf_free(&trace);
	return test_done();
}
