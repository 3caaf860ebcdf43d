/*
 * Any rows as a Perfetto trace: its messages are whole, each track's ends
 * belong to its begins, and complete events have their times again.
 */
#include "common/trace/perfetto.h"
#include "tests/fuzz/bytes.h"
#include "tools/trace-json/write_perfetto.h"

enum { TRACKS = 512, DEPTH = 64 };

/* The slices of each track in a trace, and their times. */
struct reading {
	int64_t begin[TRACKS][DEPTH];
	size_t depth[TRACKS];
	int64_t zero, sum; /* of the clock; of the durations */
	size_t slices;
};

static uint64_t
read_varint(struct span *s)
{
	uint64_t v = 0;

	for (int shift = 0;; shift += 7) {
		unsigned char c;

		require(s->n > 0 && shift < 70);
		c = (unsigned char)*s->p;
		*s = span_cut(*s, 1, s->n);
		v |= (uint64_t)(c & 127) << (shift & 63);
		if (c < 128)
			return v;
	}
}

/* The next field of a message: its number, and its value or its bytes. */
static uint32_t
read_field(struct span *s, uint64_t *value, struct span *bytes)
{
	uint64_t tag = read_varint(s);
	size_t n = 8;

	if ((tag & 7) == 0) {
		*value = read_varint(s);
		return (uint32_t)(tag >> 3);
	}
	require((tag & 7) == 1 || (tag & 7) == 2);
	if ((tag & 7) == 2)
		n = read_varint(s);
	require(n <= s->n);
	*bytes = span_cut(*s, 0, n);
	*s = span_cut(*s, n, s->n);
	return (uint32_t)(tag >> 3);
}

static void
read_event(struct reading *r, int64_t ts, struct span event)
{
	uint64_t value = 0, type = 0, track = 0;
	struct span bytes;

	while (event.n) {
		uint32_t field = read_field(&event, &value, &bytes);

		type = field == PERFETTO_EVENT_TYPE ? value : type;
		track = field == PERFETTO_EVENT_TRACK ? value : track;
	}
	require(track < TRACKS);
	if (type == PERFETTO_BEGIN) {
		require(r->depth[track] < DEPTH);
		r->begin[track][r->depth[track]++] = ts;
	} else if (type == PERFETTO_END) {
		require(r->depth[track] > 0);
		r->sum += ts - r->begin[track][--r->depth[track]];
		r->slices++;
	}
}

static void
read_clock(struct reading *r, struct span snapshot)
{
	uint64_t value, id = 0;
	struct span clock, bytes;

	while (snapshot.n) {
		if (read_field(&snapshot, &value, &clock) !=
		    PERFETTO_SNAPSHOT_CLOCK)
			continue;
		while (clock.n) {
			uint32_t field = read_field(&clock, &value, &bytes);

			id = field == PERFETTO_CLOCK_ID ? value : id;
			if (field == PERFETTO_CLOCK_TIMESTAMP &&
			    id == PERFETTO_BOOTTIME)
				r->zero = (int64_t)value;
		}
	}
}

static void
read_packet(struct reading *r, struct span packet)
{
	uint64_t value, ts = 0;
	bool absolute = false;
	struct span bytes, event = {0};

	while (packet.n)
		switch (read_field(&packet, &value, &bytes)) {
		case PERFETTO_PACKET_TIMESTAMP:
			ts = value;
			break;
		case PERFETTO_PACKET_CLOCK:
			absolute = true;
			break;
		case PERFETTO_PACKET_CLOCK_SNAPSHOT:
			read_clock(r, bytes);
			break;
		case PERFETTO_PACKET_EVENT:
			event = bytes;
			break;
		}
	if (!event.n)
		return;
	read_event(r, (absolute ? 0 : r->zero) + (int64_t)ts, event);
}

static void
read_trace(struct reading *r, struct span trace)
{
	uint64_t value;
	struct span packet;

	while (trace.n) {
		require(read_field(&trace, &value, &packet) ==
		    PERFETTO_TRACE_PACKET);
		read_packet(r, packet);
	}
}

/* A row of a few kinds, threads and arguments. */
static struct row
take_row(struct bytes *b, int64_t *ts)
{
	static const char *const phases[] = {"X", "X", "X", "B", "E", "i", "s",
	    "f", "C", "M", "b", "e", "X", "X", "X", "?"};
	static const char *const names[] = {"gemm", "process_name",
	    "thread_name", "add", "", "process_sort_index", "a b", "gemm"};
	static const char *const ids[] = {
	    "", "7", "-1", "stream 7", "007", "4294967296", "0", "1"};
	static const char *const args[] = {"", "{}", "{\"a\":1}", "5",
	    "{\"name\":\"x\"}", "{\"a\":[1,{\"b\":null}],\"c\":1e3}",
	    "{\"v\":18446744073709551615,\"w\":\"\\u0041\"}",
	    "{\"t\":true,\"value\":-1.5}"};
	uint8_t kind = take_byte(b), place = take_byte(b);
	struct row r = {0};

	*ts += take_number(b) % 1000;
	r.has_ts = kind < 250;
	r.has_dur = true;
	r.ts = *ts;
	r.dur = (int64_t)(take_byte(b) % 100);
	r.whole = true;
	r.lane = place & 1;
	r.number = -1;
	r.text[ROW_PH] = span_of(phases[kind & 15]);
	r.text[ROW_NAME] = span_of(names[kind >> 4 & 7]);
	r.text[ROW_PID] = span_of(ids[place >> 1 & 7]);
	r.text[ROW_TID] = span_of(ids[place >> 4 & 7]);
	r.text[ROW_ID] = span_of(ids[kind & 3]);
	r.text[ROW_CAT] = span_of(place & 2 ? "kernel" : "");
	r.text[ROW_ARGS] = span_of(args[take_byte(b) & 7]);
	r.text[ROW_RANK] = span_of(place & 8 ? "1" : "0");
	return r;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes b = {data, size < 600 ? size : 600};
	struct args args = {.ids = take_byte(&b) & 1 ? ids_new() : NULL};
	struct perfetto *p = perfetto_new(&args);
	struct reading *r = calloc(1, sizeof *r);
	int64_t ts = 0, sum = 0;
	size_t slices = 0;
	bool halves = false;

	require(p && r);
	while (b.n) {
		struct row row = take_row(&b, &ts);
		bool slice = span_is(row.text[ROW_PH], "X") && row.has_ts;

		if (perfetto_event(p, &row) || !row.has_ts)
			continue;
		halves = halves || span_is_among(row.text[ROW_PH], "B E b e");
		sum += slice ? row.dur : 0;
		slices += slice;
	}
	perfetto_finish(p);
	read_trace(r, buf_span(perfetto_output(p)));
	require(halves || (r->slices == slices && r->sum == sum));
	free(r);
	perfetto_free(p);
	ids_free(args.ids);
	buf_free(&args.scratch);
	return 0;
}
