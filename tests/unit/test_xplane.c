/*
 * Traces of XLA: made here by their definition, and read.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/bytes/protobuf.h"
#include "common/trace/source.h"
#include "common/trace/xplane/plane.h"
#include "tests/unit/test.h"

static struct buf trace;
static char got[4000]; /* a line an event */
static int status;     /* as trace-extract's */
static size_t first_plane;
static int64_t said; /* how many events are lost */

/* An entry of a map of names: { key, { id, name } }. */
static void
put_name(uint32_t map, uint64_t id, const char *name)
{
	size_t entry = protobuf_open(&trace, map), value;

	protobuf_integer(&trace, XMAP_KEY, id);
	value = protobuf_open(&trace, XMAP_VALUE);
	protobuf_integer(&trace, 1, id);
	if (*name)
		protobuf_bytes(&trace, XNAME_NAME, span_of(name));
	protobuf_close(&trace, value);
	protobuf_close(&trace, entry);
}

static size_t
begin_line(uint64_t id, const char *name, uint64_t time)
{
	size_t line = protobuf_open(&trace, XPLANE_LINE);

	protobuf_integer(&trace, XLINE_ID, id);
	protobuf_bytes(&trace, XLINE_NAME, span_of(name));
	protobuf_integer(&trace, XLINE_TIME, time);
	return line;
}

/* An event with stat 1, an integer, and stat 2, a reference. */
static void
put_event(uint64_t kind, uint64_t offset, uint64_t duration, int64_t number,
    uint64_t reference)
{
	size_t event = protobuf_open(&trace, XLINE_EVENT), stat;

	protobuf_integer(&trace, XEVENT_KIND, kind);
	protobuf_integer(&trace, XEVENT_OFFSET, offset);
	protobuf_integer(&trace, XEVENT_DURATION, duration);
	stat = protobuf_open(&trace, XEVENT_STAT);
	protobuf_integer(&trace, XSTAT_KIND, 1);
	protobuf_integer(&trace, XSTAT_SIGNED, (uint64_t)number);
	protobuf_close(&trace, stat);
	stat = protobuf_open(&trace, XEVENT_STAT);
	protobuf_integer(&trace, XSTAT_KIND, 2);
	protobuf_integer(&trace, XSTAT_REFERENCE, reference);
	protobuf_close(&trace, stat);
	stat = protobuf_open(&trace, XEVENT_STAT);
	protobuf_integer(&trace, XSTAT_KIND, 3);
	protobuf_bytes(&trace, XSTAT_TEXT, span_of("program"));
	protobuf_close(&trace, stat);
	protobuf_close(&trace, protobuf_open(&trace, XEVENT_STAT)); /* empty */
	protobuf_integer(&trace, 99, 5); /* a field that is not known */
	protobuf_close(&trace, event);
}

static void
put_instruction(uint64_t id, const char *name, uint64_t operand)
{
	size_t at = protobuf_open(&trace, 2), shape;

	protobuf_bytes(&trace, 1, span_of(name));
	protobuf_bytes(&trace, 2, span_of(operand ? "negate" : "parameter"));
	shape = protobuf_open(&trace, 3);
	protobuf_integer(&trace, 2, 16); /* bf16 */
	protobuf_integer(&trace, 3, 5 + id);
	protobuf_integer(&trace, 3, 2);
	protobuf_close(&trace, shape);
	protobuf_integer(&trace, 35, id);
	if (operand)
		protobuf_integer(&trace, 36, operand);
	protobuf_close(&trace, at);
}

/* The program of fusion.1, in the plane behind the events. */
static void
put_program(void)
{
	size_t plane = protobuf_open(&trace, XSPACE_PLANE), entry, value, stat;
	size_t bytes, module, computation;

	protobuf_bytes(&trace, XPLANE_NAME, span_of("/host:metadata"));
	entry = protobuf_open(&trace, XPLANE_EVENT_NAMES);
	protobuf_integer(&trace, XMAP_KEY, 6);
	value = protobuf_open(&trace, XMAP_VALUE);
	stat = protobuf_open(&trace, XNAME_STAT);
	bytes = protobuf_open(&trace, XSTAT_BYTES);
	module = protobuf_open(&trace, 1);
	protobuf_bytes(&trace, 1, span_of("program"));
	computation = protobuf_open(&trace, 3);
	put_instruction(1, "x", 0);
	put_instruction(2, "fusion.1", 1);
	put_instruction(3, "lost", 77);
	protobuf_close(&trace, computation);
	protobuf_close(&trace, module);
	protobuf_close(&trace, bytes);
	protobuf_close(&trace, stat);
	protobuf_close(&trace, value);
	protobuf_close(&trace, entry);
	protobuf_close(&trace, plane);
}

