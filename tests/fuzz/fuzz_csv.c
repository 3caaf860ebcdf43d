/*
 * Any bytes as CSV. libcsv alone must find the same fields, or must not take
 * the text for CSV either. What is read is written in two ways, with all quotes
 * and with as few as there may be, and must be read the same again.
 */
#define _GNU_SOURCE
#include <csv.h>

#include "common/table/csv.h"
#include "tests/fuzz/table.h"

/*
 * 0, or -1 for what is no table: `foreign` if it is something else, or in
 * another encoding.
 */
static int
read_table(struct table *t, const char *path, bool *foreign)
{
	char *paths[] = {(char *)path};
	struct tsv *in = csvr_open(paths, 1);
	int got = tsv_header(in);

	if (got == 0)
		t->columns = tsv_columns(in);
	for (int i = 0; i < t->columns; i++)
		table_add(t, tsv_name(in, i));
	while (got >= 0 && (got = tsv_next(in)) > 0)
		for (int i = 0; i < t->columns; i++)
			table_add(t, tsv_field(in, i));
	if ((got < 0) != (tsv_error(in) != NULL))
		abort();
	*foreign = got < 0 &&
	    (strstr(tsv_error(in), "not a table") ||
		strstr(tsv_error(in), "UTF-16"));
	tsv_close(in);
	return got;
}

/* May it begin as what is decompressed, or a byte order mark? */
static bool
is_packed(struct span s)
{
	return s.n &&
	    (memchr("\xEF\x1F(P", s.p[0], 4) ||
		span_starts(span_cut(s, 1, s.n), "*M\x18"));
}

/* Or as what is no table, or in another encoding? */
static bool
is_special(struct span s)
{
	return is_packed(s) || memchr("\xFE\xFF{[<S \t\n", s.p[0], 9) ||
	    memchr(s.p, 0, s.n < 4 ? s.n : 4);
}

/*
 * An empty line, and the first bytes of such files would not be read as what
 * they are.
 */
static int
must_quote(const struct table *t, size_t i)
{
	struct span s = table_field(t, i);

	if (s.n == 0)
		return t->columns == 1;
	if (i == 0 && is_special(s))
		return 1;
	return memchr(s.p, ',', s.n) || memchr(s.p, '"', s.n) ||
	    memchr(s.p, '\r', s.n) || memchr(s.p, '\n', s.n);
}

static void
put_field(struct buf *out, struct span s, int quote)
{
	size_t room = 2 * s.n + 2;

	buf_reserve(out, room + 1);
	if (quote)
		out->n += csv_write(out->p + out->n, room, s.p, s.n);
	else
		buf_add(out, s.p, s.n);
}

static void
check(const struct table *t, int all_quotes)
{
	struct table again = {0};
	struct buf out = {0};
	struct memory_file f;
	bool foreign;

	for (size_t i = 0; i < t->fields; i++) {
		int last = (i + 1) % (size_t)t->columns == 0;

		put_field(
		    &out, table_field(t, i), all_quotes || must_quote(t, i));
		out.p[out.n++] = last ? '\n' : ',';
	}
	f = memory_file(out.p, out.n);
	if (read_table(&again, f.path, &foreign) == 0)
		table_must_equal(t, &again);
	else if (!foreign) /* as UTF-16, even in quotes */
		abort();
	close(f.fd);
	table_free(&again);
	buf_free(&out);
}

/* A table as libcsv hands it over. */
struct direct {
	struct table table;
	int fields; /* of the record at hand */
	bool wrong;
};

static int
no_blank(unsigned char c)
{
	(void)c;
	return 0;
}

static void
on_field(void *p, size_t n, void *direct)
{
	struct direct *d = direct;

	table_add(&d->table, (struct span){p, n});
	d->fields++;
}

static void
on_row(int c, void *direct)
{
	struct direct *d = direct;
	bool header = d->table.columns == 0;

	(void)c;
	if (d->fields == 0 && d->table.columns == 1)
		table_add(&d->table, (struct span){NULL, 0});
	else if (header && d->fields)
		d->table.columns = d->fields;
	else if (header || (d->fields && d->fields != d->table.columns))
		d->wrong = true;
	d->fields = 0;
}

static void
read_directly(struct direct *d, struct span text)
{
	struct csv_parser p;

	csv_init(&p, CSV_STRICT | CSV_STRICT_FINI | CSV_REPALL_NL);
	csv_set_space_func(&p, no_blank);
	if (csv_parse(&p, text.p, text.n, on_field, on_row, d) != text.n ||
	    csv_fini(&p, on_field, on_row, d) || d->table.columns == 0)
		d->wrong = true;
	csv_free(&p);
}

/* For what does not hold the things that csv.h takes otherwise than libcsv. */
static void
compare(const struct table *t, int got, struct span text)
{
	struct direct d = {0};

	if (memchr(text.p, '\r', text.n) || is_packed(text))
		return;
	read_directly(&d, text);
	if (d.wrong != (got < 0))
		abort();
	if (!d.wrong)
		table_must_equal(t, &d.table);
	table_free(&d.table);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct memory_file f = memory_file(data, size);
	struct table t = {0};
	bool foreign;
	int got = read_table(&t, f.path, &foreign);

	if (size && !foreign)
		compare(&t, got, (struct span){(const char *)data, size});
	if (got == 0) {
		check(&t, 0);
		check(&t, 1);
	}
	table_free(&t);
	close(f.fd);
	return 0;
}
