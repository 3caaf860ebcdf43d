/*
 * A small trace cut off at every byte, plain, as gzip and as zip, and with
 * every byte of the packed ones wrong: what precedes is read, no loss is
 * silent. Through a file and through standard input. tests/damage.bats asks the
 * tool the same at some of the places.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/mman.h>

#include "common/trace/source.h"
#include "tests/unit/packed.h"
#include "tests/unit/test.h"

static const char head[] = "{\"schemaVersion\":1,\"traceEvents\":[";
static const char tail[] = "],\"displayTimeUnit\":\"ms\"}";
static const char *const events[] = {
    "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"aten::mm\",\"pid\":9,\"tid\":8,"
    "\"ts\":100.000,\"dur\":50.5,"
    "\"args\":{\"External id\":7,\"Input Dims\":[[2,3],[]]}}",
    "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"gemm<{lambda()#1}, \\\"q\\\">\","
    "\"pid\":0,\"tid\":7,\"ts\":120,\"dur\":2,"
    "\"args\":{\"device\":0,\"stream\":7}}",
    "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"\\u0041dd\",\"pid\":0,\"tid\":7,"
    "\"ts\":123.5,\"dur\":1.25,\"args\":{\"grid\":[1,2,3]}}",
    "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":5,\"ts\":0,"
    "\"args\":{\"name\":\"python\"}}",
};
enum { EVENTS = sizeof events / sizeof *events };

/* The trace, and where its events begin and end. */
struct trace {
	struct buf text;
	size_t start[EVENTS], end[EVENTS];
};

/* Each place takes a new reader, whose memory the sanitizers make expensive. */
#ifdef __SANITIZE_ADDRESS__
enum { STEP = 3 };
#else
enum { STEP = 1 };
#endif

/* The result of reading: the events' names, a line each, and the status. */
struct outcome {
	struct buf names;
	int64_t events, lost;
	int status; /* as the tool's */
};

static void
put_trace(struct trace *t)
{
	put(&t->text, head, sizeof head - 1);
	for (int i = 0; i < EVENTS; i++) {
		if (i > 0)
			put(&t->text, ",\n", 2);
		t->start[i] = t->text.n;
		put(&t->text, events[i], strlen(events[i]));
		t->end[i] = t->text.n;
	}
	put(&t->text, tail, sizeof tail - 1);
}

/* A zip archive up to its directory, which nobody reads. */
static void
put_zip(struct buf *b, struct span data)
{
	struct buf body = {0};

	put_deflated(&body, data);
	put(b, "PK\3\4\x14\0\0\0\x8\0\0\0\0\0", 14);
	put_little(b, crc_of(data), 4);
	put_little(b, body.n, 4);
	put_little(b, data.n, 4);
	put_little(b, 6, 2);
	put_little(b, 0, 2);
	put(b, "t.json", 6);
	put(b, body.p, body.n);
	put(b, "PK\1\2 and so on PK\5\6 and the end", 32);
	buf_free(&body);
}

static void
read_events(const char *path, struct outcome *o)
{
	struct source s;
	struct raw_event e;
	int got = -1;

	o->names.n = 0;
	o->events = 0;
	source_open(&s, path, NULL, 0);
	if (source_start(&s) == 0)
		while ((got = source_next(&s, &e)) > 0) {
			put(&o->names, e.name.p, e.name.n);
			put(&o->names, "\n", 1);
			o->events++;
		}
	o->lost = source_lost(&s);
	o->status = got < 0 ? 2 : reader_damage(s.reader) || o->lost ? 3 : 0;
	if (got < 0 && !(s.error && *s.error))
		abort();
	source_close(&s);
}

static void
read_file(struct span bytes, struct outcome *o)
{
	int fd = memfd_create("trace", 0);
	char path[40];

	if (fd < 0 || write(fd, bytes.p, bytes.n) != (ssize_t)bytes.n)
		abort();
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	read_events(path, o);
	close(fd);
}

