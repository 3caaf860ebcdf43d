/*
 * Any bytes as TSV. What is read and written as it is, is the input. What is
 * read, unescaped and written escaped is read the same way again.
 */
#define _GNU_SOURCE
#include "common/table/tsv.h"
#include "tests/fuzz/table.h"

/* 0, or -1 for what is no table. */
static int
read_table(struct table *t, const char *path)
{
	char *paths[] = {(char *)path};
	struct tsv *in = tsv_open(paths, 1);
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
	tsv_close(in);
	return got;
}

enum how { AS_IT_IS, ESCAPED };

static struct buf
write_table(const struct table *t, enum how how)
{
	static struct tsvw w;
	struct memory_file f = memory_file(NULL, 0);
	struct buf text = {0};

	tsvw_init(&w, f.fd);
	for (size_t i = 0; i < t->fields; i++) {
		text.n = 0;
		tsv_unescape(&text, table_field(t, i));
		if (how == AS_IT_IS)
			tsvw_field(&w, table_field(t, i));
		else
			tsvw_text(&w, buf_span(&text));
		if ((i + 1) % (size_t)t->columns == 0 && tsvw_end(&w))
			abort();
	}
	if (tsvw_flush(&w))
		abort();
	text.n = 0;
	buf_reserve(&text, (size_t)lseek(f.fd, 0, SEEK_CUR));
	text.n = (size_t)pread(f.fd, text.p, text.cap, 0);
	close(f.fd);
	return text;
}

static void
check(const struct table *t, struct span input)
{
	struct buf same = write_table(t, AS_IT_IS);
	struct buf once = write_table(t, ESCAPED), twice;
	struct memory_file f = memory_file(once.p, once.n);
	struct table again = {0};

	if (input.n >= 2 && memcmp(input.p, "\x1F\x8B", 2) != 0 &&
	    memcmp(input.p, "PK", 2) != 0 &&
	    !span_equal(buf_span(&same), input))
		abort();
	if (read_table(&again, f.path) || again.fields != t->fields)
		abort();
	twice = write_table(&again, ESCAPED);
	if (!span_equal(buf_span(&once), buf_span(&twice)))
		abort();
	close(f.fd);
	table_free(&again);
	buf_free(&same);
	buf_free(&once);
	buf_free(&twice);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct memory_file f = memory_file(data, size);
	struct table t = {0};

	if (read_table(&t, f.path) == 0)
		check(&t, (struct span){(const char *)data, size});
	table_free(&t);
	close(f.fd);
	return 0;
}
