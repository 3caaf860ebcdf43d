#include <math.h>

#include "common/cli/x.h"
#include "tools/trace-align/page.h"

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
