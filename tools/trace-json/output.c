#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/bytes/memory.h"
#include "common/bytes/outfile.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "tools/trace-json/output.h"
#include "tools/trace-json/sink.h"

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

struct output *
output_open(const char *path, bool gzip)
{
	struct output *o = xcalloc(1, sizeof *o);
	int fd = STDOUT_FILENO;

	if (path && strcmp(path, "-") != 0) {
		o->path = xstrdup(path);
		o->file = outfile_open(o->path);
		if (!o->file) {
			free(o->path);
			free(o);
			die("%s: %s", path, strerror(errno));
		}
		fd = outfile_fd(o->file);
	}
	o->sink = sink_open(fd, gzip);
	if (!o->sink)
		memory_out();
	return o;
}

struct text *
output_text(struct output *o)
{
	return &o->text;
}

static void
write_text(struct output *o)
{
	if (o->text.failed)
		memory_out();
	sink_write(o->sink, buf_span(&o->text.b));
	o->text.b.n = 0;
	if (sink_error(o->sink))
		die("cannot write %s: %s", name_of(o),
		    strerror(sink_error(o->sink)));
}

void
output_flush(struct output *o)
{
	if (o->text.b.n >= ENOUGH || o->text.failed)
		write_text(o);
}

void
output_separate(struct output *o)
{
	if (o->any)
		text_put(&o->text, (struct span){",\n", 2});
	o->any = true;
}

void
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
