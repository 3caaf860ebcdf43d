/*
 * Any bytes as CSV. What is read is written in two ways, with all quotes and
 * with as few as there may be, and must be read the same again.
 */
#define _GNU_SOURCE
#include <csv.h>

#include "common/csv.h"
#include "tests/fuzz/table.h"

/* 0, or -1 for what is no table. */
static int
read_table(struct table *t, const char *path)
{
	char *paths[] = {(char *)path};
	struct csvr *in = csvr_open(paths, 1);
	int got = csvr_header(in);

	if (got == 0)
		t->columns = csvr_columns(in);
	for (int i = 0; i < t->columns; i++)
		table_add(t, csvr_name(in, i));
	while (got >= 0 && (got = csvr_next(in)) > 0)
		for (int i = 0; i < t->columns; i++)
			table_add(t, csvr_field(in, i));
	if ((got < 0) != (csvr_error(in) != NULL))
		abort();
	csvr_close(in);
	return got;
}

/*
 * An empty line, a byte order mark, and the first bytes of a gzip file would
 * not be read as what they are.
 */
static int
must_quote(const struct table *t, size_t i)
{
	struct span s = table_field(t, i);

	if (s.n == 0)
		return t->columns == 1;
	if (i == 0 && (s.p[0] == '\xEF' || s.p[0] == '\x1F'))
		return 1;
	return memchr(s.p, ',', s.n) || memchr(s.p, '"', s.n) ||
	    memchr(s.p, '\r', s.n) || memchr(s.p, '\n', s.n);
}

static void
put_field(struct buf *out, struct span s, int quote)
{
	size_t room = 2 * s.n + 2;

	if (buf_reserve(out, room + 1))
		abort();
	if (quote)
		out->n += csv_write(out->p + out->n, room, s.p, s.n);
	else if (buf_add(out, s.p, s.n))
		abort();
}

static void
check(const struct table *t, int all_quotes)
{
	struct table again = {0};
	struct buf out = {0};
	struct memory_file f;

	for (size_t i = 0; i < t->fields; i++) {
		int last = (i + 1) % (size_t)t->columns == 0;

		put_field(
		    &out, table_field(t, i), all_quotes || must_quote(t, i));
		out.p[out.n++] = last ? '\n' : ',';
	}
	f = memory_file(out.p, out.n);
	if (read_table(&again, f.path))
		abort();
	table_must_equal(t, &again);
	close(f.fd);
	table_free(&again);
	buf_free(&out);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct memory_file f = memory_file(data, size);
	struct table t = {0};

	if (read_table(&t, f.path) == 0) {
		check(&t, 0);
		check(&t, 1);
	}
	table_free(&t);
	close(f.fd);
	return 0;
}
