#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/cli/x.h"
#include "tools/trace-ideal/show.h"

/* The cycles are of no use unless all of the kernels have some. */
static void
write_cycles(struct tsvw *out, const struct total *total)
{
	if (total->counted == total->calls)
		tsvw_int(out, total->cycles);
	else
		tsvw_empty(out);
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
	write_cycles(out, total);
	tsvw_int(out, total->ideal.cycles);
	tsvw_real(out, ideal, 3);
	tsvw_real(out, all_ideal > 0 ? 100 * ideal / all_ideal : 0, 6);
	tsvw_real(out, us > 0 ? ideal / us : 0, 6);
	xtsvw_end(out);
}

static struct span
category_name(const struct work *w, const struct ideal_table *t, size_t i)
{
	return i == t->n_categories
	    ? span_of("other")
	    : pool_get(w->ideal.texts, t->categories[i]);
}

/* By time, of equal times the categories as the table has them; Total last. */
static void
write_totals(struct tsvw *out, const struct work *w, const struct totals *t)
{
	size_t n = t->table->n_categories + 1;
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
		write_total(out, w, t, category_name(w, t->table, least),
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

	if (!t)
		memory_out();
	if (k && ideal_us(k->time, w->o->core) <= kernel->us)
		one.ideal = k->time;
	total_add(&t->total[k ? ideal_category(c->table, k->category)
			      : c->table->n_categories],
	    &one);
}

static int
compare_totals(const void *a, const void *b)
{
	const struct totals *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return (x->table > y->table) - (x->table < y->table);
}

void
show_totals(struct tsvw *out, struct work *w, struct tsv *in)
{
	static const char *const columns[] = {"table", "phase", "category",
	    "calls", "sum_us", "pct", "cycles", "ideal_cycles", "ideal_us",
	    "ideal_pct", "pt_active"};
	struct totals_list l = {0};
	struct kernel kernel;
	uint32_t *at, *place;

	key_write_names(out, &w->rows.key, in);
	show_names(out, columns, sizeof columns / sizeof *columns);
	xtsvw_end(out);
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
	if (l.n)
		qsort(l.list, l.n, sizeof *l.list, compare_totals);
	for (size_t i = 0; i < l.n; i++) {
		l.list[i].key = at[l.list[i].key];
		write_totals(out, w, &l.list[i]);
	}
	free(at);
	free(place);
	totals_free(&l);
	xtsvw_flush(out);
}
