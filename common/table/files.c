#include "common/table/files.h"
#include "common/bytes/utf8.h"

static bool
is_one_of(char c, const char *set)
{
	return c && strchr(set, c);
}

static struct span
without_blanks(struct span s)
{
	while (s.n && is_one_of(*s.p, " \t\r"))
		s = span_cut(s, 1, s.n);
	return s;
}

/* A brace or bracket, and after it, blanks apart, what JSON has there. */
static bool
is_json(struct span line)
{
	size_t mark = span_starts(line, UTF8_MARK) ? strlen(UTF8_MARK) : 0;

	line = without_blanks(span_cut(line, mark, line.n));
	if (line.n == 0 || !is_one_of(*line.p, "{["))
		return false;
	line = without_blanks(span_cut(line, 1, line.n));
	return line.n == 0 || is_one_of(*line.p, "\"{}[]");
}

/*
 * The first field of a protobuf that is a trace, of length 1 and more, begins
 * with a byte that is a line feed. Text has no such bytes as follow.
 */
static bool
is_protobuf(struct span line, struct lines *lines)
{
	struct span next;

	if (line.n || lines_peek(lines, &next) <= 0)
		return false;
	for (size_t i = 0; i < next.n; i++)
		if ((unsigned char)next.p[i] < ' ' &&
		    !is_one_of(next.p[i], "\t\r"))
			return true;
	return false;
}

/* NULL, or what begins so and is no table, and what reads it. */
static const char *
foreign(struct span line, struct lines *lines)
{
	if (is_json(line))
		return "this is JSON, not a table; trace-extract turns a "
		       "trace into one";
	if (span_starts(line, "SQLite format 3"))
		return "this is an SQLite database, not a table; "
		       "trace-extract reads those of Nsight Systems and "
		       "rocprofv3";
	if (span_starts(line, "<?xml"))
		return "this is XML, not a table; xlsx2tsv turns a workbook into one";
	if (is_protobuf(line, lines))
		return "this is protobuf, not a table; trace-extract turns "
		       "a Perfetto or XLA trace into one";
	return NULL;
}

const char *
files_next(struct files *f, struct span *line)
{
	int got;

	if (f->next || !f->lines) {
		lines_close(f->lines);
		f->lines = lines_open(f->n ? f->paths[f->next] : NULL);
	}
	f->next++;
	got = lines_next(f->lines, line);
	if (got < 0)
		return f->lines->error;
	if (got == 0)
		return "no header: empty input; the program that should "
		       "have written it failed";
	return foreign(*line, f->lines);
}

void
files_close(struct files *f)
{
	lines_close(f->lines);
}
