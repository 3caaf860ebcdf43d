/*
 * Two sequences of kernels side by side, on a page that needs nothing else: the
 * pairs of a table, or the kernels of two. The page is sequences.html, whose
 * program draws; the data are written into it.
 */
#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/cli/xkey.h"
#include "common/json/jsontext.h"
#include "tools/trace-plot/plot.h"

extern const char *const sequences_ours[];

static const struct frame_wish alignment_wish[] = {
    {"match", FRAME_TEXT, "trace-align"},
    {"a_name", FRAME_TEXT, "trace-align"},
    {"b_name", FRAME_TEXT, "trace-align"},
    {"a_us", FRAME_TIME, "trace-align"},
    {"b_us", FRAME_TIME, "trace-align"},
    {"delta_us", FRAME_TIME, "trace-align"},
    {"a_position", FRAME_REAL, "trace-align"},
    {"b_position", FRAME_REAL, "trace-align"},
    {"group", FRAME_REAL, NULL},
    {"pair", FRAME_REAL, NULL},
};

enum { AT, DUR, NAME, PATH, CAT, RANK, DEVICE, STREAM, CORRELATION };

static const struct frame_wish sequences_wish[] = {
    {"ts_us", FRAME_TIME, "trace-extract"},
    {"dur_us", FRAME_TIME, "trace-extract"},
    {"name", FRAME_TEXT, "trace-extract"},
    {"path", FRAME_TEXT, NULL},
    {"cat", FRAME_TEXT, NULL},
    {"rank", FRAME_TEXT, NULL},
    {"device", FRAME_TEXT, NULL},
    {"stream", FRAME_TEXT, NULL},
    {"correlation", FRAME_TEXT, NULL},
};

/* A string of JSON, in which no "</script>" can end the program. */
static void
add_text(struct buf *out, struct span s)
{
	struct buf json = {0};
	struct span rest;

	buf_add_quoted(&json, s);
	rest = buf_span(&json);
	buf_add_span(out, span_take(&rest, '<'));
	while (rest.p)
		BUF_ADD_ALL(out, span_of("\\u003c"), span_take(&rest, '<'));
	buf_free(&json);
}

/* A member of an object; an empty field is null. */
static void
add_cell(struct buf *out, const struct frames *all, const char *key,
    enum frame_type type, union cell c)
{
	BUF_ADD_ALL(out, span_of(out->p[out->n - 1] == '{' ? "\"" : ",\""),
	    span_of(key), span_of("\":"));
	if (type == FRAME_TEXT && pool_get(all->texts, c.text).n)
		add_text(out, pool_get(all->texts, c.text));
	else if (type == FRAME_TIME && c.ns != FRAME_NO_TIME)
		buf_add_us(out, c.ns);
	else if (type == FRAME_REAL && !isnan(c.real))
		buf_add_format(out, "%.15g", c.real);
	else
		buf_add_text(out, "null");
}

static void
add_names(struct buf *out, const struct plot *p, struct span a, struct span b)
{
	struct buf both = {0};

	BUF_ADD_ALL(&both, a, span_of(" and "), b);
	buf_add_text(out, "const TITLE = ");
	add_text(out, p->title ? span_of(p->title) : buf_span(&both));
	buf_add_text(out, ";\nconst NAMES = [");
	add_text(out, a);
	buf_add_text(out, ", ");
	add_text(out, b);
	buf_add_text(out, "];\n");
	buf_free(&both);
}

/* "A,B", the label of the table, names both sides. */
static void
add_pairs(struct buf *out, const struct plot *p)
{
	const struct frame *f = &p->tables->frame[0];
	struct span a = span_of("A"), b = span_of("B");
	const char *comma = memchr(f->label.p, ',', f->label.n);

	if (comma) {
		size_t n = (size_t)(comma - f->label.p);

		a = span_cut(f->label, 0, n);
		b = span_cut(f->label, n + 1, f->label.n);
	}
	add_names(out, p, a, b);
	buf_add_text(out, "const A = null, B = null;\nconst ROWS =\n[");
	for (const union cell *row = NULL; (row = frame_next(f, row));) {
		buf_add_text(out, row > f->cell ? ",\n{" : "\n{");
		for (size_t k = 0; k < f->wishes; k++)
			add_cell(out, p->tables, alignment_wish[k].names,
			    alignment_wish[k].type, row[k]);
		buf_add_text(out, "}");
	}
	buf_add_text(out, "\n]\n;\n");
}

/* A kernel of a table. */
struct kernel {
	const struct frames *all;
	const union cell *row;
};

