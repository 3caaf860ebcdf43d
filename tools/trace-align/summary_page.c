#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "common/cli/x.h"
#include "tools/trace-align/summary.h"

void
page_header(struct tsvw *out, bool with_pair)
{
	tsvw_field(out, span_of("section"));
	if (with_pair)
		tsvw_field(out, span_of("pair"));
	tsvw_field(out,
	    span_of("what\tgpu\tphase\tcycle\tlevel\tkernels\treps\truns\t"
		    "matched_pct\tkinds_pct\ta_us\tb_us\tdelta_us\t"
		    "delta_pct\tverdict\tlow_pct\thigh_pct\ttimes\tname"));
	xtsvw_end_header(out);
}

double
page_percent(int64_t a, int64_t b)
{
	return a > 0 ? 100.0 * (double)(b - a) / (double)a : NAN;
}

static void
leave_empty(struct tsvw *out, int n)
{
	while (n-- > 0)
		tsvw_empty(out);
}

/* Empty: none. */
static void
write_count(struct tsvw *out, size_t n)
{
	tsvw_natural(out, n ? (int64_t)n : -1);
}

/* From gpu to kinds_pct. */
static void
write_side(struct tsvw *out, const struct page_side *s)
{
	const struct cycle_rows *c = s->side->cycle;

	tsvw_text(out, s->gpu);
	tsvw_field(out, c->phase);
	tsvw_int(out, c->number);
	tsvw_field(out, c->level);
	tsvw_int(out, cycle_rows_kernels(c));
	tsvw_int(out, s->side->reps);
	tsvw_int(out, (int64_t)s->side->nruns);
	tsvw_real(out, 100 * matched_of_time(s->matched), 1);
	tsvw_real(out, 100 * matched_of_kinds(s->matched), 1);
}

/* From a_us to high_pct. */
static void
write_times(struct tsvw *out, const struct page_row *r)
{
	const struct measure *m = r->times;

	tsvw_us(out, m->a);
	tsvw_us(out, m->b);
	tsvw_us(out, m->b - m->a);
	tsvw_real(out, page_percent(m->a, m->b), 2);
	tsvw_field(out, span_of(r->judged ? verdict_say(m->verdict) : ""));
	tsvw_real(out, r->interval ? m->low_pct : NAN, 2);
	tsvw_real(out, r->interval ? m->high_pct : NAN, 2);
}

void
page_line(const struct page *p, const struct page_row *r)
{
	tsvw_field(p->out, span_of(r->section));
	if (p->pair)
		tsvw_int(p->out, (int64_t)p->pair);
	tsvw_text(p->out, r->what);
	if (r->side) {
		write_side(p->out, r->side);
	} else {
		leave_empty(p->out, 4);
		write_count(p->out, r->kernels);
		leave_empty(p->out, 4);
	}
	if (r->times)
		write_times(p->out, r);
	else
		leave_empty(p->out, 7);
	write_count(p->out, r->found);
	tsvw_field(p->out, r->name);
	xtsvw_end(p->out);
}

void
page_say(const struct page *p, const char *section, const char *format, ...)
{
	char text[400];
	va_list args;

	va_start(args, format);
	(void)vsnprintf(text, sizeof text, format, args);
	va_end(args);
	page_line(
	    p, &(struct page_row){.section = section, .what = span_of(text)});
}

/* --- what the sides are --- */

/* Is the key that of a GPU's name, "gpu.2"? `wanted` is its number. */
static bool
is_gpu(struct span key, struct span wanted)
{
	return span_is(span_take(&key, '.'), "gpu") && key.n > 0 &&
	    span_equal(key, wanted);
}

/* The text of a field: page_line writes texts. */
static struct span
keep_text(struct pool *pool, struct span field)
{
	struct buf text = {0};
	struct span kept;

	tsv_unescape(&text, field);
	kept = buf_span(&text);
	pool_keep(pool, &kept);
	buf_free(&text);
	return kept;
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
			f.file = keep_text(
			    pool, span_after_last(tsv_field(in, file), "/"));
		if (is_gpu(k, device)) {
			f.gpu = keep_text(pool, tsv_field(in, value));
			exact = true;
		} else if (!exact && is_gpu(k, span_of("0"))) {
			f.gpu = keep_text(pool, tsv_field(in, value));
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
	return f->file.n ? f->file
			 : span_after_last(span_of(s->cycle->file), "/");
}

/* "x" of "x.gz"; not what is no word, as of "x-v0.11". */
static struct span
without_ending(struct span name)
{
	size_t i = name.n;

	while (i > 0 && isalpha((unsigned char)name.p[i - 1]))
		i--;
	return i > 1 && name.p[i - 1] == '.' ? span_cut(name, 0, i - 1) : name;
}

void
page_name_sides(struct page *p)
{
	struct span name[] = {
	    name_of(&p->facts[0], p->r->a), name_of(&p->facts[1], p->r->b)};
	bool same, are_long = name[0].n > PAGE_NAME || name[1].n > PAGE_NAME;

	for (int i = 0; i < 2 && are_long; i++) /* .json.gz */
		name[i] = without_ending(without_ending(name[i]));
	same = span_equal(name[0], name[1]);

	for (int i = 0; i < 2; i++)
		if (same || name[i].n == 0 || name[i].n > PAGE_NAME) {
			name[0] = span_of("A");
			name[1] = span_of("B");
		}
	for (int i = 0; i < 2; i++)
		(void)snprintf(p->name[i], sizeof p->name[i], "%.*s",
		    (int)name[i].n, name[i].p);
}
