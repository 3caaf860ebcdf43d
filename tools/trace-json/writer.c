#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/outfile.h"
#include "common/bytes/span.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "common/trace/facts.h"
#include "tools/trace-json/perfetto.h"
#include "tools/trace-json/writer.h"

/*
 * Bytes on their way to a descriptor, compressed if that is asked for.
 *
 * Nothing is printed here; the first error is kept. Memory: 64 KiB, and 256
 * KiB if it compresses. The bytes depend on nothing but what was written.
 */

struct sink;

enum {
	SIZE = 1 << 16,
	LEVEL = 1,     /* five times the speed of level 6, a fifth larger */
	GZIP = 15 + 16 /* the largest window, in a gzip member */
};

struct sink {
	int fd, error;
	bool gzip;
	z_stream z;
	size_t n;
	unsigned char buffer[SIZE];
};

/* The descriptor remains the caller's. */
static struct sink *
sink_open(int fd, bool gzip)
{
	struct sink *s = xcalloc(1, sizeof *s);

	s->fd = fd;
	s->gzip = gzip;
	if (gzip &&
	    deflateInit2(
		&s->z, LEVEL, Z_DEFLATED, GZIP, 9, Z_DEFAULT_STRATEGY) != Z_OK)
		memory_out();
	return s;
}

static void
sink_close(struct sink *s)
{
	if (s && s->gzip)
		deflateEnd(&s->z);
	free(s);
}

/* The errno of the first write that failed, or 0. */
static int
sink_error(const struct sink *s)
{
	return s->error;
}

static void
write_out(struct sink *s, const void *bytes, size_t n)
{
	const char *p = bytes;

	while (n && !s->error) {
		ssize_t put = write(s->fd, p, n);

		if (put < 0 && errno != EINTR)
			s->error = errno;
		if (put > 0) {
			p += put;
			n -= (size_t)put;
		}
	}
}

static void
flush(struct sink *s)
{
	write_out(s, s->buffer, s->n);
	s->n = 0;
}

/* Compresses what there is; with Z_FINISH to the end. */
static void
deflate_all(struct sink *s, int how)
{
	int rc;

	do {
		s->z.next_out = s->buffer + s->n;
		s->z.avail_out = (uInt)(SIZE - s->n);
		rc = deflate(&s->z, how);
		s->n = SIZE - s->z.avail_out;
		if (s->n == SIZE)
			flush(s);
	} while (s->z.avail_out == 0 && rc != Z_STREAM_END);
}

static void
sink_write(struct sink *s, struct span bytes)
{
	if (s->gzip) {
		s->z.next_in = (Bytef *)bytes.p; /* zlib does not write there */
		s->z.avail_in = (uInt)bytes.n;
		deflate_all(s, Z_NO_FLUSH);
		return;
	}
	if (bytes.n > SIZE - s->n)
		flush(s);
	if (bytes.n > SIZE) {
		write_out(s, bytes.p, bytes.n);
		return;
	}
	if (bytes.n)
		memcpy(s->buffer + s->n, bytes.p, bytes.n);
	s->n += bytes.n;
}

/*
 * Ends what is compressed and writes all. Returns 0, or an errno. Nothing may
 * be written after it.
 */
static int
sink_end(struct sink *s)
{
	if (s->gzip) {
		s->z.avail_in = 0;
		deflate_all(s, Z_FINISH);
	}
	flush(s);
	return s->error;
}

/*
 * A file of events while it is written: one, or one for each rank.
 *
 * What fails here ends the program with a message.
 */

enum { ENOUGH = 1 << 16 };

struct output {
	char *path;
	struct outfile *file; /* NULL: standard output */
	struct sink *sink;
	struct text text;
	bool any; /* an event has been written */
};

static const char *
name_of(const struct output *o)
{
	return o->file ? o->path : "standard output";
}

/* NULL or "-" is standard output. The path is copied. */
static struct output *
output_open(const char *path, bool gzip)
{
	struct output *o = xcalloc(1, sizeof *o);
	int fd = STDOUT_FILENO;

	if (path && strcmp(path, "-") != 0) {
		o->path = xstrdup(path);
		o->file = outfile_open(o->path);
		if (!o->file)
			die("%s: %s", path, strerror(errno));
		fd = outfile_fd(o->file);
	}
	o->sink = sink_open(fd, gzip);
	return o;
}

