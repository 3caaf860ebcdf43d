/*
 * tsv2json - turn tab-separated records into a JSON array
 *
 * A record is written into room for the worst case, so that nothing below it
 * checks for room again.
 */
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/number.h"
#include "common/bytes/pool.h"
#include "common/cli/convert.h"
#include "common/cli/die.h"
#include "common/json/jsontext.h"
#include "common/meaning/column.h"

enum { FRAME = 8 }; /* `{`, `}`, `,`, LF and quotes or null around a field */

struct member {
	struct span key; /* `"name":` */
	bool may_be_number;
};

struct writer {
	struct pool *texts; /* of the keys */
	struct member *members;
	int n;
	size_t keys;     /* bytes of all keys */
	bool escapes;    /* are there any in the line? */
	struct buf text; /* a field without its escapes */
	bool some;       /* is there a record already? */
};

static char *
put(char *out, struct span s)
{
	memcpy(out, s.p, s.n);
	return out + s.n;
}

static char *
put_value(struct writer *w, char *out, struct span field, bool may_be_number)
{
	if (field.n == 0)
		return put(out, span_of("null"));
	if (may_be_number && number_is(field))
		return put(out, field);
	if (w->escapes)
		field = tsv_text(&w->text, field);
	return quote(out, field);
}

static void
put_record(void *writer, struct buf *all, const struct tsv *in)
{
	struct writer *w = writer;
	struct span line = tsv_line(in);
	size_t frames = ((size_t)w->n + 2) * FRAME;
	char *out;

	buf_reserve(all, line.n * QUOTE_MAX + w->keys + frames);
	w->escapes = memchr(line.p, '\\', line.n);
	out = put(all->p + all->n, span_of(w->some ? ",\n{" : "\n{"));
	w->some = true;
	for (int i = 0; i < w->n; i++) {
		const struct member *m = &w->members[i];

		if (i)
			*out++ = ',';
		out = put(out, m->key);
		out = put_value(w, out, tsv_field(in, i), m->may_be_number);
	}
	*out++ = '}';
	all->n = (size_t)(out - all->p);
}

/* The keys, as JSON; the pool keeps them, and tells when one comes twice. */
static void
begin(void *writer, struct buf *out, const struct tsv *in)
{
	struct writer *w = writer;

	w->texts = pool_new();
	w->n = tsv_columns(in);
	w->members = xcalloc((size_t)w->n, sizeof *w->members);
	for (int i = 0; i < w->n; i++) {
		struct span name = tsv_text(&w->text, tsv_name(in, i)), key;

		out->n = 0;
		buf_reserve(out, name.n * QUOTE_MAX + FRAME);
		out->n = (size_t)(quote(out->p, name) - out->p);
		buf_add(out, ":", 1);
		key = buf_span(out);
		if (pool_add(w->texts, key) != (uint32_t)i)
			die("%s: two columns are called %.*s: an object "
			    "cannot hold both",
			    tsv_file(in), (int)name.n, name.p);
		w->members[i].key = pool_get(w->texts, (uint32_t)i);
		w->members[i].may_be_number =
		    column_may_be_number(column_of(name).kind);
		w->keys += key.n;
	}
	out->n = 0;
	buf_add(out, "[", 1);
}

static void
end(void *writer, struct buf *out, const struct tsv *in)
{
	(void)writer;
	(void)in;
	buf_add_text(out, "\n]\n");
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
	struct writer w = {0};
	int status = convert(argc, argv,
	    &(struct format){usage, NULL, &w, begin, put_record, end});

	free(w.members);
	buf_free(&w.text);
	pool_free(w.texts);
	return status;
}
