#include <sqlite3.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/table/database.h"

enum { COLUMNS_MAX = 200, ROW_LEAST = 16 /* bytes: two times */ };

/* Takes note of what a call answered. */
static int
note(struct database *db, int rc)
{
	if (rc != SQLITE_OK && rc != SQLITE_ROW && rc != SQLITE_DONE)
		db->damaged = true;
	return rc;
}

static void
add_quoted(struct buf *b, struct span name)
{
	buf_add(b, "\"", 1);
	for (size_t i = 0; i < name.n; i++) {
		if (name.p[i] == '"')
			buf_add(b, "\"", 1);
		buf_add(b, name.p + i, 1);
	}
	buf_add(b, "\"", 1);
}

/* Checks a table, or without a name all of the file, unless SQLite refuses. */
static void
check_table(struct database *db, struct span table)
{
	struct buf pragma = {0};
	sqlite3_stmt *s = NULL;
	const char *found;

	buf_add_text(&pragma, "PRAGMA " DATABASE_CHECK);
	if (table.n) {
		buf_add_text(&pragma, "(");
		add_quoted(&pragma, table);
		buf_add_text(&pragma, ")");
	}
	buf_add(&pragma, "", 1);
	if (sqlite3_prepare_v2(db->db, pragma.p, -1, &s, NULL) == SQLITE_OK &&
	    note(db, sqlite3_step(s)) == SQLITE_ROW) {
		found = (const char *)sqlite3_column_text(s, 0);
		db->damaged |= !found || strcmp(found, "ok") != 0;
	}
	sqlite3_finalize(s);
	buf_free(&pragma);
}

void
database_check(struct database *db)
{
	uint32_t n = pool_count(db->tables);

	if (!db->damaged)
		check_table(db, span_of(db->headless ? "" : "sqlite_master"));
	for (uint32_t i = 0; i < n && !db->damaged; i++)
		check_table(db, pool_get(db->tables, i));
}

/* A statement on a table; NULL when it cannot be prepared. */
static sqlite3_stmt *
prepare(struct database *db, const char *columns, const char *table,
    const char *where)
{
	struct buf query = {0};
	sqlite3_stmt *s = NULL;

	BUF_ADD_ALL(
	    &query, span_of("SELECT "), span_of(columns), span_of(" FROM "));
	add_quoted(&query, span_of(table));
	buf_add_text(&query, where);
	buf_add(&query, "", 1);
	note(db, sqlite3_prepare_v2(db->db, query.p, -1, &s, NULL));
	buf_free(&query);
	return s;
}

/* An ordinary table: no view, and none that a module makes up. */
static bool
is_table(struct database *db, const char *table)
{
	sqlite3_stmt *s = prepare(
	    db, "sql", "sqlite_master", " WHERE type = 'table' AND name = ?1");
	const char *sql;
	bool is = false;

	if (s &&
	    note(db, sqlite3_bind_text(s, 1, table, -1, SQLITE_STATIC)) ==
		SQLITE_OK &&
	    note(db, sqlite3_step(s)) == SQLITE_ROW) {
		sql = (const char *)sqlite3_column_text(s, 0);
		is = sqlite3_strnicmp(sql, "CREATE TABLE", 12) == 0;
	}
	sqlite3_finalize(s);
	return is;
}

bool
database_table_suffix(
    struct database *db, const char *prefix, size_t i, struct buf *suffix)
{
	sqlite3_stmt *s =
	    prepare(db, "name", "sqlite_master", " WHERE type = 'table'");
	bool found = false;

	while (s && !found && note(db, sqlite3_step(s)) == SQLITE_ROW) {
		const char *name = (const char *)sqlite3_column_text(s, 0);

		if (!name || !span_starts(span_of(name), prefix) || i-- > 0)
			continue;
		BUF_JOIN(suffix, span_of(name + strlen(prefix)));
		found = true;
	}
	sqlite3_finalize(s);
	return found;
}

/* The place of a column among all of the table, or -1. */
static int
find_column(sqlite3_stmt *all, struct span name)
{
	for (int i = 0; i < sqlite3_column_count(all); i++) {
		const char *other = sqlite3_column_name(all, i);

		if (other && span_is(name, other))
			return i;
	}
	return -1;
}

