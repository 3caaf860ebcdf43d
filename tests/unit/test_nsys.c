/*
 * Exports of Nsight Systems, made here by the public schema, and read: other
 * versions, damaged pages, files cut off, and tables that are none.
 */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/bytes/buf.h"
#include "common/trace/source.h"
#include "tests/unit/test.h"

enum { PAGE = 512, MANY = 3000 };

static char path[60];

struct outcome {
	int status; /* as trace-extract's */
	int64_t events, kernels, lost, unreadable;
	struct buf text; /* a line an event */
};

static void
read_file(struct outcome *o)
{
	struct source s;
	struct raw_event e;
	char line[400];
	int got = -1, n;

	o->text.n = 0;
	o->events = o->kernels = 0;
	source_open(&s, path, NULL, 0);
	if (source_start(&s) == 0)
		while ((got = source_next(&s, &e)) > 0) {
			n = snprintf(line, sizeof line, "%lld %lld %.*s %.*s\n",
			    (long long)e.ts, (long long)e.dur, (int)e.cat.n,
			    e.cat.p, e.name.n > 80 ? 80 : (int)e.name.n,
			    e.name.p);
			buf_add(&o->text, line, (size_t)n);
			o->events++;
			o->kernels += span_is(e.cat, "kernel");
		}
	o->lost = source_lost(&s);
	o->unreadable = s.reader ? s.reader->unreadable : 0;
	o->status = got < 0                                              ? 2
	    : reader_damage(s.reader) || o->lost || s.reader->unreadable ? 3
									 : 0;
	if (got < 0 && !(s.error && *s.error))
		abort();
	source_close(&s);
}

static void
make(const char *sql)
{
	sqlite3 *db;

	unlink(path);
	if (sqlite3_open(path, &db) != SQLITE_OK ||
	    sqlite3_exec(db, sql, 0, 0, 0) != SQLITE_OK) {
		printf("# %s\n", sqlite3_errmsg(db));
		abort();
	}
	sqlite3_close(db);
}

static struct buf
load(const char *from)
{
	FILE *f = fopen(from, "r");
	struct buf b = {0};
	char block[4096];
	size_t n;

	if (!f)
		abort();
	while ((n = fread(block, 1, sizeof block, f)) > 0)
		buf_add(&b, block, n);
	fclose(f);
	return b;
}

static void
store(const char *p, size_t n)
{
	FILE *f = fopen(path, "w");

	if (!f || fwrite(p, 1, n, f) != n || fclose(f))
		abort();
}

/* Are the lines of a among those of b, in their order? */
static bool
is_part(const struct buf *a, const struct buf *b)
{
	const char *p = a->p, *q = b->p, *end;

	for (; p < a->p + a->n; p = end + 1) {
		end = memchr(p, '\n', (size_t)(a->p + a->n - p));
		size_t n = (size_t)(end - p) + 1;

		while (q + n <= b->p + b->n && memcmp(q, p, n) != 0)
			q = (const char *)memchr(
				q, '\n', (size_t)(b->p + b->n - q)) +
			    1;
		if (q + n > b->p + b->n)
			return false;
		q += n;
	}
	return true;
}

/* Columns come and go: the oldest that is described has no globalPid. */
static void
test_versions(struct outcome *o)
{
	make("CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);"
	     "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (extra TEXT, start INT, "
	     "end INT, shortName INT);"
	     "INSERT INTO StringIds VALUES (4, 'gemm');"
	     "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES "
	     "('', 10, 20, 4), ('', 30, 35, 5), ('', 50, 40, 4), "
	     "('', 'x', 70, 4)");
	read_file(o);
	CHECK_INT(o->status, 3);
	CHECK_INT(o->lost, 2);
	CHECK(span_is(buf_span(&o->text),
	    "10 10 kernel gemm\n30 5 kernel unknown_name_5\n"));

	make("CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INT, end INT, "
	     "demangledName TEXT);"
	     "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (10, 20, 'axpy')");
	read_file(o);
	CHECK_INT(o->status, 0);
	CHECK(span_is(buf_span(&o->text), "10 10 kernel axpy\n"));
}