/* Where text is added; output_flush takes it when there is enough of it. */
static struct text *
output_text(struct output *o)
{
	return &o->text;
}

static void
write_text(struct output *o)
{
	sink_write(o->sink, buf_span(&o->text.b));
	o->text.b.n = 0;
	if (sink_error(o->sink))
		die("cannot write %s: %s", name_of(o),
		    strerror(sink_error(o->sink)));
}

static void
output_flush(struct output *o)
{
	if (o->text.b.n >= ENOUGH)
		write_text(o);
}

/* Before an event: a comma and a line end after the one before. */
static void
output_separate(struct output *o)
{
	if (o->any)
		text_put(&o->text, (struct span){",\n", 2});
	o->any = true;
}

/* Writes all, gives the file its name, and frees the output. */
static void
output_end(struct output *o)
{
	int error;

	write_text(o);
	error = sink_end(o->sink);
	if (error)
		die("cannot write %s: %s", name_of(o), strerror(error));
	if (o->file && outfile_commit(o->file))
		die("%s: %s", o->path, strerror(errno));
	sink_close(o->sink);
	buf_free(&o->text.b);
	free(o->path);
	free(o);
}

struct writer {
	struct output *out;
	struct args *args;
	struct perfetto *perfetto; /* NULL: JSON */
};

struct writer *
writer_open(
    const char *path, bool gzip, enum writer_format format, struct args *args)
{
	struct writer *w = xcalloc(1, sizeof *w);

	w->args = args;
	if (format == WRITER_PERFETTO)
		w->perfetto = perfetto_new(args);
	w->out = output_open(path, gzip);
	return w;
}

static void
put_info(struct text *t, const struct info *info, const struct span *rank)
{
	text_open(t);
	if (rank)
		info_write_rank(info, t, *rank);
	else
		info_write(info, t);
}

void
writer_begin(struct writer *w, const struct info *info, const struct span *rank)
{
	struct text facts = {0}, *t = output_text(w->out);

	if (!w->perfetto) {
		put_info(t, info, rank);
		if (w->args->ids)
			text_int(t, METADATA_PIDS, PROCESS_STRIDE);
		text_key(t, "traceEvents");
		text_put(t, span_of("[\n"));
		return;
	}
	put_info(&facts, info, rank);
	if (facts.b.n > strlen("{,\n")) {
		facts.b.n -= strlen(",\n");
		text_close(&facts);
		perfetto_facts(w->perfetto, buf_span(&facts.b));
	}
	buf_free(&facts.b);
}

/* What Perfetto's packets hold so far goes to the file. */
static void
move_packets(struct writer *w)
{
	text_put(output_text(w->out), perfetto_bytes(w->perfetto));
	perfetto_take(w->perfetto);
	output_flush(w->out);
}

static const char *
fault_of(enum perfetto_result result)
{
	switch (result) {
	case PERFETTO_EARLIER:
		return "out of order: --format perfetto needs events in "
		       "time order, as trace-merge --sort writes them";
	case PERFETTO_NEGATIVE:
		return "a time that Perfetto cannot represent";
	default:
		return NULL;
	}
}

const char *
writer_event(struct writer *w, const struct row *r, const struct arrow *arrow,
    size_t arrows)
{
	struct text *t = output_text(w->out);

	if (w->perfetto) {
		const char *fault =
		    fault_of(perfetto_event(w->perfetto, r, arrow, arrows));

		move_packets(w);
		return fault;
	}
	output_separate(w->out);
	chrome_event(w->args, t, r);
	for (size_t i = 0; i < arrows; i++) {
		output_separate(w->out);
		chrome_arrow(w->args, t, r, &arrow[i]);
	}
	output_flush(w->out);
	return NULL;
}

void
writer_process_name(struct writer *w, const struct row *r, struct span name)
{
	if (w->perfetto) {
		perfetto_process_name(w->perfetto, r, name);
		return;
	}
	output_separate(w->out);
	chrome_process_name(w->args, output_text(w->out), r, name);
}

size_t
writer_end(struct writer *w)
{
	size_t timeless = 0;

	if (w->perfetto) {
		perfetto_finish(w->perfetto);
		move_packets(w);
		timeless = perfetto_timeless(w->perfetto);
	} else {
		text_put(output_text(w->out), span_of("\n]}\n"));
	}
	output_end(w->out);
	perfetto_free(w->perfetto);
	free(w);
	return timeless;
}