/* Writes the list of columns, NULL in the place of those it does not have. */
static void
list_columns(struct database_rows *r, struct buf *list, sqlite3_stmt *all,
    const struct span *column)
{
	for (size_t i = 0; i < r->n; i++) {
		const char *own = sqlite3_column_name(all, (int)i);
		struct span name = column ? column[i] : span_of(own ? own : "");

		r->has[i] = find_column(all, name) >= 0;
		buf_add_text(list, ", ");
		if (r->has[i])
			add_quoted(list, name);
		else
			buf_add_text(list, "NULL");
	}
	buf_add(list, "", 1);
}

/* Fills in rows whose columns are known. */
static void
begin_rows(struct database_rows *r, sqlite3_stmt *all, const char *table,
    const struct span *column)
{
	struct buf list = {0};

	r->next = INT64_MIN;
	r->has = xcalloc(r->n + 1, sizeof *r->has);
	buf_add_text(&list, "rowid");
	list_columns(r, &list, all, column);
	r->statement = prepare(r->of, list.p, table, " WHERE rowid >= ?1");
	buf_free(&list);
}

struct database_rows *
database_rows_open(
    struct database *db, const char *table, const struct span *column, size_t n)
{
	struct database_rows *r = xcalloc(1, sizeof *r);
	sqlite3_stmt *all =
	    is_table(db, table) ? prepare(db, "*", table, "") : NULL;
	size_t columns = all ? (size_t)sqlite3_column_count(all) : 0;

	if (all && columns <= COLUMNS_MAX) {
		pool_add(db->tables, span_of(table));
		r->of = db;
		r->n = n ? n : columns;
		begin_rows(r, all, table, n ? column : NULL);
	}
	sqlite3_finalize(all);
	if (r->statement)
		return r;
	database_rows_close(r);
	return NULL;
}

void
database_rows_close(struct database_rows *r)
{
	if (!r)
		return;
	sqlite3_finalize(r->statement);
	free(r->has);
	free(r);
}

struct span
database_rows_name(const struct database_rows *r, size_t column)
{
	const char *name = sqlite3_column_name(r->statement, (int)column + 1);

	return span_of(name ? name : "");
}

enum step { STEP_ROW, STEP_END, STEP_DAMAGED };

/* Rowids grow: others are read out of damaged pages. */
static enum step
step(struct database_rows *r)
{
	int rc = sqlite3_step(r->statement);

	if (rc == SQLITE_DONE)
		return STEP_END;
	return rc == SQLITE_ROW && database_rows_id(r) >= r->next
	    ? STEP_ROW
	    : STEP_DAMAGED;
}

/* The first row from that rowid on. */
static enum step
seek(struct database_rows *r, int64_t rowid)
{
	sqlite3_reset(r->statement);
	r->next = rowid;
	if (sqlite3_bind_int64(r->statement, 1, rowid) != SQLITE_OK)
		memory_out();
	return step(r);
}

/* Whether one can go on at that rowid: a row before `end`, if that is given. */
static bool
leads_on(struct database_rows *r, uint64_t rowid, int64_t end)
{
	enum step got = seek(r, (int64_t)rowid);

	return end ? got == STEP_ROW && database_rows_id(r) < end
		   : got != STEP_DAMAGED;
}

/*
 * Goes to the first rowid behind r->next that leads on, up to `most` behind it:
 * by strides that double to such a one, then by halves back to the first.
 */
static enum step
search(struct database_rows *r, uint64_t most, int64_t end)
{
	uint64_t from = (uint64_t)r->next, low = 0, high = 1, middle;

	while (!leads_on(r, from + high, end)) {
		if (high == most)
			return STEP_END;
		low = high;
		high = high > most / 2 ? most : high * 2;
	}
	while (high - low > 1) {
		middle = low + (high - low) / 2;
		if (leads_on(r, from + middle, end))
			high = middle;
		else
			low = middle;
	}
	return seek(r, (int64_t)(from + high));
}

/*
 * Takes note of rows that could not be read, from one rowid to the row, whose
 * own is wrong if the file has no room for as many.
 */
