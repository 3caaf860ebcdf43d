#include <errno.h>

#include "tools/csv2xlsx/cell_value.h"
#include "tools/csv2xlsx/cells.h"

void
cells_begin(struct cells *g, lxw_worksheet *worksheet)
{
	g->worksheet = worksheet;
	g->row = 0;
}

void
cells_free(struct cells *g)
{
	buf_free(&g->text);
}

void
cells_ready(void)
{
	errno = 0;
}

/* Notes what is wrong with what goes to a column of the sheet. */
static int
fail(struct cells *g, int column, const char *what)
{
	if (column >= table_columns(g->table))
		column = g->further;
	return table_fail(g->table, column, what);
}

static int
no_memory(struct cells *g, int column)
{
	return fail(g, column, "out of memory");
}

int
cells_check(struct cells *g, int column, lxw_error error)
{
	if (errno == ENOMEM || error == LXW_ERROR_MEMORY_MALLOC_FAILED)
		return no_memory(g, column);
	return error ? fail(g, column, lxw_strerror(error)) : 0;
}

int
cells_text(struct cells *g, int column, struct span text, lxw_format *format)
{
	if (!format || cell_value_text(&g->text, text))
		return no_memory(g, column);
	if (cell_value_units((struct span){g->text.p, g->text.n - 1}) >
	    CELLS_TEXT_MAX)
		return fail(g, column,
		    "the text is longer than the 32767 characters that a cell "
		    "holds");
	cells_ready();
	return cells_check(g, column,
	    worksheet_write_string(
		g->worksheet, g->row, (lxw_col_t)column, g->text.p, format));
}

int
cells_number(struct cells *g, int column, double v, lxw_format *format)
{
	if (!format)
		return no_memory(g, column);
	cells_ready();
	return cells_check(g, column,
	    worksheet_write_number(
		g->worksheet, g->row, (lxw_col_t)column, v, format));
}

int
cells_blank(struct cells *g, int column, lxw_format *format)
{
	if (!format)
		return no_memory(g, column);
	cells_ready();
	return cells_check(g, column,
	    worksheet_write_blank(
		g->worksheet, g->row, (lxw_col_t)column, format));
}
