/*
 * Perfetto's format damaged where only its contents tell: deflated packets
 * whose checksum is wrong, texts that a sequence does not have, zeros in names.
 */
#define _GNU_SOURCE
#include <zlib.h>

#include "tests/unit/pftrace_made.h"

/* A packet with what is made so far, as zlib deflates it. */
static void
deflate_all(unsigned flipped)
{
	unsigned char data[1000];
	uLongf n = sizeof data;

	compress(data, &n, (unsigned char *)trace.p, trace.n);
	data[n - 1] ^= (unsigned char)flipped;
	trace.n = 0;
	packet = protobuf_open(&trace, PERFETTO_TRACE_PACKET);
	protobuf_bytes(
	    &trace, PERFETTO_PACKET_DEFLATED, (struct span){(char *)data, n});
	end_packet();
}

/* As a trace begins that is deflated while it is written; and behind damage. */
static void
test_all_deflated(void)
{
	struct buf copy = {0};

	put_named(1, 10, PERFETTO_INSTANT, "inside");
	deflate_all(0);
	buf_add(&copy, trace.p, trace.n);
	CHECK(gives(0, 0, "i 10 0 kernel inside /\n"));
	put_named(1, 5, PERFETTO_INSTANT, "before");
	buf_add_span(&trace, span_of("no packet"));
	buf_add_span(&trace, buf_span(&copy));
	CHECK(gives(3, 1, "i 5 0 kernel before /\ni 10 0 kernel inside /\n"));
	buf_free(&copy);
	put_named(1, 10, PERFETTO_INSTANT, "inside");
	deflate_all(1);
	CHECK(gives(3, 0, "i 10 0 kernel inside /\n"));
}

/* A slice whose beginning is lost counts once, not for its end as well. */
static void
test_lost_beginning(void)
{
	size_t whole;

	put_named(1, 10, PERFETTO_INSTANT, "before");
	whole = trace.n;
	put_named(1, 20, PERFETTO_BEGIN, "lost");
	trace.p[whole] = 0;
	put_named(1, 30, PERFETTO_END, "lost");
	CHECK(gives(3, 1, "i 10 0 kernel before /\n"));
}

/* An event of that category, which is kernel_dispatch if it is 1. */
static void
put_category(uint64_t category)
{
	size_t event;

	put_interned(1, PERFETTO_INTERNED_CATEGORY, 1, "kernel_dispatch");
	put_interned(1, PERFETTO_INTERNED_NAME, 1, "");
	event = begin_event(1, 10, PERFETTO_INSTANT, 5);
	protobuf_integer(&trace, PERFETTO_EVENT_CATEGORY, category);
	protobuf_integer(&trace, PERFETTO_EVENT_NAME, 1);
	end_event(event);
}

/* Nobody knows that an event is a kernel when its category is lost. */
static void
test_unknown_texts(void)
{
	put_category(1);
	CHECK(gives(0, 0, "i 10 0 kernel  /\n"));
	put_category(2);
	CHECK(gives(3, 0, "i 10 0   /\n"));
	put_category(0);
	CHECK(gives(3, 0, "i 10 0   /\n"));
}

/* A key of which a byte was zeroed is not one that nobody knows. */
static void
test_zero_in_key(void)
{
	size_t event = begin_event(1, 10, PERFETTO_INSTANT, 5);
	size_t a = protobuf_open(&trace, PERFETTO_EVENT_ANNOTATION);

	protobuf_bytes(
	    &trace, PERFETTO_ANNOTATION_KEY_TEXT, (struct span){"corr_i\0", 7});
	protobuf_integer(&trace, PERFETTO_ANNOTATION_INTEGER, 7);
	protobuf_close(&trace, a);
	end_event(event);
	CHECK(gives(3, 1, "i 10 0   /\n"));
}

int
main(void)
{
	test_all_deflated();
	test_lost_beginning();
	test_unknown_texts();
	test_zero_in_key();
	buf_free(&trace);
	return test_done();
}
