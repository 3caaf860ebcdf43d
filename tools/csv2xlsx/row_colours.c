#include "tools/csv2xlsx/sheet_state.h"

void
row_colours_init(struct row_colours *p, struct table *table)
{
	*p = (struct row_colours){
	    .table = table, .match = -1, .group = -1, .moved = -1};
}

void
row_colours_free(struct row_colours *p)
{
	buf_free(&p->last_group);
}

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

void
row_colours_columns_end(struct row_colours *p)
{
	if (p->match < 0)
		p->group = p->moved = -1;
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
static void
find_tone(const struct row_colours *p, enum tone *tone)
{
	struct span moved = {NULL, 0}, match;

	*tone = TONE_NONE;
	if (p->match < 0)
		return;
	if (p->moved >= 0)
		table_field(p->table, p->moved, &moved);
	if (moved.n) {
		*tone = tone_of(p, span_of("moved"));
		return;
	}
	table_field(p->table, p->match, &match);
	*tone = tone_of(p, match);
}

/* Is the row of another group than the one above? */
static void
find_edge(struct row_colours *p, bool *edge)
{
	struct span group;

	*edge = false;
	if (p->group < 0)
		return;
	table_field(p->table, p->group, &group);
	*edge = !span_equal(group, buf_span(&p->last_group));
	p->last_group.n = 0;
	buf_add(&p->last_group, group.p, group.n);
}

void
row_colours_row(struct row_colours *p, struct row_colours_look *row)
{
	find_tone(p, &row->tone);
	find_edge(p, &row->edge);
}

void
row_colours_cell(const struct row_colours *p, int column, enum column_kind kind,
    enum tone row, enum tone *tone)
{
	bool match = kind == COLUMN_MATCH && !p->outcome;
	bool work = kind == COLUMN_WORK && row == TONE_NONE;
	struct span text;

	*tone = row;
	if (column == p->match || (!match && !work && column != p->group))
		return;
	table_field(p->table, column, &text);
	*tone = match ? tone_of(p, text)
	    : work    ? column_work_tone(text)
		      : column_group_tone(text);
}