/* A table whose rows have no end, a device that is no number. */
static void
test_wrong_columns(struct outcome *o)
{
	make("CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INT, end INT, "
	     "demangledName TEXT, deviceId INT, globalPid INT);"
	     "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start INT);"
	     "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES "
	     "(10, 20, 'axpy', 'x', 1 << 24), (30, 40, 'axpy', NULL, NULL)");
	read_file(o);
	CHECK_INT(o->status, 3);
	CHECK_INT(o->unreadable, 1);
	CHECK_INT(o->events, 2);
	make("CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INT, end INT);"
	     "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (10, 20);"
	     "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start INT);");
	read_file(o);
	CHECK_INT(o->status, 0);
	make("CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INT, end INT);"
	     "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (10, 20);"
	     "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start INT);"
	     "INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (15)");
	read_file(o);
	CHECK_INT(o->status, 3);
	CHECK_INT(o->events, 1);
}

/* The numbers of texts are no rowids: another row has each as its rowid. */
static void
test_numbers_of_texts(struct outcome *o)
{
	make("CREATE TABLE StringIds (id INTEGER, value TEXT);"
	     "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INT, end INT, "
	     "shortName INT);"
	     "INSERT INTO StringIds VALUES (2, 'gemm'), (1, 'norm'), "
	     "(3, 'copy'), (1, 'again'), (NULL, 'none'), (1 << 40, 'far');"
	     "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (10, 11, 1), "
	     "(20, 21, 2), (30, 31, 3), (40, 41, 1 << 40), (50, 51, 5)");
	read_file(o);
	CHECK_INT(o->status, 3); /* for the last one */
	CHECK(span_is(buf_span(&o->text),
	    "10 1 kernel norm\n20 1 kernel gemm\n30 1 kernel copy\n"
	    "40 1 kernel far\n50 1 kernel unknown_name_5\n"));
}

/* The same rows in tables of different versions. */
static void
test_schemas(struct outcome *o)
{
	static const char texts[] =
	    "CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);"
	    "INSERT INTO StringIds VALUES (1, 'gemm'), (2, "
	    "'cudaLaunchKernel_v7000'), (3, 'step');";
	static const char *const schemas[] = {
	    /* few columns, texts of ranges in the row */
	    "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INT, end INT, "
	    "deviceId INT, streamId INT, correlationId INT, shortName INT);"
	    "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (10,20,0,7,5,1);"
	    "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INT, end INT, "
	    "correlationId INT, nameId INT);"
	    "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (5,6,5,2);"
	    "CREATE TABLE NVTX_EVENTS (start INT, end INT, eventType INT, "
	    "text TEXT);"
	    "INSERT INTO NVTX_EVENTS VALUES (1, 30, 59, 'step');",
	    /* in another order, texts by number, columns left empty */
	    "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (demangledName INT, "
	    "mangledName INT, end INT, start INT, globalPid INT, streamId "
	    "INT, deviceId INT, correlationId INT, clusterX INT);"
	    "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES "
	    "(1,NULL,20,10,NULL,7,0,5,NULL);"
	    "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (nameId INT, "
	    "callchainId INT, start INT, end INT, globalTid INT, "
	    "correlationId INT);"
	    "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES "
	    "(2,NULL,5,6,NULL,5);"
	    "CREATE TABLE NVTX_EVENTS (textId INT, jsonText TEXT, text TEXT, "
	    "start INT, end INT, eventType INT, domainId INT);"
	    "INSERT INTO NVTX_EVENTS VALUES (3,NULL,NULL,1,30,59,0);",
	    /* with tables that are not known, numbers that are texts */
	    "CREATE TABLE CUPTI_ACTIVITY_KIND_TOMORROW (start INT, end INT);"
	    "INSERT INTO CUPTI_ACTIVITY_KIND_TOMORROW VALUES (1, 2);"
	    "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INT, end "
	    "INT, demangledName INT, gridX TEXT);"
	    "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (10,20,1,'?');"
	    "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INT, end INT, "
	    "nameId INT, eventClass INT);"
	    "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (5,6,2,0);"
	    "CREATE TABLE NVTX_EVENTS (start INT, end INT, eventType INT, "
	    "textId INT);"
	    "INSERT INTO NVTX_EVENTS VALUES (1, 30, 59, 3);"};

	for (size_t i = 0; i < sizeof schemas / sizeof *schemas; i++) {
		char sql[2000];

		snprintf(sql, sizeof sql, "%s%s", texts, schemas[i]);
		make(sql);
		read_file(o);
		CHECK_INT(o->status, 0);
		CHECK(span_is(buf_span(&o->text),
		    "10 10 kernel gemm\n5 1 cuda_runtime "
		    "cudaLaunchKernel\n1 29 user_annotation step\n"));
	}
}

