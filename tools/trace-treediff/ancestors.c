#include <math.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/cli/x.h"
#include "common/json/python.h"
#include "tools/trace-treediff/ancestors.h"
#include "tools/trace-treediff/tree_side.h"

static double
in_us(int64_t ns)
{
	return (double)ns / 1e3;
}

/*
 * The sum of one side's times in the order in which numpy adds, so that the
 * last digits of shares are the reference's: in halves, by eight.
 */
static double
sum(const struct ancestor *a, size_t n, int side)
{
	double part[8] = {0}, all = 0;
	size_t half = n / 2 - n / 2 % 8, eights = n < 8 ? 0 : n - n % 8;

	if (n > 128)
		return sum(a, half, side) + sum(a + half, n - half, side);
	for (size_t i = 0; i < eights; i++)
		part[i % 8] += in_us(a[i].busy[side]);
	if (eights)
		all = ((part[0] + part[1]) + (part[2] + part[3])) +
		    ((part[4] + part[5]) + (part[6] + part[7]));
	for (size_t i = eights; i < n; i++)
		all += in_us(a[i].busy[side]);
	return all;
}

ORDER_BY(compare_ancestors, struct ancestor, DOWN(busy[0]), UP(from))

void
ancestors_find(struct ancestors *all, const struct report *r)
{
	const struct stat *s = r->stats.stat;

	*all = (struct ancestors){.report = r};
	for (size_t i = 0, end; i < r->stats.n; i = end) {
		struct ancestor a = {.from = i};

		for (end = i; end < r->stats.n && s[end].node == s[i].node;
		     end++) {
			a.busy[s[end].second] = s[end].busy;
			a.events[s[end].second]++;
		}
		a.to = end;
		if (r->reference && s[i].lone)
			continue;
		ARRAY_PUSH(all->p, all->n, &all->cap, a);
	}
	ARRAY_SORT(all->p, all->n, compare_ancestors);
}

enum verdict
ancestor_verdict(const struct ancestor *a)
{
	static const struct threshold floor = VERDICT_FLOOR;
	double t[2] = {(double)a->busy[0], (double)a->busy[1]};
	struct estimate exact = {.log = log(t[1] / t[0])};

	return a->busy[0] == a->busy[1]
	    ? SAME
	    : verdict_of(exact, threshold_log(floor, t[0], t[1]));
}

void
ancestors_compared(const struct ancestors *all, double share[2])
{
	for (int k = 0; k < 2; k++) {
		double time = 0, time_of_both = 0;
		size_t events = 0, events_of_both = 0;

		for (size_t i = 0; i < all->n; i++) {
			const struct ancestor *a = &all->p[i];
			bool both = a->events[0] && a->events[1];

			time += (double)a->busy[k];
			time_of_both += both ? (double)a->busy[k] : 0;
			events += a->events[k];
			events_of_both += both ? a->events[k] : 0;
		}
		share[k] = events ? (double)events_of_both / (double)events : 0;
		if (time > 0)
			share[k] = fmin(share[k], time_of_both / time);
	}
}

ORDER_BY(compare_spans, struct span, span_compare(*x, *y))

/* Sorts names and leaves each once. Returns their number. */
static size_t
distinct(struct span *name, size_t n)
{
	size_t out = 0;

	ARRAY_SORT(name, n, compare_spans);
	for (size_t i = 0; i < n; i++)
		if (!out || !span_equal(name[i], name[out - 1]))
			name[out++] = name[i];
	return out;
}

/*
 * The names of the work of one tree, as Python writes a list: the distinct
 * ones, or in the reference those of all rows.
 */
static void
print_names(struct printer *p, const struct ancestor *a, bool second)
{
	const struct stat *s = p->report->stats.stat;
	struct span *name = xcalloc(a->to - a->from, sizeof *name);
	size_t n = 0;

	for (size_t i = a->from; i < a->to; i++)
		if (s[i].second == second)
			name[n++] =
			    side_name(p->report->side[second], s[i].work);
	if (!p->report->reference)
		n = distinct(name, n);
	p->room.n = 0;
	buf_add_text(&p->room, "[");
	for (size_t i = 0; i < n; i++) {
		buf_add_text(&p->room, i ? ", " : "");
		python_add_text(&p->room, name[i]);
	}
	buf_add_text(&p->room, "]");
	tsvw_text(p->out, buf_span(&p->room));
	free(name);
}

