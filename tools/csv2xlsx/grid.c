#include <errno.h>

#include "tools/csv2xlsx/grid.h"
#include "tools/csv2xlsx/value.h"

void
grid_begin(struct grid *g, lxw_worksheet *worksheet)
{
	g->worksheet = worksheet;
	g->row = 0;
}

void
grid_free(struct grid *g)
{
	buf_free(&g->text);
}

void
grid_ready(void)
{
	errno = 0;
}

static int
no_memory(struct grid *g, int column)
{
	return table_fail(g->table, column, "out of memory");
}

int
grid_check(struct grid *g, int column, lxw_error error)
{
	if (errno == ENOMEM || error == LXW_ERROR_MEMORY_MALLOC_FAILED)
		return no_memory(g, column);
	return error ? table_fail(g->table, column, lxw_strerror(error)) : 0;
}

int
grid_text(struct grid *g, int column, struct span text, lxw_format *format)
{
	if (!format || value_text(&g->text, text))
		return no_memory(g, column);
	if (value_units((struct span){g->text.p, g->text.n - 1}) >
	    GRID_TEXT_MAX)
		return table_fail(g->table, column,
		    "the text is longer than the 32767 characters that a cell "
		    "holds");
	grid_ready();
	return grid_check(g, column,
	    worksheet_write_string(
		g->worksheet, g->row, (lxw_col_t)column, g->text.p, format));
}

int
grid_number(struct grid *g, int column, double v, lxw_format *format)
{
	if (!format)
		return no_memory(g, column);
	grid_ready();
	return grid_check(g, column,
	    worksheet_write_number(
		g->worksheet, g->row, (lxw_col_t)column, v, format));
}

int
grid_blank(struct grid *g, int column, lxw_format *format)
{
	if (!format)
		return no_memory(g, column);
	grid_ready();
	return grid_check(g, column,
	    worksheet_write_blank(
		g->worksheet, g->row, (lxw_col_t)column, format));
}