/* No table is one that has no times, that is a view, or that runs code. */
static void
test_not_ours(struct outcome *o)
{
	make("CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT)");
	read_file(o);
	CHECK_INT(o->status, 2);
	make("CREATE VIEW CUPTI_ACTIVITY_KIND_KERNEL AS WITH RECURSIVE n(i) AS "
	     "(SELECT 1 UNION ALL SELECT i FROM n) SELECT i start, i end FROM "
	     "n");
	read_file(o);
	CHECK_INT(o->status, 2);
	make("CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INT, end INT, "
	     "demangledName TEXT AS (hex(zeroblob(9000000))));"
	     "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (1, 2)");
	read_file(o);
	CHECK_INT(o->status, 3);
	CHECK_INT(o->events, 0);
}

/* A file of many small pages, and what is in it. */
static struct buf
make_many(struct outcome *whole)
{
	char sql[600];

	snprintf(sql, sizeof sql,
	    "PRAGMA page_size = %d;"
	    "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INT, end INT, "
	    "demangledName TEXT);"
	    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
	    "WHERE i < %d) INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL "
	    "SELECT i * 10, i * 10 + 5, 'kernel ' || i FROM n",
	    PAGE, MANY);
	make(sql);
	read_file(whole);
	CHECK_INT(whole->status, 0);
	CHECK_INT(whole->events, MANY);
	return load(path);
}

static void
test_many(struct outcome *o, struct outcome *whole)
{
	struct buf file = make_many(whole);
	int64_t kept = 0;

	for (size_t page = 2; page * PAGE < file.n; page += 9) {
		char saved[PAGE];

		memcpy(saved, file.p + page * PAGE, PAGE);
		memset(file.p + page * PAGE, 0xA5, PAGE);
		store(file.p, file.n);
		memcpy(file.p + page * PAGE, saved, PAGE);
		read_file(o);
		kept += o->events;
		if (o->status != 3 || !is_part(&o->text, &whole->text))
			CHECK(!"what is whole is kept, status 3");
		if (o->events < MANY - 1200)
			CHECK(!"a page costs what is on it or below it");
	}
	CHECK(kept > 0);
	for (size_t n = 0; n < file.n; n += n < 2 * PAGE ? 17 : 1999) {
		store(file.p, n);
		read_file(o);
		if (o->status < 2 || !is_part(&o->text, &whole->text))
			CHECK(!"cut off: status 2 or 3");
	}
	store(file.p, file.n / 2);
	read_file(o);
	CHECK_INT(o->status, 3);
	CHECK(o->events > MANY / 4);
	buf_free(&file);
}

/* The rows of a page are lost, as many as are said, and none of the others. */
static bool
loses_few(struct outcome *o, const struct outcome *whole)
{
	enum { EACH = 40 }; /* no page of 512 bytes has as many */

	read_file(o);
	return o->status == 3 && is_part(&o->text, &whole->text) &&
	    o->events >= MANY - EACH && o->events + o->lost == MANY;
}

static char *
page_at(const struct buf *file, size_t number)
{
	return file->p + number * PAGE;
}

/* The number of the next page with rows; SQLite counts from 1. */
static size_t
next_leaf(const struct buf *file, size_t number)
{
	enum { LEAF = 13 };

	while (*page_at(file, ++number) != LEAF)
		;
	return number;
}

/*
 * A page has the bytes of another one, before it or behind it, or counts fewer
 * rows than it has: nothing in the page tells that. Where it counts more, the
 * first row behind it is read all the same.
 */
