/*
 * By libsqlite3 ("SQLite C Interface"; "Defense Against The Dark Arts",
 * sqlite.org, for what is switched off).
 */
#include <sqlite3.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/bytes/outfile.h"
#include "common/table/database.h"

enum { LONGEST = 8 << 20 }; /* bytes of a row */

/*
 * Ends the program where an allocation fails. SQLITE_NOMEM does not tell that:
 * SQLite 3.40 also says it of some damaged schemas.
 */
static void
hear(void *unused, int code, const char *message)
{
	(void)unused;
	if (code == SQLITE_NOMEM && span_starts(span_of(message), "failed "))
		memory_out();
}

/*
 * Asked about each thing that a statement would do: it may read columns, and
 * check a table.
 */
static int
allow_reading(void *unused, int action, const char *a, const char *b,
    const char *c, const char *d)
{
	bool check = action == SQLITE_PRAGMA && strcmp(a, DATABASE_CHECK) == 0;

	(void)unused;
	(void)b;
	(void)c;
	(void)d;
	return action == SQLITE_SELECT || action == SQLITE_READ || check
	    ? SQLITE_OK
	    : SQLITE_DENY;
}

/* Whether SQLite cannot read the list of tables. */
static bool
is_schema_damaged(sqlite3 *db)
{
	return sqlite3_exec(db, "SELECT 1 FROM sqlite_master", 0, 0, 0) ==
	    SQLITE_CORRUPT;
}

/*
 * SQLite passes over what is wrong in the list of tables, and reads a file that
 * is cut off, only where the schema may be written, which the file, opened to
 * be read, never is.
 */
static void
restrict_to_reading(sqlite3 *db)
{
	sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_WRITABLE_SCHEMA, 1, NULL);
	sqlite3_exec(db,
	    "PRAGMA cell_size_check=ON; PRAGMA mmap_size=0; "
	    "PRAGMA ignore_check_constraints=ON",
	    0, 0, 0);
	sqlite3_limit(db, SQLITE_LIMIT_LENGTH, LONGEST);
	sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
	sqlite3_limit(db, SQLITE_LIMIT_COMPOUND_SELECT, 1);
	sqlite3_limit(db, SQLITE_LIMIT_WORKER_THREADS, 0);
	sqlite3_set_authorizer(db, allow_reading, NULL);
}

/* The path as a URI, which alone can say that the file does not change. */
static void
write_uri(struct buf *uri, const char *path)
{
	static const char hex[] = "0123456789ABCDEF";

	buf_add_text(uri, *path == '/' ? "file://" : "file:");
	for (; *path; path++) {
		unsigned char c = (unsigned char)*path;
		char escaped[3] = {'%', hex[c >> 4], hex[c & 15]};
		bool plain = c != '?' && c != '#' && c != '%';

		buf_add(uri, plain ? path : escaped, plain ? 1 : 3);
	}
	buf_add(uri, "?immutable=1&mode=ro", sizeof "?immutable=1&mode=ro");
}

int
database_open(struct database **db, const char *path)
{
	struct buf uri = {0};
	struct stat st;
	int rc;

	*db = xcalloc(1, sizeof **db);
	(*db)->tables = pool_new();
	(*db)->bytes = stat(path, &st) ? 0 : st.st_size;
	write_uri(&uri, path);
	sqlite3_config(SQLITE_CONFIG_LOG, hear, NULL);
	rc = sqlite3_open_v2(uri.p, &(*db)->db,
	    SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL);
	buf_free(&uri);
	if (rc == SQLITE_OK) {
		(*db)->damaged = is_schema_damaged((*db)->db);
		restrict_to_reading((*db)->db);
	}
	return rc == SQLITE_OK ? 0 : -1;
}

void
database_close(struct database *db)
{
	if (!db)
		return;
	sqlite3_close(db->db);
	pool_free(db->tables);
	free(db);
}

const char *
database_error(const struct database *db)
{
	return sqlite3_errmsg(db->db);
}

enum { BLOCK = 1 << 16, HEADER = 100, JOURNAL_MAGIC = 8 };

static int
copy(struct database_file *f, struct input *in)
{
	char block[BLOCK];
	ssize_t got;

	f->copied = true;
	if (temporary_scratch(&f->copy)) {
		f->error = "cannot make a temporary file";
		return -1;
	}
	f->path = f->copy.path;
	while ((got = input_read(in, block, BLOCK)) > 0)
		if (descriptor_write(f->copy.fd, block, (size_t)got)) {
			f->error = "cannot write a temporary file";
			return -1;
		}
	if (got < 0)
		f->error = input_error(in);
	if (!f->damage)
		f->damage = input_damage(in);
	return got < 0 ? -1 : 0;
}

/* A number in the header, whose bytes are the highest first. */
static uint32_t
big_endian(const unsigned char *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 |
	    (uint32_t)p[2] << 8 | p[3];
}

/*
 * The size of a page, and whether pages are missing, or more than they follow:
 * the header says how many there are, if it was written with the last change
 * ("Database File Format", sqlite.org).
 */
