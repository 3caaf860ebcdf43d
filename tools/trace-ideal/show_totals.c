#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "tools/trace-ideal/show.h"

/* Where the utilization changes: to that of a kernel, or to none at its end. */
struct change {
	int64_t time;
	uint32_t key;
	bool start;
	double percent;
};

struct changes {
	struct change *list;
	size_t n, cap;
};

/* The time of a job whose kernels are fused. */
struct span_of_job {
	struct interval when;
	uint32_t key;
	bool mixed;   /* kernels of several keys, so the job has none */
	int64_t busy; /* ns; 0: no kernel */
};

/* Places in the order of keys come later: here are numbers of keys. */
static void
add_interval(
    struct changes *c, uint32_t key, struct interval when, double percent)
{
	if (!(percent > 0) || when.start == when.end)
		return; /* its end would come before its start */
	ARRAY_PUSH(c->list, c->n, &c->cap,
	    (struct change){when.start, key, true, percent});
	ARRAY_PUSH(
	    c->list, c->n, &c->cap, (struct change){when.end, key, false, 0});
}

static void
extend(struct span_of_job *s, uint32_t key, struct interval when)
{
	if (s->busy == 0)
		s->when = when;
	if (when.start < s->when.start)
		s->when.start = when.start;
	if (when.end > s->when.end)
		s->when.end = when.end;
	s->mixed = s->mixed || (s->busy && s->key != key);
	s->key = key;
	if (fixed_add(&s->busy, when.end - when.start))
		s->busy = INT64_MAX; /* more than there is: see add_jobs */
}

/* Kernels that cross count no more time than there is. */
static void
add_jobs(struct changes *c, const struct work *w, const struct span_of_job *job)
{
	size_t mixed = 0;

	for (size_t i = 0; i < w->n; i++) {
		const struct ideal_table *t = w->choice[i].table;
		int64_t span = job[i].when.end - job[i].when.start;
		int64_t busy = job[i].busy < span ? job[i].busy : span;
		struct ideal_time total = {0};

		if (busy <= 0)
			continue;
		if (job[i].mixed) {
			mixed++;
			continue;
		}
		total = ideal_sum(t);
		if (t->total >= 0)
			total.cycles = t->total;
		add_interval(c, job[i].key, job[i].when,
		    100 * ideal_us(total, w->o->core) * 1e3 / (double)busy);
	}
	if (mixed && !w->o->quiet)
		warn("%zu jobs of fused kernels have several values of --keys: "
		     "no counter",
		    mixed);
}

static void
find_changes(struct changes *c, struct work *w, struct tsv *in)
{
	struct span_of_job *job = xcalloc(w->n, sizeof *job);
	struct kernel kernel;

	while (xtsv_next(in)) {
		const struct choice *choice;
		const struct ideal_kernel *k;
		uint32_t key;

		if (!kernel_rows_read(&w->rows, in, &kernel))
			continue;
		choice = work_choice(w, in);
		key = pool_add(w->keys, xkey_of(&w->rows.key, in));
		if (!choice->table)
			continue;
		if (choice->table->autopilot)
			extend(&job[choice - w->choice], key, kernel.when);
		else if ((k = work_ideal(w, choice, &kernel)) && kernel.us > 0)
			add_interval(c, key, kernel.when,
			    100 * ideal_us(k->time, w->o->core) / kernel.us);
	}
	add_jobs(c, w, job);
	free(job);
}

/* An end comes before the start at the same time. */
ORDER_BY(
    compare_changes, struct change, UP(time), UP(key), UP(start), UP(percent))

/* No end counts while another kernel of the same key runs. */
static void
write_changes(struct tsvw *out, struct work *w, struct changes *c)
{
	uint32_t *at, *place;
	int64_t *open = xcalloc(pool_count(w->keys), sizeof *open);

	key_order(w->keys, &at, &place);
	for (size_t i = 0; i < c->n; i++)
		c->list[i].key = place[c->list[i].key];
	ARRAY_SORT(c->list, c->n, compare_changes);
	for (size_t i = 0; i < c->n; i++) {
		const struct change *one = &c->list[i];

		open[one->key] += one->start ? 1 : -1;
		if (!one->start && open[one->key] != 0)
			continue;
		tsvw_us(out, one->time);
		tsvw_text(out, span_of("C"));
		tsvw_text(out, span_of("PT Active"));
		key_write(out, &w->rows.key, pool_get(w->keys, at[one->key]));
		tsvw_real(out, one->percent, 6);
		tsvw_text(out, span_of("Percent"));
		xtsvw_end(out);
	}
	free(open);
	free(at);
	free(place);
}

