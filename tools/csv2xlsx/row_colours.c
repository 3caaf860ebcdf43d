#include "tools/csv2xlsx/sheet_state.h"

void
row_colours_column(struct row_colours *p, int column, enum column_kind kind)
{
	if ((p->match < 0 && kind == COLUMN_MATCH) || kind == COLUMN_OUTCOME) {
		p->match = column;
		p->outcome = kind == COLUMN_OUTCOME;
	}
	if (p->group < 0 && kind == COLUMN_GROUP)
		p->group = column;
	if (p->moved < 0 && kind == COLUMN_MOVED)
		p->moved = column;
}

/* The tone of a match, which the legend then has. */
static enum tone
tone_of(const struct row_colours *p, struct span match)
{
	enum tone tone = column_tone(match);

	if (p->legend && tone != TONE_NONE)
		legend_note(p->legend, match);
	return tone;
}

/* Moved, or by the value in the first match column. */
static enum tone
find_tone(const struct row_colours *p)
{
	if (p->match < 0)
		return TONE_NONE;
	if (p->moved >= 0 && table_field(p->table, p->moved).n)
		return tone_of(p, span_of("moved"));
	return tone_of(p, table_field(p->table, p->match));
}

/* Is the row of another group than the one above? */
static bool
find_edge(struct row_colours *p)
{
	struct span group;
	bool edge;

	if (p->group < 0)
		return false;
	group = table_field(p->table, p->group);
	edge = !span_equal(group, buf_span(&p->last_group));
	p->last_group.n = 0;
	buf_add_span(&p->last_group, group);
	return edge;
}

struct row_colours_look
row_colours_row(struct row_colours *p)
{
	return (struct row_colours_look){find_tone(p), find_edge(p)};
}

enum tone
row_colours_cell(const struct row_colours *p, int column, enum column_kind kind,
    enum tone row)
{
	bool match = kind == COLUMN_MATCH && !p->outcome;
	bool work = kind == COLUMN_WORK && row == TONE_NONE;
	struct span text;

	if (column == p->match || (!match && !work && column != p->group))
		return row;
	text = table_field(p->table, column);
	return match ? tone_of(p, text)
	    : work   ? column_work_tone(text)
		     : column_group_tone(text);
}
