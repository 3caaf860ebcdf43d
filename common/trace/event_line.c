/*
 * The lines of events. A field that says what the event has itself, in the way
 * that all tools write it, is kept as a line feed, which no line holds: names
 * are most of a line, and each is there once, among the texts.
 */
#include <stdlib.h>

#include "common/trace/event.h"

void
event_line_open(struct events *e)
{
	const struct event_columns *c = &e->column;
	int own[EVENT_OWN] = {c->ts, c->dur, c->name, c->cat};

	for (int i = 0; i < EVENT_OWN; i++) {
		int k = e->owns;

		if (own[i] == TSV_MISSING)
			continue;
		for (; k > 0 && e->own[k - 1] > own[i]; k--)
			e->own[k] = e->own[k - 1];
		e->own[k] = own[i];
		e->owns++;
	}
}

/* Whether a field is what own_field will print. */
static bool
is_own(const struct events *e, const struct event *v, int column,
    struct span field)
{
	char digits[FIXED_MAX];
	int64_t time = column == e->column.ts ? v->ts : v->dur;

	if (column == e->column.name || column == e->column.cat)
		return true;
	return span_equal(
	    field, (struct span){digits, fixed_print_us(digits, time)});
}

/* What an event has itself of a column. */
static struct span
own_field(
    const struct events *e, uint32_t event, int column, char digits[FIXED_MAX])
{
	const struct event *v = &e->event[event];

	if (column == e->column.name)
		return event_text(e, v->name);
	if (column == e->column.cat)
		return event_cat(e, event);
	return (struct span){digits,
	    fixed_print_us(digits, column == e->column.ts ? v->ts : v->dur)};
}

void
event_line_keep(struct events *e, const struct tsv *t, const struct event *v)
{
	struct span line = tsv_line(t);
	const char *from = line.p;

	ARRAY_RESERVE(e->line_end, &e->line_cap, e->n + 1);
	for (int i = 0; i < e->owns; i++) {
		struct span field = tsv_field(t, e->own[i]);

		if (!is_own(e, v, e->own[i], field))
			continue;
		buf_add(&e->lines, from, (size_t)(field.p - from));
		buf_add(&e->lines, "\n", 1);
		from = field.p + field.n;
	}
	buf_add(&e->lines, from, (size_t)(line.p + line.n - from));
	e->line_end[e->n] = e->lines.n;
}

struct span
event_line_kept(const struct events *e, uint32_t i)
{
	size_t from = i ? e->line_end[i - 1] : 0;

	return (struct span){e->lines.p + from, e->line_end[i] - from};
}

void
event_line(const struct events *e, uint32_t i, struct buf *out)
{
	struct span kept = event_line_kept(e, i);
	size_t from = 0;
	int column = 0;

	out->n = 0;
	for (size_t k = 0; k < kept.n; k++) {
		char digits[FIXED_MAX];
		struct span own;

		column += kept.p[k] == '\t';
		if (kept.p[k] != '\n')
			continue;
		own = own_field(e, i, column, digits);
		buf_add(out, kept.p + from, k - from);
		buf_add(out, own.p, own.n);
		from = k + 1;
	}
	buf_add(out, kept.p + from, kept.n - from);
}
