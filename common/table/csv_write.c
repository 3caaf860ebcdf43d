#include <string.h>

#include "common/table/csv_write.h"
#include "common/table/tsv.h"

static bool
holds(struct span s, char c)
{
	return s.n && memchr(s.p, c, s.n);
}

bool
csvw_needs_quotes(struct span s)
{
	return holds(s, ',') || holds(s, '"') || holds(s, '\r') ||
	    holds(s, '\n');
}

/* Sets s to the text that a field stands for. */
static void
unescape(struct csvw *w, struct span field, struct span *s)
{
	*s = field;
	if (!holds(field, '\\'))
		return;
	w->text.n = 0;
	tsv_unescape(&w->text, field);
	*s = buf_span(&w->text);
}

/* Names of kernels are long: up to a quote, memchr and memcpy do the work. */
static void
add_doubling_quotes(struct buf *out, struct span s)
{
	const char *quote;

	while (s.n && (quote = memchr(s.p, '"', s.n))) {
		size_t n = (size_t)(quote - s.p) + 1;

		buf_add(out, s.p, n);
		buf_add(out, "\"", 1);
		s = span_cut(s, n, s.n);
	}
	buf_add(out, s.p, s.n);
}

/* Each field has a comma behind it; csvw_end replaces the last one. */
static void
add(struct csvw *w, struct span s, bool quote)
{
	struct buf *out = &w->out;

	if (!quote) {
		buf_add(out, s.p, s.n);
		buf_add(out, ",", 1);
		return;
	}
	buf_add(out, "\"", 1);
	add_doubling_quotes(out, s);
	buf_add(out, "\",", 2);
}

void
csvw_field(struct csvw *w, struct span field, bool quoted)
{
	struct span s;

	unescape(w, field, &s);
	add(w, s, quoted || csvw_needs_quotes(s));
}

void
csvw_end(struct csvw *w)
{
	w->out.p[w->out.n - 1] = '\n';
}