/* The names stand behind the lines here. */
static void
make(void)
{
	size_t plane = protobuf_open(&trace, XSPACE_PLANE), line;

	protobuf_integer(&trace, 1, 3);
	protobuf_bytes(&trace, XPLANE_NAME, span_of("/device:GPU:3"));
	line = begin_line(8, "Stream #8(Compute)", 1000);
	put_event(10, 1500, 2499, 7, 4);
	put_event(11, 9000000, 1000000, -8, 99);
	put_event(77, 1, 1, 1, 1); /* a name that there is not */
	protobuf_close(&trace, line);
	line = begin_line(9, "XLA Ops", 1000);
	put_event(10, 1500, 2500, 7, 4);
	protobuf_close(&trace, line);
	put_name(XPLANE_EVENT_NAMES, 10, "fusion_1");
	put_name(XPLANE_EVENT_NAMES, 11, "MemcpyD2H");
	put_name(XPLANE_STAT_NAMES, 1, "correlation_id");
	put_name(XPLANE_STAT_NAMES, 2, "hlo_op");
	put_name(XPLANE_STAT_NAMES, 3, "hlo_module");
	put_name(XPLANE_STAT_NAMES, 4, "fusion.1");
	protobuf_close(&trace, plane);
	first_plane = trace.n;
	plane = protobuf_open(&trace, XSPACE_PLANE);
	protobuf_bytes(&trace, XPLANE_NAME, span_of("/host:CPU"));
	put_name(XPLANE_EVENT_NAMES, 1, "hipLaunchKernel");
	put_name(XPLANE_EVENT_NAMES, 2, "fusion_1");
	put_name(XPLANE_STAT_NAMES, 1, "correlation_id");
	line = begin_line(UINT64_MAX, "python", 500);
	put_event(1, 0, 1000, 7, 0);
	put_event(2, 0, 1000, 8, 0);
	protobuf_close(&trace, line);
	protobuf_close(&trace, plane);
	plane = protobuf_open(&trace, XSPACE_PLANE); /* without lines */
	protobuf_bytes(&trace, XPLANE_NAME, span_of("/device:GPU:4"));
	protobuf_close(&trace, plane);
	put_program();
	protobuf_bytes(&trace, 4, span_of("a host"));
}

/* Messages, and what of them are messages again. */
enum message {
	SPACE,
	PLANE,
	LINE,
	ENTRY,
	NAME,
	EVENT,
	STAT,
	PROTO,
	MODULE,
	COMPUTATION,
	INSTRUCTION,
	SHAPE,
	NONE
};

static enum message
inner(enum message in, uint32_t field)
{
	static const struct {
		enum message in;
		uint32_t field;
		enum message is;
	} known[] = {{SPACE, XSPACE_PLANE, PLANE}, {PLANE, XPLANE_LINE, LINE},
	    {PLANE, XPLANE_EVENT_NAMES, ENTRY},
	    {PLANE, XPLANE_STAT_NAMES, ENTRY}, {ENTRY, XMAP_VALUE, NAME},
	    {LINE, XLINE_EVENT, EVENT}, {EVENT, XEVENT_STAT, STAT},
	    {NAME, XNAME_STAT, STAT}, {STAT, XSTAT_BYTES, PROTO},
	    {PROTO, 1, MODULE}, {MODULE, 3, COMPUTATION},
	    {COMPUTATION, 2, INSTRUCTION}, {INSTRUCTION, 3, SHAPE}};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (known[i].in == in && known[i].field == field)
			return known[i].is;
	return NONE;
}

