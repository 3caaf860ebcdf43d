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
#include "common/trace/file_facts.h"
#include "tools/trace-json/write_perfetto.h"
#include "tools/trace-json/writer.h"

enum {
	ENOUGH = 1 << 16, /* bytes that are written at once */
	LEVEL = 1,        /* five times the speed of level 6, a fifth larger */
	GZIP = 15 + 16    /* the largest window, in a gzip member */
};

/* Memory: what waits, and 256 KiB if it compresses. */
struct writer {
	char *path;           /* NULL: standard output */
	struct outfile *file; /* the same */
	int fd;
	struct args *args;
	struct perfetto *perfetto; /* NULL: JSON */
	struct buf text;           /* of JSON */
	struct buf *out;           /* bytes still to be written */
	bool any;                  /* an event has been written */
	bool gzip;
	z_stream z;
	unsigned char packed[ENOUGH];
};

static void
open_file(struct writer *w, const char *path)
{
	w->fd = STDOUT_FILENO;
	if (!path || strcmp(path, "-") == 0)
		return;
	w->path = xstrdup(path);
	w->file = outfile_open(w->path);
	if (!w->file)
		die("%s: %s", path, strerror(errno));
	w->fd = w->file->temporary.fd;
}

struct writer *
writer_open(
    const char *path, bool gzip, enum writer_format format, struct args *args)
{
	struct writer *w = xcalloc(1, sizeof *w);

	w->args = args;
	w->out = &w->text;
	if (format == WRITER_PERFETTO) {
		w->perfetto = perfetto_new(args);
		w->out = perfetto_output(w->perfetto);
	}
	open_file(w, path);
	w->gzip = gzip;
	if (gzip &&
	    deflateInit2(
		&w->z, LEVEL, Z_DEFLATED, GZIP, 9, Z_DEFAULT_STRATEGY) != Z_OK)
		memory_out();
	return w;
}

static void
write_bytes(struct writer *w, const void *bytes, size_t n)
{
	if (descriptor_write(w->fd, bytes, n))
		die("cannot write %s: %s",
		    w->file ? w->path : "standard output", strerror(errno));
}

static void
write_packed(struct writer *w, int how)
{
	w->z.next_in = (Bytef *)w->out->p; /* zlib does not write there */
	w->z.avail_in = (uInt)w->out->n;
	do {
		w->z.next_out = w->packed;
		w->z.avail_out = sizeof w->packed;
		deflate(&w->z, how);
		write_bytes(w, w->packed, sizeof w->packed - w->z.avail_out);
	} while (w->z.avail_out == 0);
}

/* Writes what waits; with Z_FINISH it ends what is compressed. */
static void
write_out(struct writer *w, int how)
{
	if (w->gzip)
		write_packed(w, how);
	else
		write_bytes(w, w->out->p, w->out->n);
	w->out->n = 0;
}

/* Before an event: a comma and a line end after the one before. */
static void
separate(struct writer *w)
{
	if (w->any)
		buf_add(&w->text, ",\n", 2);
	w->any = true;
}

void
writer_begin(struct writer *w, const struct info *info, const struct span *rank)
{
	struct buf *t = &w->text;

	buf_add_text(t, "{");
	if (rank)
		info_write_rank(info, t, *rank);
	else
		info_write(info, t);
	if (w->args->ids)
		text_int(t, METADATA_PIDS, PROCESS_STRIDE);
	if (w->perfetto) {
		perfetto_facts(w->perfetto, buf_span(t));
	} else {
		text_key(t, "traceEvents");
		buf_add_text(t, "[\n");
	}
}

const char *
writer_event(struct writer *w, const struct row *r)
{
	const char *fault = NULL;

	if (w->perfetto) {
		fault = perfetto_event(w->perfetto, r);
	} else {
		separate(w);
		chrome_event(w->args, &w->text, r);
		for (size_t i = 0; i < r->arrows; i++) {
			separate(w);
			chrome_arrow(w->args, &w->text, r, &r->arrow[i]);
		}
	}
	if (w->out->n >= ENOUGH)
		write_out(w, Z_NO_FLUSH);
	return fault;
}

void
writer_process_name(struct writer *w, const struct row *r, struct span name)
{
	if (w->perfetto) {
		perfetto_process_name(w->perfetto, r, name);
		return;
	}
	separate(w);
	chrome_process_name(w->args, &w->text, r, name);
}

size_t
writer_end(struct writer *w)
{
	size_t timeless = 0;

	if (w->perfetto)
		timeless = perfetto_finish(w->perfetto);
	else
		buf_add_text(&w->text, "\n]}\n");
	write_out(w, Z_FINISH);
	if (w->file && outfile_commit(w->file))
		die("%s: %s", w->path, strerror(errno));
	if (w->gzip)
		deflateEnd(&w->z);
	perfetto_free(w->perfetto);
	buf_free(&w->text);
	free(w->path);
	free(w);
	return timeless;
}
