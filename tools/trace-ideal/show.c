#include <math.h>
#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/cli/x.h"
#include "common/trace/aiu_stamps.h"
#include "tools/trace-ideal/show.h"

/*
 * How far the duration may be from that by counters: both ends of the one are
 * whole nanoseconds.
 */
static const double rounding_us = 0.0015;

void
kernel_rows_open(struct rows *r, const struct options *o, const struct tsv *in)
{
	r->ts = xtsv_column(in, "ts_us", "trace-extract");
	r->dur = xtsv_column(in, "dur_us", "trace-extract");
	r->name = xtsv_column(in, "name", "trace-extract");
	r->ph = xtsv_optional(in, "ph");
	r->cat = xtsv_optional(in, "cat");
	r->rank = xtsv_optional(in, "rank");
	r->ts3 = xtsv_optional(in, "ts3");
	r->ts4 = xtsv_optional(in, "ts4");
	r->soc = o->soc;
	xkey_open(&r->job, in, o->job);
	xkey_open(&r->key, in, o->keys);
}

/* The cycles between the stamps of a kernel; 0 if they are not its duration. */
static int64_t
cycles_of(const struct rows *r, const struct tsv *in, double us)
{
	int64_t from, to;

	if (!(r->soc > 0) ||
	    stamps_parse(tsv_field_or_none(in, r->ts3), &from) ||
	    stamps_parse(tsv_field_or_none(in, r->ts4), &to))
		return 0;
	if (to < from)
		to += INT64_C(1) << STAMPS_BITS;
	return fabs((double)(to - from) / r->soc - us) <= rounding_us
	    ? to - from
	    : 0;
}

bool
kernel_rows_read(const struct rows *r, struct tsv *in, struct kernel *k)
{
	static const char exec[] = " Cmpt Exec";
	struct span name = tsv_field(in, r->name);
	bool flex = span_ends(name, exec);

	if (!xtsv_is_complete(in, r->ts, r->dur, r->ph))
		return false;
	if (!flex && r->cat != TSV_MISSING &&
	    !span_is(tsv_field(in, r->cat), "kernel"))
		return false;
	if (span_ends(name, " Cmpt Prep"))
		return false;
	k->name = flex ? span_cut(name, 0, name.n - strlen(exec)) : name;
	k->when = xtsv_start_and_duration(in, r->ts, r->dur);
	k->us = (double)(k->when.end - k->when.start) / 1e3;
	k->cycles = cycles_of(r, in, k->us);
	if (k->cycles)
		k->us = (double)k->cycles / r->soc;
	if (fixed_parse_int(tsv_field_or_none(in, r->rank), &k->rank))
		k->rank = -1;
	return true;
}

/* The columns that events get, in their order. */
enum { TABLE, PHASE, CATEGORY, CYCLES, IDEAL, ACTIVE, SCORE, ADDED };

static const char *const added[ADDED] = {"table", "phase", "category",
    "ideal_cycles", "ideal_us", "pt_active", "score"};

int64_t
work_place(const struct work *w, const struct ideal_table *t)
{
	return t - w->ideal.table + 1;
}

const struct choice *
work_choice(struct work *w, const struct tsv *in)
{
	return &w->choice[pool_find(w->job_keys, xkey_of(&w->rows.job, in))];
}

const struct ideal_kernel *
work_ideal(struct work *w, const struct choice *c, const struct kernel *kernel)
{
	uint32_t name = pool_find(w->ideal.texts, kernel->name);
	const struct ideal_kernel *k =
	    name == POOL_NONE ? NULL : ideal_find(c->table, name);

	w->found.kernels++;
	if (!k)
		w->found.unknown++;
	else if (ideal_us(k->time, w->o->core) > kernel->us)
		w->found.beyond++;
	return k;
}

void
show_tables(struct tsvw *out, const struct ideal *d)
{
	tsvw_titles(out,
	    "table rank phase autopilot kernel category ideal_cycles "
	    "ideal_us");
	xtsvw_end(out);
	for (size_t i = 0; i < d->n; i++)
		for (size_t k = 0; k < d->table[i].n; k++) {
			const struct ideal_table *t = &d->table[i];
			struct ideal_time time = t->kernel[k].time;

			tsvw_int(out, (int64_t)i + 1);
			tsvw_natural(out, t->rank);
			tsvw_text(out, pool_get(d->texts, t->phase));
			tsvw_int(out, t->autopilot);
			tsvw_text(out, pool_get(d->texts, t->kernel[k].name));
			tsvw_text(
			    out, pool_get(d->texts, t->kernel[k].category));
			tsvw_natural(out, time.cycles);
			if (time.cycles < 0)
				tsvw_us(out, time.ns);
			else
				tsvw_empty(out);
			xtsvw_end(out);
		}
	xtsvw_flush(out);
}

