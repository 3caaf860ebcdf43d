/*
 * By libsqlite3 ("SQLite C Interface"; "Defense Against The Dark Arts",
 * sqlite.org, for what is switched off).
 */
#include <sqlite3.h>
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/table/database.h"

enum { LONGEST = 8 << 20 }; /* bytes of a row */

/* Asked about each thing that a statement would do: it may read columns. */
static int
allow_reading(void *unused, int action, const char *a, const char *b,
    const char *c, const char *d)
{
	(void)unused;
	(void)a;
	(void)b;
	(void)c;
	(void)d;
	return action == SQLITE_SELECT || action == SQLITE_READ ? SQLITE_OK
								: SQLITE_DENY;
}

/*
 * A file that is cut off is read only where the schema may be written, which
 * the file, opened to be read, never is.
 */
static void
restrict_to_reading(sqlite3 *db)
{
	sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_WRITABLE_SCHEMA, 1, NULL);
	sqlite3_exec(
	    db, "PRAGMA cell_size_check=ON; PRAGMA mmap_size=0", 0, 0, 0);
	sqlite3_limit(db, SQLITE_LIMIT_LENGTH, LONGEST);
	sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
	sqlite3_limit(db, SQLITE_LIMIT_COMPOUND_SELECT, 1);
	sqlite3_limit(db, SQLITE_LIMIT_WORKER_THREADS, 0);
	sqlite3_set_authorizer(db, allow_reading, NULL);
}

/* The path as a URI, which alone can say that the file does not change. */
static int
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
	return 0;
}

int
database_open(struct database **db, const char *path)
{
	struct buf uri = {0};
	int rc = SQLITE_NOMEM;

	*db = xcalloc(1, sizeof **db);
	if (*db && write_uri(&uri, path) == 0)
		rc = sqlite3_open_v2(uri.p, &(*db)->db,
		    SQLITE_OPEN_READONLY | SQLITE_OPEN_URI |
			SQLITE_OPEN_NOMUTEX,
		    NULL);
	buf_free(&uri);
	if (rc == SQLITE_NOMEM) {
		database_close(*db);
		*db = NULL;
	} else if (rc == SQLITE_OK) {
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
	free(db);
}

const char *
database_error(const struct database *db)
{
	return sqlite3_errmsg(db->db);
}