/* The reference names the operators of the first tree, or of the second. */
static void
print_operators(struct printer *p, const struct ancestor *a)
{
	const struct stat *s = p->report->stats.stat;
	bool second = a->events[0] == 0;
	struct span *name = xcalloc(a->to - a->from, sizeof *name);
	size_t n = 0;

	for (size_t i = a->from; i < a->to; i++)
		if (s[i].second == second)
			name[n++] = side_name(p->report->side[second], s[i].op);
	n = distinct(name, n);
	p->room.n = 0;
	for (size_t i = 0; i < n; i++)
		BUF_ADD_ALL(&p->room, span_of(i ? " | " : ""), name[i]);
	tsvw_field(p->out, buf_span(&p->room));
	free(name);
}

/* In which order the cells of an ancestor come. */
static const int cells[2][10] = {
    {CELL_ANCESTOR, CELL_ANCESTOR_ID, CELL_OP, CELL_MODULES, CELL_MODULE,
	CELL_ARGS, CELL_ARGS + 1, CELL_ARGS + 2, CELL_ARGS + 3, CELLS},
    {CELL_OP, CELL_ANCESTOR, CELL_ANCESTOR_ID, CELL_MODULES, CELL_MODULE,
	CELL_ARGS, CELL_ARGS + 2, CELL_ARGS + 1, CELL_ARGS + 3, CELLS},
};

static const char *const figures[2][14] = {
    {"a_us", "b_us", "a_events", "b_events", "a_names", "b_names", "ratio",
	"speedup", "delta_us", "a_pct", "a_cumulative_pct", "b_pct", "verdict",
	NULL},
    {"kernel_time_trace1_us", "kernel_time_trace2_us", "num_kernels_trace1",
	"num_kernels_trace2", "kernel_names_trace1", "kernel_names_trace2",
	"speedup (trace2/trace1)", "delta_us (trace2 - trace1)",
	"pct_of_trace1_total (%)", "cumulative_pct_trace1 (%)",
	"pct_of_trace2_total (%)", NULL},
};

static void
print_header(struct tsvw *out, const struct report *r)
{
	for (const int *cell = cells[r->reference]; *cell != CELLS; cell++) {
		const char *title = cell_title(r, *cell);

		if (r->reference && *cell == CELL_OP)
			title = "name";
		tsvw_text(out, span_of(title));
	}
	for (const char *const *name = figures[r->reference]; *name; name++)
		tsvw_text(out, span_of(*name));
	xtsvw_end(out);
}

static const char *
verdict_word(const struct report *r, const struct ancestor *a)
{
	if (r->stats.stat[a->from].lone)
		return a->events[0] ? "only_a" : "only_b";
	return verdict_name(ancestor_verdict(a));
}

/* Sums of all rows, in us; the share of those so far, in per cent of the first.
 */
struct shares {
	double total[2], so_far;
};

static void
print_figures(struct printer *p, const struct ancestor *a, struct shares *all)
{
	double t[2] = {in_us(a->busy[0]), in_us(a->busy[1])};
	double share = t[0] / all->total[0] * 100;

	all->so_far += share;
	for (int k = 0; k < 2; k++)
		cell_print_us(p, a->busy[k]);
	for (int k = 0; k < 2; k++)
		tsvw_int(p->out, (int64_t)a->events[k]);
	for (int k = 0; k < 2; k++)
		print_names(p, a, k);
	cell_print_real(p, t[1] / t[0]);
	if (p->report->reference) {
		cell_print_real(p, t[1] - t[0]);
	} else {
		cell_print_real(p, t[0] / t[1]);
		cell_print_us(p, a->busy[1] - a->busy[0]);
	}
	cell_print_real(p, share);
	cell_print_real(p, all->so_far);
	cell_print_real(p, t[1] / all->total[1] * 100);
	if (!p->report->reference)
		tsvw_text(p->out, span_of(verdict_word(p->report, a)));
	xtsvw_end(p->out);
}

void
ancestors_print(struct tsvw *out, const struct ancestors *all)
{
	const struct report *r = all->report;
	struct printer p = {.out = out, .report = r};
	struct shares shares = {0};

	for (int k = 0; k < 2; k++)
		shares.total[k] = sum(all->p, all->n, k);
	print_header(out, r);
	for (size_t i = 0; i < all->n; i++) {
		const struct ancestor *a = &all->p[i];

		for (const int *cell = cells[r->reference]; *cell != CELLS;
		     cell++)
			if (r->reference && *cell == CELL_OP)
				print_operators(&p, a);
			else
				cell_print(&p, &r->stats.stat[a->from], *cell);
		print_figures(&p, a, &shares);
	}
	buf_free(&p.room);
}