static void
test_stray_pages(struct outcome *o, struct outcome *whole)
{
	enum { ROWS = 4, AWAY = 17 }; /* their number stands at that byte */
	struct buf file = make_many(whole);
	size_t page = next_leaf(&file, 20), other = next_leaf(&file, 60);
	char saved[PAGE];

	for (int i = 0; i < 2; i++) {
		memcpy(saved, page_at(&file, page), PAGE);
		memcpy(page_at(&file, page), page_at(&file, other), PAGE);
		store(file.p, file.n);
		CHECK(loses_few(o, whole));
		memcpy(page_at(&file, page), saved, PAGE);
		page = other;
		other = next_leaf(&file, AWAY);
	}
	for (int more = -3; more <= 3; more += 6) {
		page_at(&file, page)[ROWS] += (char)more;
		store(file.p, file.n);
		read_file(o);
		CHECK_INT(o->status, 3);
		CHECK_INT(o->events, more < 0 ? MANY - 3 : MANY);
		page_at(&file, page)[ROWS] -= (char)more;
	}
	buf_free(&file);
}

/* Rows of a damaged page may have any number: they hide none behind them. */
static void
test_wrong_numbers(struct outcome *o, struct outcome *whole)
{
	enum { CELLS = 8, EACH = 40 }; /* where they stand, in two bytes each */
	struct buf file = make_many(whole);
	char *page = page_at(&file, next_leaf(&file, 20));

	for (int i = 0; i < 10; i++) {
		char *at = page + CELLS + 2 * i;
		char *cell = page + (at[0] << 8 | (unsigned char)at[1]);

		/* behind the length */
		memcpy(cell + 1, i % 2 ? "\xff\x7f" : "\x80\x01", 2);
	}
	store(file.p, file.n);
	read_file(o);
	CHECK_INT(o->status, 3);
	CHECK(o->events >= MANY - EACH);
	CHECK(o->lost <= EACH);
	/* the root of the table, which row 1 is not below any more */
	memcpy(page_at(&file, 1), page_at(&file, next_leaf(&file, 60)), PAGE);
	store(file.p, file.n);
	read_file(o);
	CHECK_INT(o->status, 3);
	buf_free(&file);
}

/* Zeros in a text are none that were written. */
static void
test_zeros(struct outcome *o)
{
	struct buf file;
	char *name;

	make("CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INT, end INT, "
	     "demangledName TEXT);"
	     "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (10, 20, 'axpy')");
	file = load(path);
	name = file.p + file.n - strlen("py");
	CHECK(memcmp(name, "py", 2) == 0);
	*name = 0;
	store(file.p, file.n);
	read_file(o);
	CHECK_INT(o->status, 3);
	buf_free(&file);
}

/* One bit after another: whatever comes, reading ends. */
static void
test_flips(struct outcome *o, const char *from)
{
	struct buf file = load(from);

	for (size_t i = 0; i < file.n; i += i < PAGE ? 1 : 13) {
		file.p[i] ^= (char)(1 << i % 8);
		store(file.p, file.n);
		read_file(o);
		file.p[i] ^= (char)(1 << i % 8);
		if (o->events > 100)
			CHECK(!"no more events than there are");
	}
	CHECK(file.n > 0);
	buf_free(&file);
}

int
main(void)
{
	struct outcome o = {0}, whole = {0};
	struct buf sql = load("tests/nsys.sql");

	snprintf(path, sizeof path, "/dev/shm/test-nsys-%ld", (long)getpid());
	buf_add(&sql, "", 1);
	make(sql.p);
	read_file(&whole);
	CHECK_INT(whole.status, 0);
	CHECK_INT(whole.events, 17);
	CHECK_INT(whole.kernels, 4);
	test_versions(&o);
	test_wrong_columns(&o);
	test_numbers_of_texts(&o);
	test_schemas(&o);
	test_not_ours(&o);
	test_many(&o, &whole);
	test_stray_pages(&o, &whole);
	test_wrong_numbers(&o, &whole);
	test_zeros(&o);
	test_flips(&o, "tests/fuzz/seeds/sqlite/nsys.sqlite");
	test_flips(&o, "tests/fuzz/seeds/sqlite/rocpd.sqlite");
	unlink(path);
	buf_free(&sql);
	buf_free(&o.text);
	buf_free(&whole.text);
	return test_done();
}
