#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
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
static int
compare_changes(const void *a, const void *b)
{
	const struct change *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	if (x->start != y->start)
		return x->start ? 1 : -1;
	return (x->percent > y->percent) - (x->percent < y->percent);
}

static void
write_change(struct tsvw *out, const struct work *w, const struct change *c,
    uint32_t key)
{
	tsvw_us(out, c->time);
	tsvw_text(out, span_of("C"));
	tsvw_text(out, span_of("PT Active"));
	key_write(out, &w->rows.key, pool_get(w->keys, key));
	tsvw_real(out, c->percent, 6);
	tsvw_text(out, span_of("Percent"));
	xtsvw_end(out);
}

/* No end counts while another kernel of the same key runs. */
static void
write_changes(struct tsvw *out, struct work *w, struct changes *c)
{
	uint32_t *at, *place;
	int64_t *open = xcalloc(pool_count(w->keys), sizeof *open);

	key_order(w->keys, &at, &place);
	for (size_t i = 0; i < c->n; i++)
		c->list[i].key = place[c->list[i].key];
	if (c->n)
		qsort(c->list, c->n, sizeof *c->list, compare_changes);
	for (size_t i = 0; i < c->n; i++) {
		const struct change *one = &c->list[i];

		open[one->key] += one->start ? 1 : -1;
		if (one->start || open[one->key] == 0)
			write_change(out, w, one, at[one->key]);
	}
	free(open);
	free(at);
	free(place);
}

void
show_counters(struct tsvw *out, struct work *w, struct tsv *in)
{
	static const char *const before[] = {"ts_us", "ph", "name"};
	static const char *const behind[] = {"value", "unit"};
	struct changes c = {0};

	show_names(out, before, sizeof before / sizeof *before);
	key_write_names(out, &w->rows.key, in);
	show_names(out, behind, sizeof behind / sizeof *behind);
	xtsvw_end(out);
	find_changes(&c, w, in);
	write_changes(out, w, &c);
	free(c.list);
	xtsvw_flush(out);
}