/* Writes a number in n bytes, though fewer would do. */
static void
put_long(struct buf *out, uint64_t v, size_t n)
{
	for (size_t i = 0; i < n; i++, v >>= 7) {
		char byte = (char)(i + 1 < n ? v | 0x80 : v & 0x7f);

		buf_add_span(out, (struct span){&byte, 1});
	}
}

/* The message with each of its numbers longer than it need be. */
static struct buf
padded(struct span message, enum message is)
{
	struct buf out = {0};
	struct protobuf_field f;

	while (protobuf_next(&message, &f)) {
		put_long(&out, f.number << 3 | (uint64_t)f.type, 4);
		if (f.type == PROTOBUF_VARINT) {
			put_long(&out, f.value, PROTOBUF_VARINT_MAX);
		} else if (inner(is, f.number) != NONE) {
			struct buf in = padded(f.bytes, inner(is, f.number));

			put_long(&out, in.n, 4);
			buf_add_span(&out, buf_span(&in));
			buf_free(&in);
		} else {
			put_long(&out, f.bytes.n, 4);
			buf_add_span(&out, f.bytes);
		}
	}
	return out;
}

static void
read_bytes(struct span bytes)
{
	static const struct span asked[] = {{"hlo_op", 6}, {"Input Dims", 10}};
	FILE *f = tmpfile();
	struct source s;
	struct raw_event e;
	char path[40];
	size_t n = 0;
	int rc = -1;

	if (!f || fwrite(bytes.p, 1, bytes.n, f) != bytes.n || fflush(f))
		abort();
	snprintf(path, sizeof path, "/proc/self/fd/%d", fileno(f));
	source_open(&s, path, asked, 2);
	got[0] = 0;
	if (source_start(&s) == 0)
		while ((rc = source_next(&s, &e)) > 0 && n < sizeof got - 200)
			n += (size_t)snprintf(got + n, sizeof got - n,
			    "%lld %lld %.*s %.*s %.*s %.*s %.*s %.*s%.*s\n",
			    (long long)e.ts, (long long)e.dur,
			    e.name.n > 20 ? 20 : (int)e.name.n, e.name.p,
			    (int)e.cat.n, e.cat.p, (int)e.pid.n, e.pid.p,
			    e.device.n > 20 ? 20 : (int)e.device.n, e.device.p,
			    e.correlation.n > 20 ? 20 : (int)e.correlation.n,
			    e.correlation.p,
			    e.asked[0].n > 20 ? 20 : (int)e.asked[0].n,
			    e.asked[0].p,
			    e.asked[1].n > 20 ? 20 : (int)e.asked[1].n,
			    e.asked[1].p);
	said = source_lost(&s);
	status = rc < 0                                               ? 2
	    : said || s.reader->unreadable || reader_damage(s.reader) ? 3
								      : 0;
	if (rc < 0 && !(s.error && *s.error))
		abort();
	source_close(&s);
	fclose(f);
}

/* A plane as a TPU's profiler writes it: its lines are steps, programs and
 * operations. */
static void
put_tpu(const char *name, uint64_t time)
{
	size_t plane = protobuf_open(&trace, XSPACE_PLANE), line;

	protobuf_bytes(&trace, XPLANE_NAME, span_of(name));
	put_name(XPLANE_EVENT_NAMES, 1, "0");
	put_name(XPLANE_EVENT_NAMES, 2, "jit_step(1)");
	put_name(XPLANE_EVENT_NAMES, 3, "%fusion.7 = bf16[8,4]");
	put_name(XPLANE_STAT_NAMES, 1, "group_id");
	put_name(XPLANE_STAT_NAMES, 2, "hlo_op");
	put_name(XPLANE_STAT_NAMES, 3, "hlo_module");
	put_name(XPLANE_STAT_NAMES, 4, "fusion.7");
	line = begin_line(1, "Steps", time);
	put_event(1, 0, 9000000, 0, 0);
	protobuf_close(&trace, line);
	line = begin_line(2, "XLA Modules", time);
	put_event(2, 1000, 8000000, 0, 0);
	protobuf_close(&trace, line);
	line = begin_line(3, "XLA Ops", time);
	put_event(3, 2500, 1499, 0, 4);
	put_event(3, 4000, 0, 0, 4);
	protobuf_close(&trace, line);
	protobuf_close(&trace, plane);
}

