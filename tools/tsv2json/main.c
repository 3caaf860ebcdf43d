/*
 * tsv2json - turn tab-separated records into a JSON array
 *
 * A record is written into room for the worst case, so that nothing below it
 * checks for room again.
 */
#include <stdlib.h>
#include <unistd.h>

#include "common/bytes/number.h"
#include "common/bytes/utf8.h"
#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "common/meaning/column.h"

enum {
	FLUSH_AT = 64 * 1024,
	ESCAPE_MAX = 6, /* a byte becomes at most \u001f */
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

/* The two-character escape of a byte, or 0. */
static char
short_escape(char c)
{
	switch (c) {
	case '"':
	case '\\':
		return c;
	case '\t':
		return 't';
	case '\n':
		return 'n';
	case '\r':
		return 'r';
	default:
		return 0;
	}
}

/* Writes the character at the start of s, and takes it from there. */
static char *
put_character(char *out, struct span *s)
{
	unsigned char c = (unsigned char)s->p[0];
	size_t n = utf8_length(*s);
	struct span as_is = {s->p, n};

	s->p += n ? n : 1;
	s->n -= n ? n : 1;
	if (short_escape((char)c)) {
		*out++ = '\\';
		*out++ = short_escape((char)c);
		return out;
	}
	if (c < 0x20) {
		out = put(out, span_of(c < 0x10 ? "\\u000" : "\\u001"));
		*out++ = "0123456789abcdef"[c & 0xF];
		return out;
	}
	return put(out, n ? as_is : span_of(UTF8_REPLACEMENT));
}

static char *
put_string(char *out, struct span s)
{
	*out++ = '"';
	while (s.n) {
		size_t n = utf8_copy_plain(out, s, '"');

		out += n;
		s.p += n;
		s.n -= n;
		if (s.n)
			out = put_character(out, &s);
	}
	*out++ = '"';
	return out;
}

static struct span
unescape(struct buf *text, struct span field)
{
	text->n = 0;
	if (tsv_unescape(text, field))
		die_memory();
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
	return put_string(out, field);
}

static char *
make_room(struct writer *w, size_t n)
{
	if (buf_reserve(&w->out, n))
		die_memory();
	return w->out.p + w->out.n;
}

static void
put_record(struct writer *w, const struct tsv *in)
{
	struct span line = tsv_line(in);
	size_t frames = ((size_t)w->n + 1) * FRAME;
	char *out = make_room(w, line.n * ESCAPE_MAX + w->keys + frames);

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
		char *start = make_room(w, name.n * ESCAPE_MAX + FRAME), *end;

		end = put_string(start, name);
		*end++ = ':';
		key = (struct span){start, (size_t)(end - start)};
		if (xpool_add(keys, key) != (uint32_t)i)
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
	struct pool *keys = xpool_new();
	struct writer w = {0};
	const char *before = "\n";

	prepare(&w, in, keys);
	xbuf_add(&w.out, "[", 1);
	xbuf_write(&w.out);
	while (xtsv_next(in)) {
		xbuf_add(&w.out, before, strlen(before));
		before = ",\n";
		put_record(&w, in);
		if (w.out.n >= FLUSH_AT)
			xbuf_write(&w.out);
	}
	xbuf_add(&w.out, "\n]\n", 3);
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
