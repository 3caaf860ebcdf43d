/*
 * Any cells as a table of any kind of plot, or twice as one: what is drawn is a
 * script in which no text leaves its quotes, or a page, and the same twice.
 */
#include "tests/fuzz/bytes.h"
#include "tools/trace-plot/draw.h"
#include "tools/trace-plot/plot.h"
#include "tools/trace-plot/script.h"

enum { ROWS_MOST = 64, TEXT_MOST = 12 };

static union cell
take_cell(struct bytes *b, enum frame_type type, struct pool *texts)
{
	union cell c = {0};
	struct span s = {.n = take_byte(b) % TEXT_MOST};
	int64_t n;

	switch (type) {
	case FRAME_TEXT:
	case FRAME_OTHERS:
		s.p = (const char *)b->p;
		s.n = s.n < b->n ? s.n : b->n;
		c.text = pool_add(texts, s.n ? s : span_of(""));
		if (s.n) {
			b->p += s.n;
			b->n -= s.n;
		}
		require(c.text != POOL_NONE);
		break;
	case FRAME_TIME:
		n = take_number(b);
		c.ns = n % 7 == 6 ? FRAME_NO_TIME : n;
		break;
	case FRAME_REAL:
		n = take_number(b);
		c.real = n % 7 == 6 ? NAN : (double)n * pow(10, n % 250);
		break;
	}
	return c;
}

static void
fill(struct frame *f, struct bytes *b, const struct frame_wish *wish,
    size_t wishes, struct pool *texts)
{
	unsigned there = (unsigned)take_byte(b) | (unsigned)take_byte(b) << 8;

	*f = (struct frame){
	    .label = span_of("it's `a` label"), .wishes = wishes};
	for (size_t i = 0; i < wishes; i++) {
		f->has[i] = wish[i].maker || there >> i & 1;
		f->name[i] = span_of(wish[i].names);
	}
	f->cell = calloc(ROWS_MOST * wishes, sizeof *f->cell);
	require(f->cell != NULL);
	for (; b->n && f->rows < ROWS_MOST; f->rows++)
		for (size_t i = 0; i < wishes; i++) {
			struct bytes none = {NULL, 0};

			f->cell[f->rows * wishes + i] = take_cell(
			    f->has[i] ? b : &none, wish[i].type, texts);
			if (!f->has[i] && wish[i].type == FRAME_TIME)
				f->cell[f->rows * wishes + i].ns =
				    FRAME_NO_TIME;
		}
}

/* Lines hold whole texts, and no control bytes or backquotes. */
static void
check_script(const struct buf *s)
{
	size_t quotes = 0;

	for (size_t i = 0; i < s->n; i++) {
		unsigned char c = (unsigned char)s->p[i];

		quotes += c == '\'';
		require(c != '`' && (c >= ' ' || c == '\n') && c != 127);
		if (c == '\n')
			require(quotes % 2 == 0);
	}
	require(s->n && s->p[s->n - 1] == '\n');
}

/* No name ends the program of a page. */
static void
check_page(const struct buf *s)
{
	static const char end[] = "</script>";
	size_t n = sizeof end - 1, ends = 0;

	for (size_t i = 0; i + n <= s->n; i++)
		ends += memcmp(s->p + i, end, n) == 0;
	require(ends == 1);
}

static int
draw(struct buf *out, struct plot p, const struct kind *k)
{
	struct script script = {0};
	int drawn;

	p.script = &script;
	group_open(&p);
	drawn = k->draw(&p);
	require(drawn >= 0 || p.trouble);
	if (drawn > 0 && k->page) {
		buf_add_span(out, buf_span(&script.body));
		check_page(out);
	} else if (drawn > 0) {
		require(script.height > 0);
		gnuplot_script(out, &script, FORMAT_SVG, "`it's`\n", p.note);
		check_script(out);
	}
	buf_free(&script.body);
	buf_free(&script.text);
	free(p.known);
	return drawn;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes b = {data, size};
	struct frames tables = {.texts = pool_new()};
	struct rules *rules = rules_new();
	struct buf one = {0}, two = {0};
	const struct kind *k;
	size_t kinds = 0, choice = take_byte(&b);
	struct plot p = {.tables = &tables, .rules = rules};

	require(
	    tables.texts && rules && pool_add(tables.texts, span_of("")) == 0);
	while (plot_kinds[kinds])
		kinds++;
	k = plot_kinds[choice % kinds];
	fill(&tables.frame[tables.n++], &b, k->wish, k->wishes, tables.texts);
	if (k->most == 2 && choice / kinds % 2)
		tables.frame[tables.n++] = tables.frame[0];
	require(draw(&one, p, k) == draw(&two, p, k));
	require(span_equal(buf_span(&one), buf_span(&two)));
	free(tables.frame[0].cell);
	buf_free(&one);
	buf_free(&two);
	rules_free(rules);
	pool_free(tables.texts);
	return 0;
}