/* A pipe holds a trace as small as this one. */
static void
read_pipe(struct span bytes, struct outcome *o)
{
	int fds[2];

	if (pipe(fds) || write(fds[1], bytes.p, bytes.n) != (ssize_t)bytes.n)
		abort();
	close(fds[1]);
	become_stdin(fds[0]);
	read_events(NULL, o);
	close(STDIN_FILENO);
}

static void (*const ways[])(struct span, struct outcome *) = {
    read_file, read_pipe};

/* The array is known as soon as its bracket is read. */
static int
as_cut(const struct trace *t, size_t n, const struct outcome *o)
{
	int64_t whole = 0, inside = 0;
	int status = n < sizeof head - 1 ? 2 : n < t->text.n ? 3 : 0;

	for (int i = 0; i < EVENTS; i++) {
		whole += n >= t->end[i];
		inside += n > t->start[i] && n < t->end[i];
	}
	return o->status == status && o->events == whole &&
	    (status != 3 || o->lost == inside);
}

static void
test_cut(const struct trace *t)
{
	struct outcome o = {0};
	struct buf packed = {0};

	for (size_t w = 0; w < 2; w++) {
		size_t wrong = SIZE_MAX, wrong_packed = SIZE_MAX;

		for (size_t n = 0; n <= t->text.n; n += STEP) {
			struct span part = {t->text.p, n};

			ways[w](part, &o);
			if (!as_cut(t, n, &o))
				wrong = n;
			packed.n = 0;
			put_gzip(&packed, 0, part);
			ways[w](buf_span(&packed), &o);
			if (!as_cut(t, n, &o))
				wrong_packed = n;
		}
		CHECK_INT(wrong, SIZE_MAX);
		CHECK_INT(wrong_packed, SIZE_MAX);
	}
	buf_free(&packed);
	buf_free(&o.names);
}

/* Nothing is wrong and nothing is missing; or it is told. */
static int
full_or_told(const struct outcome *o, const struct outcome *full)
{
	return o->status || same(&o->names, &full->names);
}

/* The bytes behind the data of a zip archive are not needed. */
static void
test_packed_cut(struct span packed, int always, const struct outcome *full)
{
	struct outcome o = {0};

	for (size_t w = 0; w < 2; w++) {
		size_t wrong = SIZE_MAX;

		for (size_t n = 0; n < packed.n; n += STEP) {
			ways[w]((struct span){packed.p, n}, &o);
			if (!full_or_told(&o, full) ||
			    !is_prefix(&o.names, &full->names) ||
			    (always && !o.status))
				wrong = n;
		}
		CHECK_INT(wrong, SIZE_MAX);
	}
	buf_free(&o.names);
}

static void
test_packed_wrong(struct buf *packed, const struct outcome *full)
{
	struct outcome o = {0};

	for (size_t w = 0; w < 2; w++) {
		size_t wrong = SIZE_MAX;

		for (size_t n = 0; n < packed->n; n += STEP) {
			packed->p[n] ^= (char)(1 << n % 8);
			ways[w](buf_span(packed), &o);
			if (!full_or_told(&o, full))
				wrong = n;
			packed->p[n] ^= (char)(1 << n % 8);
		}
		CHECK_INT(wrong, SIZE_MAX);
	}
	buf_free(&o.names);
}

int
main(void)
{
	struct trace t = {0};
	struct outcome full = {0};
	struct buf gzip = {0}, zip = {0};

	put_trace(&t);
	read_file(buf_span(&t.text), &full);
	CHECK_INT(full.status, 0);
	CHECK_INT(full.events, EVENTS);
	put_gzip(&gzip, 0, buf_span(&t.text));
	put_zip(&zip, buf_span(&t.text));
	test_cut(&t);
	test_packed_cut(buf_span(&gzip), 1, &full);
	test_packed_cut(buf_span(&zip), 0, &full);
	test_packed_wrong(&gzip, &full);
	test_packed_wrong(&zip, &full);
	buf_free(&t.text);
	buf_free(&gzip);
	buf_free(&zip);
	buf_free(&full.names);
	return test_done();
}
