#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/cli/x.h"
#include "tools/trace-align/summary.h"

enum { MOST_CHANGES = 5 };

struct page {
	struct tsvw *out;
	const struct report *r;
	size_t pair;
};

void
summary_header(struct tsvw *out, bool with_pair)
{
	static const char *const columns[] = {"section", "what", "times",
	    "a_us", "b_us", "delta_us", "delta_pct", "low_pct", "high_pct",
	    "verdict"};

	if (with_pair)
		tsvw_field(out, span_of("pair"));
	for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
		tsvw_field(out, span_of(columns[i]));
	xtsvw_end(out);
	xtsvw_flush(out);
}

static void
begin(const struct page *p, const char *section)
{
	if (p->pair)
		tsvw_int(p->out, (int64_t)p->pair);
	tsvw_field(p->out, span_of(section));
}

static double
percent(int64_t a, int64_t b)
{
	return a > 0 ? 100.0 * (double)(b - a) / (double)a : NAN;
}

/* The end of a row that is about two times. */
static void
write_times(const struct page *p, size_t times, int64_t a, int64_t b)
{
	if (times)
		tsvw_int(p->out, (int64_t)times);
	else
		tsvw_empty(p->out);
	tsvw_us(p->out, a);
	tsvw_us(p->out, b);
	tsvw_us(p->out, b - a);
	tsvw_real(p->out, percent(a, b), 2);
}

/* --- what is compared --- */

int
summary_side(const struct side *s, struct buf *b)
{
	const struct cycle *c = s->cycle;
	char text[160];
	int n;

	for (size_t k = 0; k < s->nruns; k++) {
		const char *file = s->runs[k].cycle->file;

		if ((k > 0 && buf_add(b, ", ", 2)) ||
		    buf_add(b, file, strlen(file)))
			return -1;
	}
	n = snprintf(text, sizeof text, ": cycle %" PRId64, c->number);
	if (buf_add(b, text, (size_t)n))
		return -1;
	if (c->phase.n > 0 &&
	    (buf_add(b, ", ", 2) || buf_add(b, c->phase.p, c->phase.n)))
		return -1;
	n = snprintf(text, sizeof text,
	    ", %zu kernels, %" PRId64 " repeats in %zu run%s", s->nrows,
	    s->reps, s->nruns, s->nruns == 1 ? "" : "s");
	return buf_add(b, text, (size_t)n);
}

static int
write_side(const struct page *p, const char *label, const struct side *s)
{
	struct buf text = {0};
	int status = buf_add(&text, label, strlen(label));

	if (status == 0)
		status = summary_side(s, &text);
	if (status == 0) {
		begin(p, "compared");
		tsvw_text(p->out, buf_span(&text));
		for (int i = 0; i < 8; i++)
			tsvw_empty(p->out);
		xtsvw_end(p->out);
	}
	buf_free(&text);
	return status;
}

static void
write_note(const struct page *p, const char *text)
{
	begin(p, "compared");
	tsvw_field(p->out, span_of(text));
	for (int i = 0; i < 8; i++)
		tsvw_empty(p->out);
	xtsvw_end(p->out);
}

static void
write_matched(const struct page *p)
{
	const struct matched *m = &p->r->comparison->matched;
	char text[96];

	(void)snprintf(text, sizeof text,
	    "matched: %.1f %% of the time of A, %.1f %% of B",
	    m->a_all ? 100.0 * (double)m->a / (double)m->a_all : 100.0,
	    m->b_all ? 100.0 * (double)m->b / (double)m->b_all : 100.0);
	write_note(p, text);
	if (report_has_runs(p->r))
		return;
	(void)snprintf(text, sizeof text,
	    "within one run: no difference under %.1f %% or %.1f us is judged",
	    100 * p->r->floor.share, p->r->floor.ns / 1000);
	write_note(p, text);
}

/* --- times --- */

static void
write_measure(const struct page *p, const char *what, const struct measure *m)
{
	if (!m->known)
		return;
	begin(p, "time");
	tsvw_field(p->out, span_of(what));
	write_times(p, 0, m->a, m->b);
	tsvw_real(p->out, m->low_pct, 2);
	tsvw_real(p->out, m->high_pct, 2);
	tsvw_field(p->out, span_of(verdict_name(m->verdict)));
	xtsvw_end(p->out);
}

