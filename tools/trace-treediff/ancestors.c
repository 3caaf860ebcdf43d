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
	const struct stat *s = r->stats->stat;

	*all = (struct ancestors){.report = r};
	for (size_t i = 0, end; i < r->stats->n; i = end) {
		struct ancestor a = {.from = i};

		for (end = i; end < r->stats->n && s[end].node == s[i].node;
		     end++) {
			a.busy[!s[end].first] = s[end].busy;
			a.events[!s[end].first]++;
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
print_names(struct tsvw *out, struct buf *room, const struct report *r,
    const struct ancestor *a, bool first)
{
	const struct side *side = first ? r->a : r->b;
	struct span *name = xcalloc(a->to - a->from, sizeof *name);
	size_t n = 0;

	for (size_t i = a->from; i < a->to; i++)
		if (r->stats->stat[i].first == first)
			name[n++] = side_name(side, r->stats->stat[i].work);
	if (!r->reference)
		n = distinct(name, n);
	room->n = 0;
	buf_add(room, "[", 1);
	for (size_t i = 0; i < n; i++) {
		if (i)
			buf_add(room, ", ", 2);
		python_add_text(room, name[i]);
	}
	buf_add(room, "]", 1);
	tsvw_text(out, buf_span(room));
	free(name);
}

/* The reference names the operators of the first tree, or of the second. */
static void
print_operators(struct tsvw *out, struct buf *room, const struct report *r,
    const struct ancestor *a)
{
	struct span *name = xcalloc(a->to - a->from, sizeof *name);
	size_t n = 0;

	for (size_t i = a->from; i < a->to; i++) {
		const struct stat *s = &r->stats->stat[i];

		if (s->first == (a->events[0] > 0))
			name[n++] = side_name(s->first ? r->a : r->b, s->op);
	}
	n = distinct(name, n);
	room->n = 0;
	for (size_t i = 0; i < n; i++) {
		if (i)
			buf_add(room, " | ", 3);
		buf_add(room, name[i].p, name[i].n);
	}
	tsvw_field(out, buf_span(room));
	free(name);
}

static void
print_us(struct tsvw *out, struct buf *room, const struct report *r, int64_t ns)
{
	room->n = 0;
	cell_add_us(room, r, ns);
	tsvw_field(out, buf_span(room));
}

/* In the reference with all digits of a double. */
static void
print_real(struct tsvw *out, struct buf *room, const struct report *r, double x)
{
	if (!r->reference || !isfinite(x)) {
		tsvw_real(out, x, 6);
		return;
	}
	room->n = 0;
	cell_add_real(room, x);
	tsvw_field(out, buf_span(room));
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
	if (r->stats->stat[a->from].lone)
		return a->events[0] ? "only_a" : "only_b";
	return verdict_name(ancestor_verdict(a));
}

/* Sums of all rows, in us; the share of those so far, in per cent of the first.
 */
struct shares {
	double total[2], so_far;
};

static void
print_figures(struct tsvw *out, struct buf *room, const struct report *r,
    const struct ancestor *a, struct shares *all)
{
	double t[2] = {in_us(a->busy[0]), in_us(a->busy[1])};
	double share = t[0] / all->total[0] * 100;

	all->so_far += share;
	for (int k = 0; k < 2; k++)
		print_us(out, room, r, a->busy[k]);
	for (int k = 0; k < 2; k++)
		tsvw_int(out, (int64_t)a->events[k]);
	for (int k = 0; k < 2; k++)
		print_names(out, room, r, a, k == 0);
	print_real(out, room, r, t[1] / t[0]);
	if (r->reference) {
		print_real(out, room, r, t[1] - t[0]);
	} else {
		print_real(out, room, r, t[0] / t[1]);
		print_us(out, room, r, a->busy[1] - a->busy[0]);
	}
	print_real(out, room, r, share);
	print_real(out, room, r, all->so_far);
	print_real(out, room, r, t[1] / all->total[1] * 100);
	if (!r->reference)
		tsvw_text(out, span_of(verdict_word(r, a)));
	xtsvw_end(out);
}

static void
print_ancestor(struct tsvw *out, struct buf *room, const struct report *r,
    const struct ancestor *a, struct shares *all)
{
	for (const int *cell = cells[r->reference]; *cell != CELLS; cell++) {
		if (r->reference && *cell == CELL_OP) {
			print_operators(out, room, r, a);
			continue;
		}
		room->n = 0;
		cell_add(room, r, &r->stats->stat[a->from], *cell);
		tsvw_field(out, buf_span(room));
	}
	print_figures(out, room, r, a, all);
}

void
ancestors_print(struct tsvw *out, const struct ancestors *all)
{
	const struct report *r = all->report;
	struct shares shares = {0};
	struct buf room = {0};

	for (int k = 0; k < 2; k++)
		shares.total[k] = sum(all->p, all->n, k);
	print_header(out, r);
	for (size_t i = 0; i < all->n; i++)
		print_ancestor(out, &room, r, &all->p[i], &shares);
	buf_free(&room);
}
