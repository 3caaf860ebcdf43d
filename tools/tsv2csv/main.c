/*
 * tsv2csv - turn tab-separated records into CSV
 *
 * A line in which nothing needs quotes or is escaped is copied with commas in
 * the place of its TABs; any other goes field by field.
 */
#include <stdbool.h>
#include <string.h>

#include "common/bytes/utf8.h"
#include "common/cli/convert.h"

/*
 * Fields are those of TSV, with their escapes. Lines end in LF; only fields
 * that need quotes have them. libcsv's csv_write goes byte by byte: 0.23 s for
 * 200 MB of events with real names, against 0.12 s.
 */

/* Must a text that holds none of TSV's escapes have quotes? */
static bool
needs_quotes(struct span s)
{
	return span_holds(s, ',') || span_holds(s, '"') ||
	    span_holds(s, '\r') || span_holds(s, '\n');
}

/* Names of kernels are long: up to a quote, memchr and memcpy do the work. */
static void
add_doubling_quotes(struct buf *out, struct span s)
{
	const char *quote;

	while (s.n && (quote = memchr(s.p, '"', s.n))) {
		size_t n = (size_t)(quote - s.p) + 1;

		buf_add(out, s.p, n);
		buf_add(out, "\"", 1);
		s = span_cut(s, n, s.n);
	}
	buf_add(out, s.p, s.n);
}

/*
 * A field, quoted where needed or in any case, and the comma behind it, which
 * end_line replaces. `text` is room for what it stands for.
 */
static void
add_field(struct buf *out, struct buf *text, struct span field, bool quoted)
{
	if (span_holds(field, '\\'))
		field = tsv_text(text, field);
	if (!quoted && !needs_quotes(field)) {
		BUF_ADD_ALL(out, field, span_of(","));
		return;
	}
	buf_add(out, "\"", 1);
	add_doubling_quotes(out, field);
	buf_add(out, "\",", 2);
}

static void
end_line(struct buf *out)
{
	out->n--;
	buf_add(out, "\n", 1);
}

/* Without quotes, the whole of a one-column record would be an empty line. */
static bool
is_whole_record(struct span field, int columns)
{
	return columns == 1 && field.n == 0;
}

/* A mark without quotes would be that of the file, not part of the name. */
static void
put_header(void *text, struct buf *out, const struct tsv *in)
{
	int n = tsv_columns(in);

	for (int i = 0; i < n; i++) {
		struct span name = tsv_name(in, i);
		bool mark = i == 0 && span_starts(name, UTF8_MARK);

		add_field(out, text, name, mark || is_whole_record(name, n));
	}
	end_line(out);
}

/* The line as it is, but for its TABs. */
static void
copy_line(struct buf *out, const struct tsv *in, struct span line)
{
	int n = tsv_columns(in);
	char *start;

	buf_reserve(out, line.n + 1);
	start = out->p + out->n;
	memcpy(start, line.p, line.n);
	for (int i = 1; i < n; i++)
		start[tsv_field(in, i).p - line.p - 1] = ',';
	start[line.n] = '\n';
	out->n += line.n + 1;
}

static void
put_record(void *text, struct buf *out, const struct tsv *in)
{
	struct span line = tsv_line(in);
	int n = tsv_columns(in);

	if (line.n && !needs_quotes(line) && !span_holds(line, '\\')) {
		copy_line(out, in, line);
		return;
	}
	for (int i = 0; i < n; i++) {
		struct span field = tsv_field(in, i);

		add_field(out, text, field, is_whole_record(field, n));
	}
	end_line(out);
}

static const char usage[] =
    "usage: tsv2csv [-hV] [FILE...]\n"
    "Convert TSV, the stream between the trace tools, to CSV (RFC 4180).\n"
    "\n"
    "  -h, --help      print this help\n"
    "  -V, --version   print the version\n"
    "\n"
    "Lines end in LF; only fields that need quotes have them. csv2tsv converts the\n"
    "result back to the same TSV.\n"
    "FILE: TSV with a header, also gzipped; standard input if none or '-'.\n"
    "Several files must have the same header and are read as one table.\n"
    "Exit status: 0 success, 2 error.\n";

int
main(int argc, char **argv)
{
	struct buf text = {0};
	int status = convert(argc, argv,
	    &(struct format){usage, .state = &text, .begin = put_header,
		.record = put_record});

	buf_free(&text);
	return status;
}
