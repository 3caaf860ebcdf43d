/*
 * tsv2json - turn tab-separated records into a JSON array
 *
 * A record is written into room for the worst case, so that nothing below it
 * checks for room again.
 */
#include <stdlib.h>
#include <unistd.h>

#include "common/bytes/memory.h"
#include "common/bytes/number.h"
#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "common/json/jsontext.h"
#include "common/meaning/column.h"

enum {
	FLUSH_AT = 64 * 1024,
	FRAME = 8 /* `{`, `}`, `,`, LF and quotes or null around a field */
};

struct member {
	struct span key; /* `"name":` */
	bool may_be_number;
};

struct writer {
	struct member *members;
	int n;
	size_t keys;     /* bytes of all keys */
	bool escapes;    /* are there any in the line? */
	struct buf text; /* a field without its escapes */
	struct buf out;
};

static char *
put(char *out, struct span s)
{
	memcpy(out, s.p, s.n);
	return out + s.n;
}

static struct span
unescape(struct buf *text, struct span field)
{
	text->n = 0;
	tsv_unescape(text, field);
	return buf_span(text);
}

static char *
put_value(struct writer *w, char *out, struct span field, bool may_be_number)
{
	if (field.n == 0)
		return put(out, span_of("null"));
	if (may_be_number && number_is(field))
		return put(out, field);
	if (w->escapes)
		field = unescape(&w->text, field);
	return quote(out, field);
}

static char *
make_room(struct writer *w, size_t n)
{
	buf_reserve(&w->out, n);
	return w->out.p + w->out.n;
}

static void
put_record(struct writer *w, const struct tsv *in)
{
	struct span line = tsv_line(in);
	size_t frames = ((size_t)w->n + 1) * FRAME;
	char *out = make_room(w, line.n * QUOTE_MAX + w->keys + frames);

	w->escapes = memchr(line.p, '\\', line.n);
	*out++ = '{';
	for (int i = 0; i < w->n; i++) {
		const struct member *m = &w->members[i];

		if (i)
			*out++ = ',';
		out = put(out, m->key);
		out = put_value(w, out, tsv_field(in, i), m->may_be_number);
	}
	*out++ = '}';
	w->out.n = (size_t)(out - w->out.p);
}

/* The keys, as JSON; the pool keeps them, and tells when one comes twice. */
static void
prepare(struct writer *w, const struct tsv *in, struct pool *keys)
{
	w->n = tsv_columns(in);
	w->members = xcalloc((size_t)w->n, sizeof *w->members);
	for (int i = 0; i < w->n; i++) {
		struct span name = unescape(&w->text, tsv_name(in, i)), key;
		char *start = make_room(w, name.n * QUOTE_MAX + FRAME), *end;

		end = quote(start, name);
		*end++ = ':';
		key = (struct span){start, (size_t)(end - start)};
		if (pool_add(keys, key) != (uint32_t)i)
			die("%s: two columns are called %.*s: an object "
			    "cannot hold both",
			    tsv_file(in), (int)name.n, name.p);
		w->members[i].key = pool_get(keys, (uint32_t)i);
		w->members[i].may_be_number =
		    column_may_be_number(column_of(name).kind);
		w->keys += key.n;
	}
}

static void
run(struct tsv *in)
{
	struct pool *keys = pool_new();
	struct writer w = {0};
	const char *before = "\n";

	prepare(&w, in, keys);
	buf_add(&w.out, "[", 1);
	xbuf_write(&w.out);
	while (xtsv_next(in)) {
		buf_add_text(&w.out, before);
		before = ",\n";
		put_record(&w, in);
		if (w.out.n >= FLUSH_AT)
			xbuf_write(&w.out);
	}
	buf_add(&w.out, "\n]\n", 3);
	xbuf_write(&w.out);
	free(w.members);
	buf_free(&w.text);
	buf_free(&w.out);
	pool_free(keys);
}

static const char usage[] =
    "usage: tsv2json [-hV] [FILE...]\n"
    "Convert TSV, the stream between the trace tools, to a JSON array with one object\n"
    "per record and one record per line.\n"
    "\n"
    "  -h, --help      print this help\n"
    "  -V, --version   print the version\n"
    "\n"
    "Numbers keep every digit; ids (pid, tid, device, stream, correlation, ...) are\n"
    "strings; an empty field is null.\n"
    "FILE: TSV with a header, also gzipped; standard input if none or '-'.\n"
    "Several files must have the same header and are read as one table.\n"
    "Exit status: 0 success, 2 error.\n";

int
main(int argc, char **argv)
{
	struct tsv *in;

	tool_start(argv);
	opt_operands(argc, argv, usage);
	in = xtsv_open(argv + optind, argc - optind);
	run(in);
	tsv_close(in);
	return tool_finish(STATUS_OK);
}