static int
write_measures(const struct page *p)
{
	struct measure kernels, m;

	if (measure_rows(p->r, PORTION_ALL, (struct span){0}, &kernels))
		return -1;
	m = align_measure_period(p->r);
	write_measure(p, "period", &m);
	m = measured_busy(p->r);
	write_measure(p, "busy", &m);
	m = measured_idle(p->r);
	write_measure(p, "idle", &m);
	write_measure(p, "kernels", &kernels);
	return 0;
}

/* --- what explains the difference --- */

static const char *
change_verdict(const struct change *c)
{
	if (c->a == c->b)
		return "same";
	return c->b > c->a ? "slower" : "faster";
}

static void
write_change(
    const struct page *p, struct span what, size_t times, int64_t a, int64_t b)
{
	begin(p, "change");
	tsvw_field(p->out, what);
	write_times(p, times, a, b);
	tsvw_empty(p->out);
	tsvw_empty(p->out);
}

static int
write_changes(const struct page *p, const struct changes *c)
{
	struct buf text = {0};
	int64_t a = p->r->a->each, b = p->r->b->each;
	size_t rest = 0;

	for (size_t i = 0; i < c->n; i++) {
		const struct change *x = &c->change[i];

		if (i >= MOST_CHANGES || x->a == x->b) {
			rest += x->times;
			continue;
		}
		text.n = 0;
		if (change_say(x, p->r, &text)) {
			buf_free(&text);
			return -1;
		}
		write_change(p, buf_span(&text), x->times, x->a, x->b);
		tsvw_field(p->out, span_of(change_verdict(x)));
		xtsvw_end(p->out);
		a -= x->a;
		b -= x->b;
	}
	buf_free(&text);
	write_change(p, span_of("all else"), rest, a, b);
	tsvw_empty(p->out);
	xtsvw_end(p->out);
	write_change(p, span_of("sum"), 0, p->r->a->each, p->r->b->each);
	tsvw_empty(p->out);
	xtsvw_end(p->out);
	return 0;
}

/* --- families --- */

struct family {
	struct span name;
	int64_t a, b;
};

static int
compare_families(const void *pa, const void *pb)
{
	const struct family *a = pa, *b = pb;

	if (a->a + a->b != b->a + b->b)
		return a->a + a->b > b->a + b->b ? -1 : 1;
	return span_compare(a->name, b->name);
}

/* The work of a row: of a group all rows count as what they became. */
static struct span
family_of(const struct report *r, const struct pair *p)
{
	struct span name =
	    p->group ? r->comparison->groups[p->group].name : p->family;

	return name.n ? name : span_of("unknown");
}

static void
add_families(struct family *f, struct pool *names, const struct report *r)
{
	for (size_t i = 0; i < r->comparison->npairs; i++) {
		const struct pair *p = &r->comparison->pairs[i];
		uint32_t id = xpool_add(names, family_of(r, p));

		f[id].name = pool_get(names, id);
		f[id].a += p->a ? p->a->each : 0;
		f[id].b += p->b ? p->b->each : 0;
	}
}

static void
write_families(const struct page *p)
{
	const struct report *r = p->r;
	struct pool *names = xpool_new();
	struct family *f = xcalloc(r->comparison->npairs + 1, sizeof *f);

	add_families(f, names, r);
	if (pool_count(names) > 0)
		qsort(f, pool_count(names), sizeof *f, compare_families);
	for (uint32_t i = 0; i < pool_count(names); i++) {
		begin(p, "family");
		tsvw_field(p->out, f[i].name);
		write_times(p, 0, f[i].a, f[i].b);
		for (int k = 0; k < 3; k++)
			tsvw_empty(p->out);
		xtsvw_end(p->out);
	}
	free(f);
	pool_free(names);
}

int
summary_rows(struct tsvw *out, const struct report *r, const struct changes *c,
    size_t pair)
{
	struct page p = {out, r, pair};

	if (write_side(&p, "A: ", r->a) || write_side(&p, "B: ", r->b))
		return -1;
	write_matched(&p);
	if (write_measures(&p) || write_changes(&p, c))
		return -1;
	write_families(&p);
	xtsvw_flush(out);
	return 0;
}