static int64_t
page_size(struct database_file *f, const unsigned char *header, int64_t size)
{
	bool counted = big_endian(header + 24) == big_endian(header + 92);
	int64_t page = header[16] << 8 | header[17];
	int64_t pages = counted ? big_endian(header + 28) : 0, whole;

	if (page == 1)
		page = 65536;
	if (page < 512)
		return 0; /* no database */
	whole = pages ? page * pages : size + size % page;
	f->complete = size >= whole;
	if (!f->damage && size != whole)
		f->damage = size < whole
		    ? "cut off: pages are missing at the end"
		    : "other data after the database";
	return page;
}

/* Whether a file of that name and suffix is not empty and begins so. */
static bool
begins_beside(struct span path, const char *suffix, const char *start)
{
	struct buf name = {0};
	struct input *in =
	    input_open(BUF_JOIN(&name, path, span_of(suffix), BUF_NUL).p);
	struct span seen = input_peek(in, JOURNAL_MAGIC);
	bool begins = seen.n && span_starts(seen, start);

	input_close(in);
	buf_free(&name);
	return begins;
}

/* The start of a journal; one that is kept for later begins with zeros. */
static const char journal[] = "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7";

/*
 * Changes that were not brought to their end stand in a file beside the
 * database, which is not read ("Database File Format", sections 3 and 4):
 * beside the file itself, not beside a symbolic link to it.
 */
static void
look_beside(struct database_file *f)
{
	char *real = realpath(f->path, NULL);
	struct span path = span_of(real ? real : f->path);

	if (begins_beside(path, "-wal", ""))
		f->damage =
		    "the newest rows may be missing: they are in its "
		    "-wal file; PRAGMA wal_checkpoint in sqlite3 merges "
		    "them";
	else if (begins_beside(path, "-journal", journal))
		f->damage = "a change was not finished: there is a -journal "
			    "file; opening the database with sqlite3 rolls it "
			    "back";
	free(real);
}

int
database_file_open(struct database_file *f, struct input *in)
{
	unsigned char header[HEADER] = {0};
	struct span head = input_peek(in, HEADER);
	struct stat st;
	int64_t page;

	if (head.n)
		memcpy(header, head.p, head.n);
	f->path = input_name(in);
	if ((stat(f->path, &st) || !S_ISREG(st.st_mode) || input_seek(in, 0)) &&
	    (copy(f, in) || fstat(f->copy.fd, &st)))
		return -1;
	if (!f->copied)
		look_beside(f);
	page = page_size(f, header, st.st_size);
	if (page == 0 || st.st_size % page == 0)
		return 0;
	if (!f->copied && copy(f, in))
		return -1;
	if (ftruncate(f->copy.fd, st.st_size - st.st_size % page) == 0)
		return 0;
	f->error = "cannot write a temporary file";
	return -1;
}

void
database_file_close(struct database_file *f)
{
	if (f->copied)
		temporary_close(&f->copy);
}

enum { NUMBER };

void
database_lookup_open(struct database_lookup *l, struct database *db,
    const char *table, const struct span *column, size_t n)
{
	l->rows = database_rows_open(db, table, column, n);
	l->all = database_rows_open(db, table, column, 1);
	l->listed = !l->rows || !l->rows->has[NUMBER];
}

void
database_lookup_close(struct database_lookup *l)
{
	database_rows_close(l->rows);
	database_rows_close(l->all);
	idpool_free(&l->numbers);
	free(l->rowid);
	*l = (struct database_lookup){0};
}

/* Notes the number of the row; of several rows with it the first counts. */
static void
list_row(struct database_lookup *l)
{
	size_t known = l->numbers.n;
	int64_t number;

	if (database_rows_integer(l->all, NUMBER, &number) &&
	    idpool_add(&l->numbers, (uint64_t)number) >= known)
		ARRAY_PUSH(l->rowid, known, &l->cap, database_rows_id(l->all));
}

/* Goes to the row of that number, if it is the row's rowid: see header. */
static bool
find_at_once(struct database_lookup *l, int64_t number)
{
	int64_t of_row = number;

	if (!l->rows || !database_rows_find(l->rows, number) ||
	    (l->rows->has[NUMBER] &&
		!database_rows_integer(l->rows, NUMBER, &of_row)))
		return false;
	return of_row == number;
}

static bool
find(struct database_lookup *l, int64_t number)
{
	uint32_t i;

	if (find_at_once(l, number))
		return true;
	while (!l->listed && l->all && database_rows_next(l->all))
		list_row(l);
	l->listed = true;
	i = idpool_find(&l->numbers, (uint64_t)number);
	return i != IDPOOL_NONE && database_rows_find(l->rows, l->rowid[i]);
}

bool
database_lookup_find(struct database_lookup *l, int64_t number)
{
	if (!l->found || l->at != number) {
		l->found = find(l, number);
		l->at = number;
	}
	return l->found;
}
