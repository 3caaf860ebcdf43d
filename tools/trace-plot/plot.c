#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/bytes/number.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "tools/trace-plot/plot.h"

struct reader {
	struct tsv *in;
	const struct frame_wish *wish;
	size_t wishes;
	int column[FRAME_COLUMNS];
	struct buf text;
	struct pool *texts;
};

/* The first that is there of names with '|' between them. */
static int
find_column(const struct tsv *in, const char *names)
{
	struct span rest = span_of(names);

	while (rest.n) {
		struct span one = span_take(&rest, '|');
		char name[64];
		int column;

		memcpy(name, one.p, one.n);
		name[one.n] = '\0';
		column = xtsv_optional(in, name);
		if (column != TSV_MISSING)
			return column;
	}
	return TSV_MISSING;
}

static void
find_columns(struct reader *r, struct frame *f)
{
	for (size_t i = 0; i < r->wishes; i++) {
		const struct frame_wish *w = &r->wish[i];

		r->column[i] = find_column(r->in, w->names);
		f->has[i] = r->column[i] != TSV_MISSING;
		if (!f->has[i] && w->maker && strchr(w->names, '|'))
			die("%s: none of the columns %s is there; %s prints one",
			    tsv_file(r->in), w->names, w->maker);
		else if (!f->has[i] && w->maker)
			(void)xtsv_column(r->in, w->names, w->maker);
		if (f->has[i])
			f->name[i] = pool_get(r->texts,
			    pool_add(r->texts, tsv_name(r->in, r->column[i])));
	}
}

static double
read_real(struct reader *r, int column)
{
	struct span s = tsv_field_or_none(r->in, column);
	double value;

	if (s.n == 0)
		return NAN;
	if (!number_is(s))
		xtsv_fail(r->in, "no number", s);
	value = strtod(BUF_JOIN(&r->text, s, BUF_NUL).p, NULL);
	if (!isfinite(value))
		xtsv_fail(r->in, "too large", s);
	return value;
}

/* The columns that no wish took, each with its name: keys that tell rows apart.
 */
static uint32_t
read_others(struct reader *r)
{
	r->text.n = 0;
	for (int c = 0; c < tsv_columns(r->in); c++) {
		size_t i = 0;

		while (i < r->wishes && r->column[i] != c)
			i++;
		if (i < r->wishes || !tsv_field(r->in, c).n)
			continue;
		BUF_ADD_ALL(&r->text, span_of(r->text.n ? ", " : ""),
		    tsv_name(r->in, c), span_of(" "));
		tsv_unescape(&r->text, tsv_field(r->in, c));
	}
	return pool_add(r->texts, buf_span(&r->text));
}

static union cell
read_cell(struct reader *r, size_t i)
{
	int column = r->column[i];
	union cell c;

	if (r->wish[i].type == FRAME_TEXT)
		c.text = pool_add(r->texts,
		    tsv_text(&r->text, tsv_field_or_none(r->in, column)));
	else if (r->wish[i].type == FRAME_OTHERS)
		c.text = read_others(r);
	else if (r->wish[i].type == FRAME_REAL)
		c.real = read_real(r, column);
	else
		c.ns = xtsv_us_or(r->in, column, FRAME_NO_TIME);
	return c;
}

/* The name of a file without its folder and what it ends in. */
static struct span
label_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	struct span s = span_of(slash ? slash + 1 : path);
	const char *dot = s.n ? memchr(s.p + 1, '.', s.n - 1) : NULL;

	if (strcmp(path, "-") == 0)
		return (struct span){"", 0};
	if (dot)
		s.n = (size_t)(dot - s.p);
	return s;
}

struct frame
xframe_read(struct pool *texts, struct labelled operand,
    const struct frame_wish *wish, size_t wishes)
{
	struct reader r = {.wish = wish, .wishes = wishes, .texts = texts};
	struct frame f = {.wishes = wishes,
	    .label = operand.label.p ? operand.label : label_of(operand.path)};

	r.in = xtsv_open_file(operand.path);
	find_columns(&r, &f);
	while (xtsv_next(r.in)) {
		size_t n = f.rows * wishes;

		ARRAY_RESERVE(f.cell, &f.cap, n + wishes);
		for (size_t i = 0; i < wishes; i++)
			f.cell[n + i] = read_cell(&r, i);
		f.rows++;
	}
	tsv_close(r.in);
	buf_free(&r.text);
	return f;
}

void
frames_free(struct frames *all)
{
	for (size_t i = 0; i < all->n; i++)
		free(all->frame[i].cell);
	pool_free(all->texts);
}

const struct kind *const plot_kinds[] = {&alignment_kind, &breakdown_kind,
    &critical_kind, &cycles_kind, &histogram_kind, &history_kind, &memory_kind,
    &ranks_kind, &roofline_kind, &sequences_kind, &timeline_kind,
    &waterfall_kind, NULL};
