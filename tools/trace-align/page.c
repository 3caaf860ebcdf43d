#include <math.h>

#include "common/cli/x.h"
#include "tools/trace-align/page.h"

enum { NAME_MAX_BYTES = 24 }; /* longer ones hide what a sentence says */

void
page_header(struct tsvw *out, bool with_pair)
{
	static const char *const columns[PAGE_COLUMNS] = {"section", "what",
	    "gpu", "phase", "cycle", "level", "kernels", "reps", "runs",
	    "matched_pct", "kinds_pct", "a_us", "b_us", "delta_us", "delta_pct",
	    "verdict", "low_pct", "high_pct", "times", "name"};

	for (int i = 0; i < PAGE_COLUMNS; i++) {
		tsvw_field(out, span_of(columns[i]));
		if (i == PAGE_SECTION && with_pair)
			tsvw_field(out, span_of("pair"));
	}
	xtsvw_end(out);
	xtsvw_flush(out);
}

void
page_go(struct page *p, enum column column)
{
	for (; p->next < column; p->next++)
		tsvw_empty(p->out);
	p->next++;
}

void
page_end(struct page *p)
{
	page_go(p, PAGE_COLUMNS);
	xtsvw_end(p->out);
}

void
page_begin(struct page *p, const char *section, struct span what)
{
	p->next = PAGE_SECTION;
	page_go(p, PAGE_SECTION);
	tsvw_field(p->out, span_of(section));
	if (p->pair)
		tsvw_int(p->out, (int64_t)p->pair);
	page_go(p, PAGE_WHAT);
	tsvw_text(p->out, what);
}

void
page_number(struct page *p, enum column column, int64_t n)
{
	page_go(p, column);
	tsvw_int(p->out, n);
}

void
page_real(struct page *p, enum column column, double v, int decimals)
{
	page_go(p, column);
	tsvw_real(p->out, v, decimals);
}

void
page_word(struct page *p, enum column column, const char *word)
{
	page_go(p, column);
	tsvw_field(p->out, span_of(word));
}

double
page_percent(int64_t a, int64_t b)
{
	return a > 0 ? 100.0 * (double)(b - a) / (double)a : NAN;
}

void
page_times(struct page *p, int64_t a, int64_t b)
{
	page_go(p, PAGE_A);
	tsvw_us(p->out, a);
	page_go(p, PAGE_B);
	tsvw_us(p->out, b);
	page_go(p, PAGE_DELTA);
	tsvw_us(p->out, b - a);
	page_real(p, PAGE_PERCENT, page_percent(a, b), 2);
}

void
page_text(struct page *p, const char *section, const char *text)
{
	page_begin(p, section, span_of(text));
	page_end(p);
}

/* --- what the sides are --- */

static struct span
without_folders(struct span path)
{
	for (size_t i = path.n; i > 0; i--)
		if (path.p[i - 1] == '/')
			return span_cut(path, i, path.n);
	return path;
}

/* Is the key that of a GPU's name, "gpu.2"? `wanted` is its number. */
static bool
is_gpu(struct span key, struct span wanted)
{
	static const char prefix[] = "gpu.";
	const size_t n = sizeof prefix - 1;

	return key.n > n && memcmp(key.p, prefix, n) == 0 &&
	    span_equal(span_cut(key, n, key.n), wanted);
}

struct facts
facts_read(const char *path, struct span device, struct pool *pool)
{
	struct tsv *in = xtsv_open_file(path);
	int file = xtsv_column(in, "file", "trace-info");
	int key = xtsv_column(in, "key", "trace-info");
	int value = xtsv_column(in, "value", "trace-info");
	struct facts f = {0};
	bool exact = false;

	while (xtsv_next(in)) {
		struct span k = tsv_field(in, key);

		if (f.file.n == 0)
			f.file = xpool_keep(
			    pool, without_folders(tsv_field(in, file)));
		if (is_gpu(k, device)) {
			f.gpu = xpool_keep(pool, tsv_field(in, value));
			exact = true;
		} else if (!exact && is_gpu(k, span_of("0"))) {
			f.gpu = xpool_keep(pool, tsv_field(in, value));
		}
	}
	tsv_close(in);
	return f;
}

static struct span
name_of(const struct facts *f, const struct side *s)
{
	if (s->nruns > 1)
		return (struct span){NULL, 0};
	return f->file.n ? f->file : without_folders(span_of(s->cycle->file));
}

void
facts_names(const struct facts facts[2], const struct side *a,
    const struct side *b, struct span name[2])
{
	name[0] = name_of(&facts[0], a);
	name[1] = name_of(&facts[1], b);
	for (int i = 0; i < 2; i++)
		if (name[i].n == 0 || name[i].n > NAME_MAX_BYTES ||
		    span_equal(name[0], name[1])) {
			name[0] = span_of("A");
			name[1] = span_of("B");
			return;
		}
}