static void
write_job(struct tsvw *out, const struct work *w, uint32_t i)
{
	const struct choice *c = &w->choice[i];

	key_write(out, &w->rows.job, pool_get(w->job_keys, i));
	tsvw_int(out, w->job[i].n);
	tsvw_real(out, w->job[i].us, 3);
	if (c->table) {
		tsvw_int(out, work_place(w, c->table));
		tsvw_text(out, pool_get(w->ideal.texts, c->table->phase));
		tsvw_int(out, c->table->autopilot);
		tsvw_real(out, ideal_us(ideal_sum(c->table), w->o->core), 3);
		tsvw_real(out, c->score, 3);
		tsvw_real(out, c->second, 3);
		tsvw_text(out, span_of(c->uncertain ? "uncertain" : "certain"));
	} else {
		for (int n = 0; n < 6; n++)
			tsvw_empty(out);
		tsvw_text(out, span_of("none"));
	}
	xtsvw_end(out);
}

void
show_jobs(struct tsvw *out, struct work *w, const struct tsv *in)
{
	uint32_t *at, *place;

	key_write_names(out, &w->rows.job, in);
	tsvw_titles(out,
	    "kernels sum_us table phase autopilot ideal_us score second "
	    "choice");
	xtsvw_header(out);
	key_order(w->job_keys, &at, &place);
	for (size_t i = 0; i < w->n; i++)
		write_job(out, w, at[i]);
	free(at);
	free(place);
	xtsvw_flush(out);
}

void
show_header(struct tsvw *out, const struct tsv *in)
{
	tsvw_names(out, in);
	for (int i = 0; i < ADDED; i++)
		if (xtsv_optional(in, added[i]) == TSV_MISSING)
			tsvw_text(out, span_of(added[i]));
	xtsvw_end_header(out);
}

/* One added column of an event; empty if unknown. */
static void
write_added(struct tsvw *out, struct work *w, int column,
    const struct kernel *kernel, const struct choice *c,
    const struct ideal_kernel *k)
{
	if (column == TABLE)
		tsvw_int(out, work_place(w, c->table));
	else if (column == SCORE)
		tsvw_real(out, c->score, 3);
	else if (column == PHASE)
		tsvw_text(out, pool_get(w->ideal.texts, c->table->phase));
	else if (column == CATEGORY)
		tsvw_text(out,
		    k ? pool_get(w->ideal.texts, k->category)
		      : span_of(c->table->autopilot ? "" : "other"));
	else if (k && column == CYCLES)
		tsvw_natural(out, k->time.cycles);
	else if (k && column == IDEAL)
		tsvw_real(out, ideal_us(k->time, w->o->core), 3);
	else if (k && kernel->us > 0)
		tsvw_real(out, ideal_us(k->time, w->o->core) / kernel->us, 6);
	else
		tsvw_empty(out);
}

/* Where the added columns stand already; those are filled in where empty. */
struct places {
	int of[ADDED];
	int *added; /* by column of the input: which one it is, or -1 */
	int n;
};

static void
find_places(struct places *p, const struct tsv *in)
{
	p->n = tsv_columns(in);
	p->added = xcalloc((size_t)p->n, sizeof *p->added);
	for (int i = 0; i < p->n; i++)
		p->added[i] = -1;
	for (int i = 0; i < ADDED; i++) {
		p->of[i] = xtsv_optional(in, added[i]);
		if (p->of[i] != TSV_MISSING)
			p->added[p->of[i]] = i;
	}
}

static void
write_event(struct tsvw *out, struct work *w, struct tsv *in,
    const struct places *p, const struct kernel *kernel)
{
	const struct choice *c = kernel ? work_choice(w, in) : NULL;
	const struct ideal_kernel *k = NULL;

	if (c && !c->table)
		c = NULL;
	if (c && !c->table->autopilot)
		k = work_ideal(w, c, kernel);
	for (int i = 0; i < p->n; i++)
		if (c && p->added[i] >= 0 && tsv_field(in, i).n == 0)
			write_added(out, w, p->added[i], kernel, c, k);
		else
			tsvw_field(out, tsv_field(in, i));
	for (int i = 0; i < ADDED; i++) {
		if (p->of[i] != TSV_MISSING)
			continue;
		if (c)
			write_added(out, w, i, kernel, c, k);
		else
			tsvw_empty(out);
	}
	xtsvw_end(out);
}

void
show_events(struct tsvw *out, struct work *w, struct tsv *in)
{
	struct kernel kernel;
	struct places p;

	find_places(&p, in);
	while (xtsv_next(in))
		write_event(out, w, in, &p,
		    kernel_rows_read(&w->rows, in, &kernel) ? &kernel : NULL);
	free(p.added);
	xtsvw_flush(out);
}
