#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/trace/nsys/texts.h"

enum { NUMBER, VALUE, COLUMNS };

static const struct span columns[COLUMNS] = {TEXT("id"), TEXT("value")};

void
nsys_texts_open(struct nsys_texts *t, struct database *db)
{
	t->db = db;
	t->rows = database_rows_open(db, "StringIds", columns, COLUMNS);
	t->listed = t->rows && !database_rows_has(t->rows, NUMBER);
}

void
nsys_texts_close(struct nsys_texts *t)
{
	database_rows_close(t->rows);
	idpool_free(&t->numbers);
	free(t->rowid);
	*t = (struct nsys_texts){0};
}

/* Notes the number of the row; of several rows with it the first counts. */
static int
list_row(struct nsys_texts *t, const struct database_rows *row)
{
	size_t known = t->numbers.n;
	int64_t number;
	uint32_t i;

	if (!database_rows_integer(row, NUMBER, &number))
		return 0;
	i = idpool_add(&t->numbers, (uint64_t)number);
	return i < known
	    ? 0
	    : ARRAY_PUSH(t->rowid, known, &t->cap, database_rows_id(row));
}

static int
list_numbers(struct nsys_texts *t)
{
	struct database_rows *row =
	    database_rows_open(t->db, "StringIds", columns, 1);
	int got = 0;

	t->listed = true;
	while (row && (got = database_rows_next(row)) > 0)
		if (list_row(t, row)) {
			got = -1;
			break;
		}
	database_rows_close(row);
	return got;
}

/* Goes to the row of that number, if it is the row's rowid: see header. */
static int
find_at_once(struct nsys_texts *t, int64_t number)
{
	int64_t of_row = number;
	int got = database_rows_find(t->rows, number);

	if (got > 0 && database_rows_has(t->rows, NUMBER) &&
	    !database_rows_integer(t->rows, NUMBER, &of_row))
		return 0;
	return got > 0 ? of_row == number : got;
}

int
nsys_texts_find(struct nsys_texts *t, int64_t number, struct span *text)
{
	int got = t->rows ? find_at_once(t, number) : 0;
	uint32_t i;

	if (got == 0 && t->rows && !t->listed && list_numbers(t))
		return -1;
	if (got == 0) {
		i = idpool_find(&t->numbers, (uint64_t)number);
		if (i != IDPOOL_NONE)
			got = database_rows_find(t->rows, t->rowid[i]);
	}
	if (got > 0)
		*text = database_rows_text(t->rows, VALUE);
	return got > 0 ? text->n > 0 : got;
}