void
show_counters(struct tsvw *out, struct work *w, struct tsv *in)
{
	struct changes c = {0};

	tsvw_titles(out, "ts_us ph name");
	key_write_names(out, &w->rows.key, in);
	tsvw_titles(out, "value unit");
	xtsvw_header(out);
	find_changes(&c, w, in);
	write_changes(out, w, &c);
	free(c.list);
	xtsvw_flush(out);
}

static void
write_total(struct tsvw *out, const struct work *w, const struct totals *t,
    struct span category, const struct total *total, const struct total *all)
{
	double ideal = ideal_us(total->ideal, w->o->core);
	double all_ideal = ideal_us(all->ideal, w->o->core);
	double us = (double)total->ns / 1e3;

	key_write(out, &w->rows.key, pool_get(w->keys, t->key));
	tsvw_int(out, work_place(w, t->table));
	tsvw_text(out, pool_get(w->ideal.texts, t->table->phase));
	tsvw_text(out, category);
	tsvw_int(out, total->calls);
	tsvw_us(out, total->ns);
	tsvw_real(
	    out, all->ns ? 100.0 * (double)total->ns / (double)all->ns : 0, 6);
	/* of no use unless all of the kernels have some */
	tsvw_natural(out, total->counted == total->calls ? total->cycles : -1);
	tsvw_natural(out, t->table->timed ? -1 : total->ideal.cycles);
	tsvw_real(out, ideal, 3);
	tsvw_real(out, all_ideal > 0 ? 100 * ideal / all_ideal : 0, 6);
	tsvw_real(out, us > 0 ? ideal / us : 0, 6);
	xtsvw_end(out);
}

/* By time, of equal times the categories as the table has them; Total last. */
static void
write_totals(struct tsvw *out, const struct work *w, const struct totals *t)
{
	const struct idpool *c = &t->table->categories;
	size_t n = c->n + 1;
	bool *written = xcalloc(n, sizeof *written);
	struct total all = {0};

	for (size_t i = 0; i < n; i++)
		total_add(&all, &t->total[i]);
	for (size_t left = n; left > 0; left--) {
		size_t least = n;

		for (size_t i = 0; i < n; i++)
			if (!written[i] &&
			    (least == n || t->total[i].ns < t->total[least].ns))
				least = i;
		written[least] = true;
		if (least == n - 1 && t->total[least].calls == 0)
			continue;
		write_total(out, w, t,
		    least == n - 1
			? span_of("other")
			: pool_get(w->ideal.texts, (uint32_t)c->id[least]),
		    &t->total[least], &all);
	}
	write_total(out, w, t, span_of("Total"), &all, &all);
	free(written);
}

static void
add_kernel(struct work *w, struct totals_list *l, struct tsv *in,
    const struct choice *c, const struct kernel *kernel)
{
	const struct ideal_kernel *k = work_ideal(w, c, kernel);
	struct total one = {.calls = 1,
	    .ns = kernel->when.end - kernel->when.start,
	    .cycles = kernel->cycles,
	    .counted = kernel->cycles > 0};
	struct totals *t = totals_of(
	    l, pool_add(w->keys, xkey_of(&w->rows.key, in)), c->table);

	if (k && ideal_us(k->time, w->o->core) <= kernel->us)
		one.ideal = k->time;
	total_add(&t->total[k ? idpool_find(&c->table->categories, k->category)
			      : c->table->categories.n],
	    &one);
}

ORDER_BY(compare_totals, struct totals, UP(key), UP(table))

void
show_totals(struct tsvw *out, struct work *w, struct tsv *in)
{
	struct totals_list l = {0};
	struct kernel kernel;
	uint32_t *at, *place;

	key_write_names(out, &w->rows.key, in);
	tsvw_titles(out,
	    "table phase category calls sum_us pct cycles ideal_cycles "
	    "ideal_us ideal_pct pt_active");
	xtsvw_header(out);
	while (xtsv_next(in)) {
		const struct choice *c;

		if (!kernel_rows_read(&w->rows, in, &kernel))
			continue;
		c = work_choice(w, in);
		if (c->table && !c->table->autopilot)
			add_kernel(w, &l, in, c, &kernel);
	}
	key_order(w->keys, &at, &place);
	for (size_t i = 0; i < l.n; i++)
		l.list[i].key = place[l.list[i].key];
	ARRAY_SORT(l.list, l.n, compare_totals);
	for (size_t i = 0; i < l.n; i++) {
		l.list[i].key = at[l.list[i].key];
		write_totals(out, w, &l.list[i]);
	}
	free(at);
	free(place);
	totals_free(&l);
	xtsvw_flush(out);
}
