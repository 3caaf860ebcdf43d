#include <math.h>

#include "common/bytes/number.h"
#include "tools/tsv2txt/look.h"

/* A change shows its colour from this part of the column's largest on. */
static const double SHOWS = 0.1;

static struct look
new_look(struct span name)
{
	struct column c = column_of(name);

	return (struct look){.kind = c.kind,
	    .change = c.change,
	    .second = c.second,
	    .kernels = c.kernels,
	    .structure = span_is(name, "structure")};
}

void
look_columns(
    struct look *l, struct row_columns *by, const struct span *names, size_t n)
{
	*by = ROW_COLUMNS_NONE;
	for (size_t i = 0; i < n; i++) {
		l[i] = new_look(names[i]);
		row_columns_add(by, (int)i, l[i].kind);
	}
	for (size_t i = 0; by->outcome && i < n; i++)
		l[i].change = false;
}

void
look_free(struct look *l)
{
	buf_free(&l->first);
	buf_free(&l->last);
}

/*
 * How much the field of a change column differs from no change; not a number if
 * it is none. A double will do for a colour.
 */
static double
change_of(const struct look *l, struct span field)
{
	return l->change && number_is(field)
	    ? number_read(field) - (l->kind == COLUMN_RATIO)
	    : NAN;
}

/* Is it another field than the last one? Not if it is the first. */
static bool
replace_last(struct look *l, struct span field)
{
	if (l->seen && span_equal(buf_span(&l->last), field))
		return false;
	BUF_JOIN(&l->last, field);
	l->changes += l->seen;
	return l->seen;
}

bool
look_at(struct look *l, struct span field)
{
	double change = fabs(change_of(l, field));
	bool changed = replace_last(l, field);

	if (field.n && number_is(field))
		l->numbers = true;
	else if (field.n)
		l->texts = true;
	if (change > l->largest && isfinite(change))
		l->largest = change;
	if (l->seen) {
		l->varies |= changed;
		return changed;
	}
	l->seen = true;
	buf_add(&l->first, field.p, field.n);
	return false;
}

bool
look_is_number(const struct look *l)
{
	if (l->kind == COLUMN_OTHER)
		return l->numbers && !l->texts;
	return column_is_number(l->kind);
}

enum tone
look_record_tone(const struct row_columns *by, const struct span *fields)
{
	bool moved = by->moved >= 0 && fields[by->moved].n > 0;

	if (by->match < 0)
		return TONE_NONE;
	return column_tone(row_word(by, fields[by->match], moved));
}

/*
 * The largest change, limited as in a workbook: one outlier beyond twice the
 * baseline does not make all others look small.
 */
static double
reach_of(const struct look *l)
{
	if (l->kind == COLUMN_PERCENT)
		return fmin(l->largest, 100);
	return l->kind == COLUMN_RATIO ? fmin(l->largest, 1) : l->largest;
}

enum tone
look_change_tone(const struct look *l, struct span field)
{
	double change = change_of(l, field);

	if (!(fabs(change) >= reach_of(l) * SHOWS) || change == 0)
		return TONE_NONE;
	return change > 0 ? TONE_BAD : TONE_GOOD;
}