static void
note_gap(struct database_rows *r, int64_t from, enum step got)
{
	int64_t n = 0;

	r->gaps++;
	r->of->damaged = true;
	if (got == STEP_ROW && database_rows_id(r) > from)
		n = database_rows_id(r) - (from > 1 ? from : 1);
	if (n <= r->of->bytes / ROW_LEAST)
		r->missing += n;
}

enum { SEARCHES = 1000 }; /* of a table, most of them without success */

/*
 * At a row before which others are missing. If it is there because its page
 * stands in the place of another one, or is damaged, rows with smaller numbers
 * follow: goes to the first that is found, else back.
 */
static enum step
pass_stray_page(struct database_rows *r)
{
	int64_t from = r->next, first = database_rows_id(r), at = first;
	enum step got = STEP_ROW;

	while (from > 0 && at - from > 1 && r->searches++ <= SEARCHES) {
		r->next = from;
		got = search(r, (uint64_t)(at - from) - 1, at);
		if (got != STEP_ROW)
			break;
		at = database_rows_id(r);
	}
	if (got != STEP_ROW)
		got = seek(r, at);
	if (at < first)
		note_gap(r, from, got);
	return got;
}

/*
 * Goes on behind damage at the row r->next, which another page may have. A
 * damaged page may have any row, behind which none would be found.
 */
static enum step
pass_damage(struct database_rows *r)
{
	int64_t from = r->next, gaps = r->gaps;
	enum step got = seek(r, from);

	if (got == STEP_DAMAGED) {
		r->next = from;
		got = search(r, (uint64_t)INT64_MAX - (uint64_t)from, 0);
		r->next = from;
	}
	if (got == STEP_ROW && database_rows_id(r) > from)
		got = pass_stray_page(r);
	if (r->gaps == gaps)
		note_gap(r, from, got);
	return got;
}

bool
database_rows_next(struct database_rows *r)
{
	enum step got;

	if (r->ended)
		return false;
	got = r->started ? step(r) : seek(r, r->next);
	if (!r->started && got == STEP_ROW && database_rows_id(r) > 1) {
		r->of->headless = true;
		r->next = 1;
	}
	r->started = true;
	if (got == STEP_ROW && database_rows_id(r) > r->next)
		got = pass_stray_page(r);
	while (got == STEP_DAMAGED)
		got = r->next == INT64_MAX ? STEP_END : pass_damage(r);
	if (got == STEP_ROW) {
		r->read++;
		r->next = database_rows_id(r);
		r->ended = r->next == INT64_MAX;
		r->next += !r->ended;
	}
	return got == STEP_ROW;
}

int64_t
database_rows_lost(const struct database_rows *r)
{
	double numbers = (double)r->next - 1 - (double)r->missing;
	double share = numbers > 0 ? (double)r->read / numbers : 0;
	double likely = (share < 1 ? share : 1) * (double)r->missing;

	return likely > (double)r->gaps ? (int64_t)likely : r->gaps;
}

bool
database_rows_find(struct database_rows *r, int64_t rowid)
{
	enum step got = seek(r, rowid);

	if (got == STEP_DAMAGED)
		r->of->damaged = true;
	return got == STEP_ROW && database_rows_id(r) == rowid;
}

int64_t
database_rows_id(const struct database_rows *r)
{
	return sqlite3_column_int64(r->statement, 0);
}

bool
database_rows_integer(const struct database_rows *r, size_t column, int64_t *v)
{
	int i = (int)column + 1;

	*v = 0;
	if (sqlite3_column_type(r->statement, i) != SQLITE_INTEGER)
		return false;
	*v = sqlite3_column_int64(r->statement, i);
	return true;
}

struct span
database_rows_text(const struct database_rows *r, size_t column)
{
	int i = (int)column + 1;
	bool is_text = sqlite3_column_type(r->statement, i) == SQLITE_TEXT;
	const void *text = sqlite3_column_text(r->statement, i);
	struct span s = {text, (size_t)sqlite3_column_bytes(r->statement, i)};

	if (is_text && span_holds(s, 0))
		r->of->damaged = true;
	return s;
}
