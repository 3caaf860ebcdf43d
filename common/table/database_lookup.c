#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/table/database_lookup.h"

enum { NUMBER };

void
database_lookup_open(struct database_lookup *l, struct database *db,
    const char *table, const struct span *column, size_t n)
{
	l->rows = database_rows_open(db, table, column, n);
	l->all = database_rows_open(db, table, column, 1);
	l->listed = !l->rows || !database_rows_has(l->rows, NUMBER);
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

static int
list_numbers(struct database_lookup *l)
{
	int got = 0;

	l->listed = true;
	while (l->all && (got = database_rows_next(l->all)) > 0)
		list_row(l);
	return got;
}

/* Goes to the row of that number, if it is the row's rowid: see header. */
static int
find_at_once(struct database_lookup *l, int64_t number)
{
	int64_t of_row = number;
	int got = database_rows_find(l->rows, number);

	if (got > 0 && database_rows_has(l->rows, NUMBER) &&
	    !database_rows_integer(l->rows, NUMBER, &of_row))
		return 0;
	return got > 0 ? of_row == number : got;
}

static int
find(struct database_lookup *l, int64_t number)
{
	int got = l->rows ? find_at_once(l, number) : 0;
	uint32_t i;

	if (got == 0 && !l->listed && list_numbers(l))
		return -1;
	if (got == 0) {
		i = idpool_find(&l->numbers, (uint64_t)number);
		if (i != IDPOOL_NONE)
			got = database_rows_find(l->rows, l->rowid[i]);
	}
	return got;
}

int
database_lookup_find(struct database_lookup *l, int64_t number)
{
	int got;

	if (l->found && l->at == number)
		return 1;
	got = find(l, number);
	l->found = got > 0;
	l->at = number;
	return got;
}
