#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/trace/nsys/nsys.h"
#include "common/trace/nsys/row.h"

static void
close_state(void *state)
{
	struct nsys_row *n = state;

	database_lookup_close(&n->texts);
	free(n->target.device);
	free(n);
}

static void *
open_state(struct sqlite_reader *s)
{
	static const struct span texts[] = {TEXT("id"), TEXT("value")};
	struct nsys_row *n = xcalloc(1, sizeof *n);

	n->first_process = -1;
	database_lookup_open(&n->texts, s->db, "StringIds", texts, 2);
	if (nsys_target_read(&n->target, s) == 0)
		return n;
	close_state(n);
	return NULL;
}

/* Those of the GPU come first. */
static bool
table_at(void *state, size_t i, struct sqlite_table *table)
{
	struct nsys_row *n = state;

	n->kind = nsys_kind(i);
	if (n->kind)
		*table = (struct sqlite_table){n->kind->table, n->kind->column};
	return n->kind;
}

static struct span
arg_column(struct span arg)
{
	return arg;
}

const struct sqlite_dialect nsys_dialect = {.columns = NSYS_COLUMNS,
    .needed = NSYS_END + 1,
    .open = open_state,
    .close = close_state,
    .table = table_at,
    .read = nsys_row_read,
    .arg = arg_column};