/* Two TPUs; a line without events, and one without a name or a time. */
static void
test_tpu(void)
{
	size_t plane, line;

	put_tpu("/device:TPU:0", 1000);
	put_tpu("/device:TPU:1", 2000);
	plane = protobuf_open(&trace, XSPACE_PLANE);
	protobuf_bytes(&trace, XPLANE_NAME, span_of("/device:TPU:2"));
	put_name(XPLANE_EVENT_NAMES, 3, "copy");
	put_name(XPLANE_STAT_NAMES, 1, "group_id");
	put_name(XPLANE_STAT_NAMES, 2, "hlo_op");
	put_name(XPLANE_STAT_NAMES, 3, "hlo_module");
	protobuf_close(&trace, begin_line(1, "Steps", 0));
	line = protobuf_open(&trace, XPLANE_LINE);
	put_event(3, 5000, 7000, 0, 0);
	protobuf_close(&trace, line);
	protobuf_close(&trace, plane);
	read_bytes(buf_span(&trace));
	CHECK_INT(status, 0);
	CHECK(strcmp(got,
		  "1000 9000 0 xla 1 0  \n"
		  "1001 8000 jit_step(1) xla 1 0  \n"
		  "1003 1 %fusion.7 = bf16[8,4 xla 1 0  fusion.7\n"
		  "1004 0 %fusion.7 = bf16[8,4 xla 1 0  fusion.7\n"
		  "2000 9000 0 xla 2 1  \n"
		  "2001 8000 jit_step(1) xla 2 1  \n"
		  "2003 1 %fusion.7 = bf16[8,4 xla 2 1  fusion.7\n"
		  "2004 0 %fusion.7 = bf16[8,4 xla 2 1  fusion.7\n"
		  "5 7 copy xla 3 2  \n") == 0);
	trace.n = 0;
}

/*
 * Bytes that are missing make the lengths around them too long, and what comes
 * behind is in what they are of: the next plane, and behind it the last text.
 */
static void
test_missing_bytes(void)
{
	static const char host[] = "500 1 hipLaunchKernel hip_runtime 701  7 \n"
				   "500 1 fusion_1 xla_runtime 701  8 \n";
	size_t n[] = {1, 2, 7};
	int lost = 0, silent = 0;

	for (size_t i = 0; i < sizeof n / sizeof *n; i++)
		for (size_t at = 30; at + n[i] < first_plane; at++) {
			struct buf b = {0};
			size_t behind = at + n[i];

			buf_add(&b, trace.p, at);
			buf_add(&b, trace.p + behind, trace.n - behind);
			read_bytes(buf_span(&b));
			lost += !strstr(got, host);
			silent += status == 0;
			buf_free(&b);
		}
	CHECK_INT(lost, 0);
	CHECK_INT(silent, 0);
}

/* Where there is damage, an empty event is what is left of one. */
static void
test_empty_event(void)
{
	size_t plane = protobuf_open(&trace, XSPACE_PLANE), line;

	protobuf_bytes(&trace, XPLANE_NAME, span_of("/device:GPU:0"));
	put_name(XPLANE_EVENT_NAMES, 1, "gemm");
	put_name(XPLANE_STAT_NAMES, 1, "");
	line = begin_line(1, "Stream #1", 7);
	put_event(1, 1000, 2000, 0, 0);
	protobuf_bytes(&trace, XLINE_EVENT, span_of(""));
	protobuf_close(&trace, line);
	protobuf_close(&trace, plane);
	read_bytes(buf_span(&trace));
	trace.n = 0;
	CHECK_INT(status, 3);
	CHECK(strcmp(got, "8 2 gemm kernel 1 0  \n") == 0);
}

/* A GPU that computes N times, of that name. */
static void
put_gpu(const char *name, int n)
{
	size_t plane = protobuf_open(&trace, XSPACE_PLANE), line;

	protobuf_bytes(&trace, XPLANE_NAME, span_of(name));
	put_name(XPLANE_EVENT_NAMES, 2, "gemm");
	line = begin_line(1, "Stream #1", 7);
	for (int i = 0; i < n; i++)
		put_event(2, 1000, 2000, 0, 0);
	protobuf_close(&trace, line);
	protobuf_close(&trace, plane);
}