static int
compare_texts(const struct kernel *a, const struct kernel *b, size_t column)
{
	return key_compare(frame_text(a->all, a->row, column),
	    frame_text(b->all, b->row, column));
}

/*
 * Those of a GPU together, by time; at the same time in an order that is not
 * that of the rows.
 */
ORDER_BY(compare_kernels, struct kernel, compare_texts(x, y, RANK),
    compare_texts(x, y, DEVICE), UP(row[AT].ns), UP(row[DUR].ns),
    compare_texts(x, y, STREAM), compare_texts(x, y, CORRELATION),
    compare_texts(x, y, NAME))

/* The kernels of a table, all rows unless they have categories, by time. */
static size_t
sort_kernels(
    const struct frames *all, const struct frame *f, struct kernel **kernels)
{
	struct kernel *k = xcalloc(f->rows + 1, sizeof *k);
	size_t n = 0;

	for (const union cell *row = NULL; (row = frame_next(f, row));) {
		if (row[AT].ns == FRAME_NO_TIME ||
		    (f->has[CAT] &&
			!span_is(frame_text(all, row, CAT), "kernel")))
			continue;
		k[n++] = (struct kernel){all, row};
	}
	qsort(k, n, sizeof *k, compare_kernels);
	*kernels = k;
	return n;
}

/* Times are those since the first kernel. Returns the number of kernels. */
static size_t
add_kernels(struct buf *out, const struct frames *all, const struct frame *f)
{
	struct kernel *k;
	size_t n = sort_kernels(all, f, &k);
	int64_t first = INT64_MAX;

	for (size_t i = 0; i < n; i++)
		if (k[i].row[AT].ns < first)
			first = k[i].row[AT].ns;
	for (size_t i = 0; i < n; i++) {
		union cell at = k[i].row[AT];

		if (fixed_add(&at.ns, -first))
			at.ns = INT64_MAX;
		buf_add_text(out, i ? ",\n{" : "\n{");
		add_cell(out, all, "at_us", FRAME_TIME, at);
		add_cell(out, all, "dur_us", FRAME_TIME, k[i].row[DUR]);
		add_cell(out, all, "name", FRAME_TEXT, k[i].row[NAME]);
		add_cell(out, all, "path", FRAME_TEXT, k[i].row[PATH]);
		buf_add_text(out, "}");
	}
	free(k);
	return n;
}

/* The page with these data in it. */
static int
add_page(struct plot *p, struct buf *data)
{
	struct buf *out = &p->script->body;

	for (const char *const *line = sequences_ours; *line; line++) {
		if (strcmp(*line, "/*DATA*/") == 0) {
			buf_add_span(out, buf_span(data));
			continue;
		}
		BUF_ADD_ALL(out, span_of(*line), span_of("\n"));
	}
	buf_free(data);
	return 1;
}

static int
alignment_draw(struct plot *p)
{
	struct buf data = {0};

	if (p->tables->frame[0].rows == 0)
		return 0;
	add_pairs(&data, p);
	return add_page(p, &data);
}

const struct kind alignment_kind = {"alignment", "Two sequences of kernels",
    KIND_WISHES(alignment_wish), 1, 0, alignment_draw, true};

/* The names of the sides: their labels, if these tell them apart. */
static void
name_sides(struct buf *out, const struct plot *p)
{
	struct span a = p->tables->frame[0].label,
		    b = p->tables->frame[1].label;

	if (a.n == 0 || b.n == 0 || span_equal(a, b)) {
		a = span_of("A");
		b = span_of("B");
	}
	add_names(out, p, a, b);
}

static int
sequences_draw(struct plot *p)
{
	static const char *const heads[] = {
	    "const ROWS = null;\nconst A =\n[", "const B =\n["};
	struct buf data = {0};

	if (p->tables->n != 2) {
		p->trouble = "sequences takes two tables of events; alignment "
			     "takes one of pairs";
		return -1;
	}
	name_sides(&data, p);
	for (size_t i = 0; i < 2; i++) {
		buf_add_text(&data, heads[i]);
		if (add_kernels(&data, p->tables, &p->tables->frame[i]) == 0) {
			p->trouble = i ? "the second table has no kernels"
				       : "the first table has no kernels";
			buf_free(&data);
			return 0;
		}
		buf_add_text(&data, "\n]\n;\n");
	}
	return add_page(p, &data);
}

const struct kind sequences_kind = {"sequences", "Two sequences of kernels",
    KIND_WISHES(sequences_wish), 2, 2, sequences_draw, true};