/* Of a plane that cannot be told to be one, as many events as of another. */
static void
test_lost_plane(void)
{
	char *name;

	put_gpu("/device:GPU:0", 30);
	put_gpu("/devide:GPU:1", 30);
	read_bytes(buf_span(&trace));
	trace.n = 0;
	CHECK_INT(status, 3);
	CHECK(said >= 25 && said <= 35);
	put_gpu("/device:GPU:0", 1);
	for (name = trace.p; memcmp(name, "gemm", 4) != 0; name++)
		;
	*name = 0;
	read_bytes(buf_span(&trace));
	trace.n = 0;
	CHECK_INT(status, 3);
}

/* A plane of one event with that stat, and a text behind it. */
static int
status_of(struct span stat, uint32_t text_field, const char *text)
{
	size_t plane = protobuf_open(&trace, XSPACE_PLANE), line, event;

	protobuf_bytes(&trace, XPLANE_NAME, span_of("/device:GPU:0"));
	put_name(XPLANE_EVENT_NAMES, 1, "gemm");
	put_name(XPLANE_STAT_NAMES, 1, "correlation_id");
	line = begin_line(1, "Stream #1", 7);
	event = protobuf_open(&trace, XLINE_EVENT);
	protobuf_integer(&trace, XEVENT_KIND, 1);
	protobuf_bytes(&trace, XEVENT_STAT, stat);
	protobuf_close(&trace, event);
	protobuf_close(&trace, line);
	protobuf_close(&trace, plane);
	protobuf_bytes(&trace, text_field, (struct span){text, 3});
	read_bytes(buf_span(&trace));
	trace.n = 0;
	return status;
}

/* A stat that is none, or of an unknown name; a text that is a plane. */
static void
test_silent_damage(void)
{
	CHECK_INT(status_of(span_of("\x08\x01\x20\x07"), 4, "a-b"), 0);
	CHECK_INT(status_of(span_of("\x0c\x01\x20\x07"), 4, "a-b"), 3);
	CHECK_INT(status_of(span_of("\x08\x02\x20\x07"), 4, "a-b"), 3);
	CHECK_INT(status_of(span_of("\x08\x01\x22\x07"), 4, "a-b"), 3);
	CHECK_INT(status_of(span_of("\x08\x01\x20\x07"), 4, "a\0b"), 3);
}

int
main(void)
{
	static const char expected[] =
	    "1002 2 fusion_1 kernel 4 3 7 fusion.1[[6,2]]\n"
	    "10000 1000 MemcpyD2H gpu_memcpy 4 3 -8 \n"
	    "1002 3 fusion_1 xla 4 3 7 fusion.1[[6,2]]\n"
	    "500 1 hipLaunchKernel hip_runtime 701  7 \n"
	    "500 1 fusion_1 xla_runtime 701  8 \n";
	struct buf more;
	int wrong = 0, odd = 0;

	make();
	read_bytes(buf_span(&trace));
	CHECK(strcmp(got, expected) == 0);
	CHECK_INT(status, 3); /* the event without a name */
	for (size_t n = 0; n < trace.n; n++) {
		read_bytes(span_cut(buf_span(&trace), 0, n));
		odd += status == 0;
		if (n >= first_plane) /* is whole, so its events are */
			wrong += strncmp(got, expected, 37) != 0;
	}
	CHECK_INT(wrong, 0);
	CHECK_INT(odd, 0);
	test_missing_bytes();
	more = padded(buf_span(&trace), SPACE);
	read_bytes(buf_span(&more));
	CHECK(strcmp(got, expected) == 0 && more.n > 2 * trace.n);
	CHECK_INT(status, 3);
	buf_free(&more);
	for (size_t i = 0; i < trace.n * 8; i += 3) { /* reading ends */
		trace.p[i / 8] ^= (char)(1 << i % 8);
		read_bytes(buf_span(&trace));
		trace.p[i / 8] ^= (char)(1 << i % 8);
	}
	trace.n = 0;
	test_silent_damage();
	test_tpu();
	test_empty_event();
	test_lost_plane();
	buf_free(&trace);
	return test_done();
}
